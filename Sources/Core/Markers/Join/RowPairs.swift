public import RigidCalibration

/// Anchors paired row by row: a pair for each row that is unique on either side.
///
/// Rows lie on a line, so the pairs fix no turn about it without the help of gravity.
public struct RowPairs: Sendable {
    /// Indices on both sides.
    public private(set) var matches: [(old: Int, new: Int)]
    /// Rows of the old and the new side that have no pair, and the reasons.
    public private(set) var leftOut: [UnjoinedMarker]
    /// The number of rows of the grid without a segment.
    public let ignoredRows: Int
    public let correspondences: Correspondences

    /// Places along the guide that differ by no more than this, in metres, are one row: the app's own tolerance.
    public static let usualTolerance = 1e-9

    /// Pairs the rows that two runs saw, from the frame of the one to that of the other.
    public init(
        _ old: [RowAnchor], _ new: [RowAnchor], tolerance: Double = usualTolerance
    ) throws(RowPairsError) {
        try RowPairs.requireOneRun(old, .old)
        try RowPairs.requireOneRun(new, .new)
        try self.init(
            old.map { ($0.localZ, $0.position) }, new.map { ($0.localZ, $0.position) }, tolerance, ignored: 0)
    }

    /// Pairs the rows that a run saw with those of the guide, from its frame to that of the guide.
    public init(
        _ anchors: [RowAnchor], grid: [GridRow], dots: GridRow.Dot, tolerance: Double = usualTolerance
    ) throws(RowPairsError) {
        try RowPairs.requireOneRun(anchors, .old)
        let kept = grid.indices.filter { grid[$0].hasSegment }
        try self.init(
            anchors.map { ($0.localZ, $0.position) }, kept.map { (grid[$0].z, grid[$0].dot(dots)) },
            tolerance,
            ignored: grid.count - kept.count)
        matches = matches.map { ($0.old, kept[$0.new]) }
        leftOut = leftOut.map { one in
            guard one.side == .new else { return one }
            return UnjoinedMarker(side: .new, place: kept[one.place], reason: one.reason)
        }
    }

    private init(
        _ old: [(z: Double, point: SIMD3<Double>)], _ new: [(z: Double, point: SIMD3<Double>)],
        _ tolerance: Double, ignored: Int
    ) throws(RowPairsError) {
        for (side, rows) in [(JoinSide.old, old), (.new, new)] {
            if let place = rows.firstIndex(where: { !$0.z.isFinite }) {
                throw .nonFiniteRow(side, place: place)
            }
        }
        func places(near z: Double, _ rows: [(z: Double, point: SIMD3<Double>)]) -> [Int] {
            rows.indices.filter { (rows[$0].z - z).magnitude <= tolerance }
        }
        var matches: [(old: Int, new: Int)] = [], leftOut: [UnjoinedMarker] = []
        for (place, row) in old.enumerated() {
            let mine = places(near: row.z, old), theirs = places(near: row.z, new)
            if mine.count == 1, theirs.count == 1, places(near: new[theirs[0]].z, old).count == 1 {
                matches.append((place, theirs[0]))
            } else {
                leftOut.append(
                    UnjoinedMarker(
                        side: .old, place: place, reason: theirs.isEmpty ? .noPartner : .repeatedKey))
            }
        }
        let matched = Set(matches.map(\.new))
        for (place, row) in new.enumerated() where !matched.contains(place) {
            let reason: UnjoinedMarker.Reason = places(near: row.z, old).isEmpty ? .noPartner : .repeatedKey
            leftOut.append(UnjoinedMarker(side: .new, place: place, reason: reason))
        }
        (self.matches, self.leftOut, ignoredRows) = (matches, leftOut, ignored)
        do throws(RigidFitError) {
            // The new side is the canonical one.
            correspondences = try Correspondences(
                sources: matches.map { old[$0.old].point }, targets: matches.map { new[$0.new].point },
                groups: Array(matches.indices), ids: matches.map { "row \(new[$0.new].z)" })
        } catch {
            throw .pairs(error, old: matches.map(\.old))
        }
    }

    private static func requireOneRun(_ anchors: [RowAnchor], _ side: JoinSide) throws(RowPairsError) {
        guard let first = anchors.first else { return }
        if let other = anchors.first(where: { $0.run != first.run || $0.session != first.session }) {
            throw .severalRuns(side, first.run, other.run)
        }
    }
}
