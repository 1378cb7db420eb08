import QuadGeometry
import RigidCalibration

@testable import Markers

/// The promises about the rows of laser guides, and about their dots in runs.
enum RowPromises {
    static func check(_ bytes: [UInt8]) {
        let rows = anchors(bytes).map(RowAnchor.init)
        pairs(rows.count, rows.count) { () throws(RowPairsError) in try RowPairs(rows, rows) }
        guard let value = try? JSONValue(bytes), let guide = try? LaserGuide(value) else { return }
        promise(guide.grid.allSatisfy { $0.x.isFinite && $0.z.isFinite }, "rows have a place")
        for dots in GridRow.Dot.allCases {
            pairs(rows.count, guide.grid.count { $0.hasSegment }) { () throws(RowPairsError) in
                try RowPairs(rows, grid: guide.grid, dots: dots)
            }
        }
    }

    /// The anchors of a list, each of whose values is one or is refused, however it comes in pieces.
    private static func anchors(_ bytes: [UInt8]) -> [Anchor] {
        let texts = ListTexts(bytes, of: "anchors")
        do throws(JSONError) {
            let list = try AnchorList(ByteSource(bytes, pieces: bytes.count & 0x3f + 1))
            promise(
                texts.error == nil && list.anchors.count + list.refused.count == texts.texts.count,
                "every value is an anchor or refused")
            for (anchor, place) in list.anchors {
                promise(anchor.localZ.isFinite && anchor.worldPosition.isFinite, "anchors are finite")
                promise(anchor.value.text == texts.texts[place.index], "an anchor is found in its place")
            }
            for error in list.refused { DocumentPromises.isWithin(error, bytes) }
            return list.anchors.map(\.anchor)
        } catch {
            promise(error == texts.error, "what is thrown ended the list: \(error)")
            return []
        }
    }

    /// Every row on either side is in one pair, or unmatched.
    private static func pairs(_ old: Int, _ new: Int, _ read: () throws(RowPairsError) -> RowPairs) {
        do throws(RowPairsError) {
            let pairs = try read()
            for (side, count, paired) in [
                (JoinSide.old, old, pairs.matches.map(\.old)), (.new, new, pairs.matches.map(\.new)),
            ] {
                let rest = pairs.leftOut.filter { $0.side == side }.map(\.place)
                promise(paired.count + rest.count == count, "no row is lost")
                promise(Set(paired + rest).count == count, "no row counts twice")
            }
            promise(pairs.correspondences.count == pairs.matches.count, "pairs are matches")
        } catch {
            promise(!error.code.isEmpty, "a refusal has a code")
        }
    }
}
