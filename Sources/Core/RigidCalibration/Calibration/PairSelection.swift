internal import QuadGeometry

/// The pairs that a motion was fitted to, when not all were believed.
public struct PairSelection: Sendable {
    /// Whether each pair follows the motion.
    public let inliers: [Bool]
    /// The rejected pairs, in order, each with its reason.
    public let rejected: [Rejection]
    /// The largest residual of a pair that follows, in metres; the largest of all where each has its own.
    public let bound: Double
    public let boundWasEstimated: Bool
    /// The pairs, or groups where there are any, that follow; and how many chance alone may bring.
    public let support, neededSupport: Int
    /// Another motion with at least half of the support, or a quarter of the groups, if there is one.
    public let rival: RivalMotion?
}

extension PairSelection {
    /// The pairs that follow one rigid motion, or one motion and a smooth bend; a motion that is chosen by its number has none.
    init(_ pairs: Correspondences, bound: Double?, choice: Int? = nil) throws(RigidFitError) {
        let robust: RobustFit
        do {
            robust = try RobustFit(pairs, bound: bound, choice: choice)
        } catch {
            guard
                let selection = PairSelection(bending: pairs, bound, instead: error)
                    ?? PairSelection(fewMarkers: pairs, bound, instead: error)
            else { throw error }
            self = selection
            return
        }
        if choice == nil, let bend = DriftingScan(pairs, from: robust.followers, bound: robust.looseBound),
            !bend.explains(
                pairs, worseThan: robust.targetFromSource, robust.second, within: robust.looseBound)
        {
            self.init(pairs, robust, bend)
            return
        }
        self.init(
            inliers: robust.inliers, rejected: robust.rejected, bound: robust.bound,
            boundWasEstimated: robust.boundWasEstimated, support: robust.support,
            neededSupport: robust.neededSupport, rival: robust.rival)
    }

    /// Stretches of a scan that bends far look like motions of their own, or like a mirror of something thin.
    private init?(bending pairs: Correspondences, _ bound: Double?, instead error: RigidFitError) {
        var least = pairs.members.count / 2 + 1
        switch error {
        case .ambiguousMotion(let motion, _): least = max(least, motion.support + 1)
        case .mirrored(let support): least = max(least, support)
        default: return nil
        }
        guard let robust = try? RobustFit(following: pairs, bound: bound, bounds: nil),
            let bend = DriftingScan(pairs, from: robust.followers, bound: robust.looseBound),
            bend.isDrift, pairs.support(of: bend.followers) >= least,
            !bend.explains(
                pairs, worseThan: robust.targetFromSource, robust.second, within: robust.looseBound)
        else { return nil }
        self.init(pairs, robust, bend)
    }

    /// All pairs, where chance might bring a motion of so few markers, but on this one every marker lies as it did: no
    /// other is looked for, since none of them speaks for it.
    private init?(fewMarkers pairs: Correspondences, _ bound: Double?, instead error: RigidFitError) {
        var needed = 0
        switch error {
        case .motionNotDetermined(_, let least): needed = least
        case .mirrored: break
        default: return nil
        }
        guard pairs.groups != nil, let fit = try? RigidFit(pairs) else { return nil }
        let misses = (0..<pairs.count).map {
            (pairs.targets[$0] - fit.targetFromSource * pairs.sources[$0]).length
        }
        let largest = misses.max() ?? 0, coordinates = Double(3 * pairs.effectiveCount)
        let noise = fit.rms * (coordinates / Double.maximum(coordinates - 6, 1)).squareRoot()
        guard noise <= PairSelection.largestShare * pairs.groupSize, largest <= bound ?? largest else {
            return nil
        }
        self.init(
            inliers: pairs.weights?.map { $0 > 0 } ?? misses.map { _ in true }, rejected: [],
            bound: bound ?? largest, boundWasEstimated: bound == nil, support: pairs.members.count,
            neededSupport: needed, rival: nil)
    }

    /// A marker whose corners miss by more of its size than this need not be the same.
    private static let largestShare = 0.2

    private init(_ pairs: Correspondences, _ robust: RobustFit, _ bend: DriftingScan) {
        var inliers = [Bool](repeating: false, count: pairs.count)
        for pair in bend.followers { inliers[pair] = true }
        self.init(
            inliers: inliers,
            rejected: Rejection.all(
                of: pairs, following: inliers, rival: nil, reach: { _ in robust.bound },
                miss: { bend.miss(pairs, $0) }),
            bound: robust.bound, boundWasEstimated: robust.boundWasEstimated,
            support: pairs.support(of: bend.followers), neededSupport: robust.neededSupport, rival: nil)
    }
}

extension RobustFit {
    /// The places of the pairs that follow.
    fileprivate var followers: [Int] { inliers.indices.filter { inliers[$0] } }

    /// The motion of the rival, or of those that do not follow: a block that was moved.
    fileprivate var second: AnchoredMotion? {
        if let rival { return rival.targetFromSource }
        let rest = pairs.selected(inliers.indices.filter { !inliers[$0] && pairs.weights?[$0] ?? 1 > 0 })
        return try? RobustFit(following: rest, bound: bound, bounds: nil).targetFromSource
    }
}

extension Correspondences {
    /// The number of groups that some pairs belong to, or of the pairs where there are no groups.
    func support(of followers: [Int]) -> Int {
        groups.map { groups in Set(followers.map { groups[$0] }).count } ?? followers.count
    }

    /// The root mean square distance of the sources from the middle of their group.
    fileprivate var groupSize: Double {
        var sum = 0.0
        for group in members {
            let middle = group.reduce(.zero) { $0 + sources[$1] } / Double(group.count)
            for pair in group {
                let arm = sources[pair] - middle
                sum += arm.dot(arm)
            }
        }
        return (sum / Double(count)).squareRoot()
    }
}

extension PairSelection {
    /// The pairs that follow one motion with a growth, to within a bound in metres of the targets or one that is estimated.
    init(growing pairs: Correspondences, bound: Double?) throws(RigidFitError) {
        if let bound, !(bound > 0 && bound.isFinite) { throw .badBound(pair: nil, bound: bound) }
        let search = SimilaritySearch(pairs, bound: bound)
        // Few markers that all lie as they did are believed though chance might bring their motion.
        guard search.factor != nil || pairs.groups != nil else {
            throw .motionNotDetermined(support: search.support, needed: search.needed)
        }
        var factor: Double
        if let found = search.factor {
            factor = found
        } else {
            factor = try ScaledMotion(pairs, weights: pairs.weights, model: .similarity).scale
        }
        var last: PairSelection?
        for _ in 0..<PairSelection.rounds {
            guard let scaled = pairs.withSources(scaledBy: factor) else {
                throw .motionNotDetermined(support: search.support, needed: search.needed)
            }
            let next: PairSelection
            do throws(RigidFitError) {
                next = try PairSelection(scaled, bound: bound)
            } catch .scaleSlip(let slip, _) where last == nil {
                factor *= slip
                continue
            } catch .ambiguousMotion(let motion, let rival) {
                throw .ambiguousMotion(motion.grown(by: factor), rival: rival.grown(by: factor))
            }
            let known = last
            last = next.grown(by: factor)
            if next.inliers == known?.inliers { break }
            factor *= try ScaledMotion(
                scaled, weights: scaled.counting(only: next.inliers).weights, model: .similarity
            ).scale
        }
        guard let last else {
            throw .motionNotDetermined(support: search.support, needed: search.needed)
        }
        self = last
        try requireOneGrowth(pairs)
    }

    /// Refuses pairs of which nearly as many follow a motion with another growth.
    private func requireOneGrowth(_ pairs: Correspondences) throws(RigidFitError) {
        let others = pairs.counting(only: inliers.map { !$0 })
        let least = RobustFit.nearlyAsMany * Double(support)
        guard Double(pairs.support(of: inliers.indices.filter { !inliers[$0] })) >= least,
            let factor = SimilaritySearch(others, bound: bound).factor,
            let second = others.withSources(scaledBy: factor).flatMap({ try? RobustFit($0, bound: bound) }),
            Double(second.support) >= least,
            let motion = try? ScaledMotion(
                pairs, weights: pairs.counting(only: inliers).weights, model: .similarity)
        else { return }
        throw .ambiguousMotion(
            RivalMotion(motion.motion, support: support, growth: motion.scale),
            rival: RivalMotion(second.targetFromSource, support: second.support).grown(by: factor))
    }

    /// The selection among pairs whose sources were taken to be this many times as long.
    private func grown(by factor: Double) -> PairSelection {
        PairSelection(
            inliers: inliers, rejected: rejected, bound: bound, boundWasEstimated: boundWasEstimated,
            support: support, neededSupport: neededSupport, rival: rival?.grown(by: factor))
    }

    /// Growth and followers settle on each other in a few rounds.
    private static let rounds = 8
}
