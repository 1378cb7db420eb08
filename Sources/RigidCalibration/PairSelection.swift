/// Which pairs a motion was fitted to, when not all were believed.
public struct PairSelection: Sendable {
    /// Whether each pair follows the motion.
    public let inliers: [Bool]
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
        let bend = DriftingScan(pairs, from: start) { _ in robust.bound }
        var inliers = robust.inliers
        if let bend {
            inliers = [Bool](repeating: false, count: pairs.count)
            for pair in bend.followers { inliers[pair] = true }
        }
        self.init(
            inliers: inliers, bound: robust.bound, boundWasEstimated: robust.boundWasEstimated,
            support: robust.support, neededSupport: robust.neededSupport, rival: robust.rival)
    }
}
