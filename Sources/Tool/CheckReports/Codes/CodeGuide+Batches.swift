import PublishedResults
package import QuadGeometry
import ToolTerminal

extension CodeGuide {
    /// The codes of what only a file as a whole shows.
    package init(together code: QuadIssue.Code) {
        switch code {
        case .unitSlip:
            self.init(
                severity: "error", summary: "lengths seem to be in another unit than metres",
                meaning: """
                    Of a file: half of its markers are longer than markers usually are (8 m, or 0.4 of
                    --max-edge-m), or longer than 1.5 m and spread over more than 250 m (a fortieth of
                    --max-coordinate-m). Of a marker: it is longer than the others and lies outside the room that they
                    take up, and one unit makes its size and its place those of the others. The named unit is the
                    one that comes nearest to usual sizes. Neither --fix nor a suggestion repairs such markers,
                    since limits in metres say nothing about them. A room in feet looks like a larger room in
                    metres and is not found.
                    """,
                fix:
                    "multiply by the factor where the numbers come from, or, if they are right, --ignore UNIT_SLIP."
            )
        case .farAway:
            self.init(
                severity: "warning", summary: "the marker is far away from all others",
                meaning: """
                    It is more than ten times as far from the middle of the others as the farthest of them. At most
                    one marker in ten, and one in small files, can be; three that are near each other are a place of
                    their own. Files of fewer than five markers say nothing.
                    """,
                fix: "place the marker again, or keep it if it belongs there.")
        case .upAxis:
            self.init(
                severity: "warning", summary: "another axis than y seems to be vertical",
                meaning: """
                    Nine of ten markers, eight at least, stand upright about x or z (two edges along it) or lie level
                    (the normal along it), and at most three of ten do about y; the walls meet at right angles, and
                    the room is wider than high. Where the walls are parallel to the axes, nine of ten stand
                    upright, one in five would be on a floor if y were vertical, and the room would be less than 0.8
                    times as deep as it is wide or high. Floors alone, roofs, pipes, blades and files with both kinds
                    say nothing.
                    """,
                fix: "export with +Y up: for z up, (x, z, -y) in place of (x, y, z).")
        default:
            self.init(
                severity: "info", summary: "the corners are out of one plane for the marker's size",
                meaning: """
                    Flatness over the shorter diagonal is more than 0.03: small in millimetres, so that neither
                    NON_PLANAR nor FOLDED says so, but much for a small marker, whose normal is then uncertain.
                    """,
                fix: "--fix moves the corners into one plane; or place the marker again.")
        }
    }
}
