internal import QuadGeometry
internal import RigidCalibration

/// The places of a fit's points before and after its motion, and where the rescan has them, where a marker that the fit does not know by its
/// id may lie: one that an app made again, one of a fit whose pairs name no markers, or one of the rescan.
struct FittedPlaces: Sendable {
    enum Side {
        case source, target
        /// In its place in the rescan, to the precision of stored numbers.
        case rescan
    }

    /// Apps and files may round to a millimetre; no two markers share a place within it.
    private static let reach = 0.002
    /// Some round to a centimetre, which tells only where the motion is longer by far.
    static let farReach = 0.02
    /// Points are compared as far as this, so that the nearer of two places is known.
    static let horizon = farReach * nearness
    /// A marker that is not where it was has been moved by the motion if it is this many times nearer to its
    /// target: a server that rounds, or a correction by hand, leaves it no nearer.
    static let nearness = 4.0

    private let sources, targets, seen: PointCells

    /// The points that follow a motion.
    init(_ motion: PlannedMotion) {
        sources = PointCells(motion.followers, within: FittedPlaces.horizon)
        targets = PointCells(
            motion.followers.map { motion.targetFromSource * $0 }, within: FittedPlaces.horizon)
        seen = PointCells(motion.seenTargets, within: FittedPlaces.horizon)
    }

    /// The side on which a marker lies; `nil` where nothing tells.
    ///
    /// One corner decides that lies on a point to the precision of stored numbers, since corners may be measured one by one; beyond that
    /// all four have to.
    ///
    /// - Parameters:
    ///   - here: The corners of the kind that the motion starts from.
    ///   - there: The same corners of the kind that it leads to.
    func side(of here: Quad, _ there: Quad, _ tolerance: StoredTolerance) -> Side? {
        guard !sources.isEmpty else { return nil }
        let near = sources.distances(here), far = targets.distances(there)
        // The length of a difference whose coordinates are within the tolerance.
        let equal = tolerance.metres * 3.0.squareRoot()
        let isSource = near.min() <= equal, isTarget = far.min() <= equal
        if !isSource, seen.distances(there).min() <= equal { return .rescan }
        if isSource != isTarget { return isSource ? .source : .target }
        let fromTarget = far.max(), fromSource = near.max()
        let isNear = fromTarget <= FittedPlaces.reach && fromTarget * FittedPlaces.nearness <= fromSource
        return isNear || fromTarget <= FittedPlaces.farReach && near.min() == .infinity ? .target : nil
    }
}
