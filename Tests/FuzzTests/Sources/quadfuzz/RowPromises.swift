import QuadGeometry
import RigidCalibration

@testable import Markers

/// What must hold for the rows of laser guides that runs saw.
enum RowPromises {
    static func check(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(bytes) else { return }
        let anchors = (try? Anchor.list(value)) ?? (try? [Anchor(value)]) ?? []
        for anchor in anchors {
            promise(anchor.localZ.isFinite && anchor.worldPosition.isFinite, "anchors are finite")
        }
        let rows = anchors.map {
            RowAnchor(
                session: $0.sessionID, run: Int($0.run), localZ: $0.localZ, position: $0.worldPosition)
        }
        pairs(rows.count, rows.count) { () throws(RowPairsError) in try RowPairs(rows, rows) }
        guard let guide = try? LaserGuide(value) else { return }
        promise(
            guide.segments.allSatisfy { $0.x.isFinite && $0.z.isFinite && $0.length > 0 },
            "rows have a place and a length")
        let grid = guide.segments.map { GridRow(x: $0.x, z: $0.z, segmentLength: $0.length) }
        for dots in [GridRow.Dot.asDrawn, .asTheAppSnaps] {
            pairs(rows.count, grid.count) { () throws(RowPairsError) in
                try RowPairs(rows, grid: grid, dots: dots)
            }
        }
    }

    /// Every row of either side is in one pair, or left out.
    private static func pairs(_ old: Int, _ new: Int, _ read: () throws(RowPairsError) -> RowPairs) {
        do throws(RowPairsError) {
            let pairs = try read()
            for (side, count, paired) in [
                (JoinSide.old, old, pairs.matches.map(\.old)), (.new, new, pairs.matches.map(\.new)),
            ] {
                let rest = pairs.leftOut.filter { $0.side == side }.map(\.place)
                promise((paired + rest).sorted() == Array(0..<count), "no row is lost")
            }
            promise(pairs.correspondences.count == pairs.matches.count, "pairs are matches")
        } catch {
            promise(!error.code.isEmpty, "a refusal has a code")
        }
    }
}
