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
