internal import QuadGeometry

/// The ratio of the targets' lengths to the sources' under which most pairs follow one motion, where many of them are wrong.
///
/// Ratios that many lengths vote for are tried in turn: sources of the right size follow a rigid motion, which is searched for as
/// ever, and which chance explains least is taken.
struct SimilaritySearch {
    /// `nil` where no ratio gives a motion that chance does not explain.
    private(set) var factor: Double?
    /// The pairs that follow the likeliest motion, or the groups where there are any; and the least that chance does not bring.
    private(set) var support = 0, needed = MotionModel.similarity.leastPairs

    /// Enough pairs to vote, and to search at each ratio.
    private static let mostVoters = 512, mostSearched = 1024
    /// The number of ratios that are tried at each bound.
    private static let mostTried = 12
    /// The bounds that are tried where none is given, as shares of the scene's width.
    private static let shares = [1.0 / 16, 1.0 / 64, 1.0 / 256, 1.0 / 1024]
    /// The most that ratios which are tried may lie apart, as a logarithm.
    private static let widest = 0.125
    /// Ratio and followers settle on each other in a few rounds.
    private static let rounds = 10

    /// Searches among pairs that agree to within a bound in metres of the targets, or one of a few that are tried.
    init(_ pairs: Correspondences, bound: Double?) {
        let nodes = DistinctPairs.places(pairs), groups = PairGroups(pairs, among: nodes)
        let sample = BoundEstimate.sample(nodes, groups, most: SimilaritySearch.mostSearched)
        let voters = BoundEstimate.sample(nodes, groups, most: SimilaritySearch.mostVoters)
        guard let votes = ScaleVotes(pairs, voters) else { return }
        var best: (candidate: MotionJudgement.Candidate, factor: Double, bound: Double)?
        for share in bound.map({ [$0 / votes.length] }) ?? SimilaritySearch.shares {
            let width = Double.minimum(2 * share, SimilaritySearch.widest)
            for factor in votes.best(SimilaritySearch.mostTried, width: width) {
                guard
                    let scene = SimilaritySearch.scene(
                        pairs, groups?.restricted(to: sample), factor, bound, share)
                else { continue }
                let judged = MotionJudgement(
                    scene, nodes: sample, below: best?.candidate.chance ?? .infinity)
                guard let found = judged.best, found.chance < best?.candidate.chance ?? .infinity
                else { continue }
                best = (found, factor, (scene.bounds.first ?? 0) / scene.scale)
            }
        }
        guard let best else { return }
        (support, needed) = (best.candidate.support, best.candidate.needed)
        guard best.candidate.isDetermined else { return }
        factor = best.factor
        var followers = best.candidate.motion.inliers
        for _ in 0..<SimilaritySearch.rounds {
            guard
                let fitted = try? ScaledMotion(
                    pairs.selected(followers.map { Int($0) }), weights: nil, model: .similarity),
                let scene = SimilaritySearch.scene(
                    pairs, groups?.restricted(to: sample), fitted.scale, best.bound, 0),
                let motion = TrialMotion(scene, followers)
            else { return }
            let next = SupportedMotion(motion, scene, among: sample).inliers
            guard next.count >= followers.count else { return }
            factor = fitted.scale
            if next == followers { return }
            followers = next
        }
    }

    /// The scene with longer or shorter sources.
    private static func scene(
        _ pairs: Correspondences, _ groups: PairGroups?, _ factor: Double, _ bound: Double?, _ share: Double
    ) -> PairScene? {
        guard
            var scene = PairScene(
                sources: pairs.sources.map { $0 * factor }, targets: pairs.targets, weights: pairs.weights,
                bound: { _ in bound ?? 0 })
        else { return nil }
        scene.groups = groups
        if bound == nil { scene.setBound(scene.widths.x * share) }
        return scene
    }
}

/// The votes that lengths between pairs give on the ratio of the targets' lengths to the sources', where most pairs may be wrong.
///
/// Right pairs agree on one ratio, wrong ones on none; but of wrong pairs that fill a scene there is a most common ratio too, so
/// that ratios are compared with their neighbors, and the best few are only worth trying.
struct ScaleVotes {
    /// The number of ratios up to each bin of their logarithms.
    private var below: [Int]
    /// The middle length between two targets, in metres.
    let length: Double

    /// The width of a bin, and the most that a ratio may differ from one, as logarithms.
    private static let bin = 0.002, widest = 16.0
    /// Windows with fewer votes are those of no three pairs.
    private static let fewestVotes = 3

    /// `nil` where no two pairs have a length on both sides.
    init?(_ pairs: Correspondences, _ nodes: [Int32]) {
        let half = Int(ScaleVotes.widest / ScaleVotes.bin)
        var counts = [Int](repeating: 0, count: 2 * half)
        var lengths: [Double] = []
        lengths.reserveCapacity(nodes.count * nodes.count / 2)
        for (place, i) in nodes.enumerated() {
            for j in nodes[..<place] {
                let a = (pairs.sources[Int(i)] - pairs.sources[Int(j)]).length
                let b = (pairs.targets[Int(i)] - pairs.targets[Int(j)]).length
                let ratio = b / a
                guard a > 0, b > 0, ratio > 0, ratio.isFinite else { continue }
                let bin = half + Int((logarithm(ratio) / ScaleVotes.bin).rounded(.down))
                guard counts.indices.contains(bin) else { continue }
                counts[bin] += 1
                lengths.append(b)
            }
        }
        guard !lengths.isEmpty else { return nil }
        lengths.sort()
        length = lengths[lengths.count / 2]
        var sum = 0
        below = [0]
        for count in counts {
            sum += count
            below.append(sum)
        }
    }

    /// The ratios that stand out most from their neighbors, the best first, each the middle of a window this wide as a
    /// logarithm.
    func best(_ most: Int, width: Double) -> [Double] {
        let width = Swift.max(Int(width / ScaleVotes.bin), 1)
        func votes(_ first: Int) -> Int {
            let start = Swift.max(first, 0), end = Swift.min(first + width, below.count - 1)
            return start < end ? below[end] - below[start] : 0
        }
        var windows: [(first: Int, excess: Double)] = []
        for first in stride(from: 0, to: below.count - 1, by: Swift.max(width / 2, 1)) {
            let own = votes(first)
            guard own >= ScaleVotes.fewestVotes else { continue }
            let around = Double(votes(first - 2 * width) + votes(first + 2 * width)) / 2
            windows.append((first, (Double(own) - around) / (around + 1).squareRoot()))
        }
        windows.sort { $0.excess > $1.excess }
        var best: [Int] = []
        for window in windows {
            guard best.count < most else { break }
            if best.allSatisfy({ ($0 - window.first).magnitude >= width }) { best.append(window.first) }
        }
        return best.map {
            exponential((Double($0) + Double(width) / 2) * ScaleVotes.bin - ScaleVotes.widest)
        }
    }
}
