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

/// Points in cells, each of which also has those near its borders.
struct PointCells: Sendable {
    private let cells: [SIMD3<Int64>: [SIMD3<Double>]]
    private let reach: Double

    /// A cell is so many times as wide as points reach, which keeps the copies of each few.
    private static let width = 4.0
    /// Cells beyond this number from the origin would not be told apart.
    private static let farthest = 0x1p52

    init(_ points: [SIMD3<Double>], within reach: Double) {
        self.reach = reach
        var cells: [SIMD3<Int64>: [SIMD3<Double>]] = [:]
        for point in points {
            var met: Set<SIMD3<Int64>> = []
            for corner in 0..<8 {
                let way = SIMD3(
                    corner & 1 == 0 ? -reach : reach, corner & 2 == 0 ? -reach : reach,
                    corner & 4 == 0 ? -reach : reach)
                guard let cell = PointCells.cell(point + way, reach), met.insert(cell).inserted else {
                    continue
                }
                cells[cell, default: []].append(point)
            }
        }
        self.cells = cells
    }

    var isEmpty: Bool { cells.isEmpty }

    /// The distance of each corner to the nearest point; infinite beyond the reach.
    func distances(_ quad: Quad) -> SIMD4<Double> {
        SIMD4(distance(quad.p1), distance(quad.p2), distance(quad.p3), distance(quad.p4))
    }

    /// The distance to the nearest point; infinite beyond the reach.
    func distance(_ place: SIMD3<Double>) -> Double {
        guard let cell = PointCells.cell(place, reach) else { return .infinity }
        let nearest = (cells[cell] ?? []).reduce(Double.infinity) { Double.minimum($0, ($1 - place).length) }
        return nearest <= reach ? nearest : .infinity
    }

    private static func cell(_ point: SIMD3<Double>, _ reach: Double) -> SIMD3<Int64>? {
        let cell = (point / (reach * width)).rounded(.down)
        guard cell.largestMagnitude < farthest else { return nil }
        return SIMD3(Int64(cell.x), Int64(cell.y), Int64(cell.z))
    }
}
