/// Which pairs a motion was fitted to, when not all were believed.
public struct PairSelection: Sendable {
    /// Whether each pair follows the motion.
    public let inliers: [Bool]
    /// The others, in order, and how each is wrong.
    public let rejected: [Rejection]
    /// How far from its place a pair that follows may be, in metres; the largest where each has its own.
    public let bound: Double
    public let boundWasEstimated: Bool
    /// The pairs, or groups where there are any, that follow; and how many chance alone may bring.
    public let support, neededSupport: Int
    /// Another motion with at least half of the support, if there is one.
    public let rival: RivalMotion?
}

extension PairSelection {
    /// The pairs that follow one rigid motion, or one motion and a smooth bend.
    init(_ pairs: Correspondences, bound: Double?) throws(RigidFitError) {
        let robust = try RobustFit(pairs, bound: bound)
        let start = (0..<pairs.count).filter { robust.inliers[$0] }
        let bend = DriftingScan(pairs, from: start, bound: robust.bound)
        var inliers = robust.inliers, rejected = robust.rejected
        if let bend {
            inliers = [Bool](repeating: false, count: pairs.count)
            for pair in bend.followers { inliers[pair] = true }
            rejected = Rejection.all(
                of: pairs, following: inliers, rival: nil, reach: { _ in robust.bound },
                miss: { bend.miss(pairs, $0) })
        }
        self.init(
            inliers: inliers, rejected: rejected, bound: robust.bound,
            boundWasEstimated: robust.boundWasEstimated,
            support: bend.map { pairs.support(of: $0.followers) } ?? robust.support,
            neededSupport: robust.neededSupport, rival: robust.rival)
    }
}

extension Correspondences {
    /// How many groups some pairs belong to, or how many pairs they are where there are no groups.
    fileprivate func support(of followers: [Int]) -> Int {
        groups.map { groups in Set(followers.map { groups[$0] }).count } ?? followers.count
    }
}
