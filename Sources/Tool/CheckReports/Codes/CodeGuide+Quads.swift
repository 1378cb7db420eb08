package import Markers
import PublishedResults
package import QuadGeometry
package import ToolTerminal

extension CodeGuide {
    package static func list(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "check --list-codes") }
        return list(CheckCode.allCases.map { ($0.rawValue, CodeGuide($0)) } + ExitCode.listed)
    }

    package static func explanation(of code: CheckCode, _ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "check --explain") }
        let limits = LimitOption.all.filter { $0.codes.map(CheckCode.quad).contains(code) }
        return CodeGuide(code).explanation(of: code.rawValue, limits: limits.map { ($0.flag, $0.help) })
    }
}

extension CodeGuide {
    package init(_ code: QuadIssue.Code) {
        switch code {
        case .wrongShape:
            self.init(
                severity: "error", summary: "not four corners of three numbers",
                meaning: """
                    A row does not have 12 fields, or 13 with an id first, or a field is not a number that
                    a double can hold; or a corner in JSON is missing or not an array of three finite
                    numbers. The other markers are still checked.
                    """,
                fix: "correct the named fields; numbers have a decimal point, as in -1.25 or 3e-2."
            )
        case .nonFinite:
            self.init(
                severity: "error", summary: "a coordinate is NaN or infinite",
                meaning:
                    "A corner without a position: usually a ray that hit nothing when the marker was placed.",
                fix: "place the marker again; nothing else is checked until all 12 numbers are finite.")
        case .outOfRange:
            self.init(
                severity: "error", summary: "a coordinate is too far from the origin",
                meaning: """
                    The server stores coordinates in single precision, which at 9 km rounds a corner by half
                    a millimetre.
                    """,
                fix: "look for millimetres sent as metres, or move the origin of the space nearer.")
        case .duplicateCorners:
            self.init(
                severity: "error", summary: "two corners coincide",
                meaning:
                    "A corner is nearer to an earlier one than the snap distance, so the marker is no quad.",
                fix:
                    "place the corner again. Shape, size and planarity are checked once the corners differ.")
        case .zeroArea:
            self.init(
                severity: "error", summary: "all corners are on one line",
                meaning: """
                    The four corners differ but span no plane. The verdict is exact; no tolerance is
                    involved.
                    """,
                fix: "place the marker again.")
        case .selfIntersecting:
            self.init(
                severity: "error", summary: "the outline crosses itself, like a bow tie",
                meaning: "Two opposite edges cross: the corners are not in order around the outline.",
                fix: "reorder the corners as suggested; --fix does that.")
        case .concave:
            self.init(
                severity: "error", summary: "a corner lies inside the triangle of the others",
                meaning: """
                    The inner angle at one corner is more than 180 degrees, so no order of corners is
                    convex.
                    """,
                fix: "place the named corner again.")
        case .nonPlanar:
            self.init(
                severity: "warning or error", summary: "the corners are not in one plane",
                meaning: """
                    Flatness is the distance of every corner from the plane that is nearest to all of
                    them. Above the first limit it is a warning, above the second an error.
                    """,
                fix:
                    "--fix moves the corners into the plane, each by the flatness; or place the marker again."
            )
        case .folded:
            self.init(
                severity: "warning (error in strict)", summary: "the quad is folded along p2-p4",
                meaning: """
                    The angle between the triangles p1p2p4 and p3p4p2. A small marker can be near a plane
                    and still be folded sharply. Checked unless NON_PLANAR is an error.
                    """,
                fix: "--fix moves the corners into one plane; or place the marker again.")
        case .tooSmall:
            self.init(
                severity: "error", summary: "an edge is too short",
                meaning: "An edge shorter than can be placed by hand is usually a slip.",
                fix: "place the marker again, or lower the limit.")
        case .tooLarge:
            self.init(
                severity: "error", summary: "an edge is too long",
                meaning: "An edge longer than a marker usually means a corner that hit something far away.",
                fix: "place the marker again, or raise the limit.")
        case .straightCorner:
            self.init(
                severity: "warning", summary: "a corner angle is near 0 or 180 degrees",
                meaning:
                    "The quad is nearly a triangle, or nearly folded up: its plane and its axes are uncertain.",
                fix: "place the named corner again.")
        case .aspectRatio:
            self.init(
                severity: "warning", summary: "one edge is much longer than another",
                meaning: "The longest over the shortest edge: the direction across a sliver is uncertain.",
                fix: "place the marker again, or raise the limit for strips.")
        case .winding:
            self.init(
                severity: "warning", summary: "the corners run in the opposite direction",
                meaning: """
                    The right-hand normal of p1 p2 p3 p4 points away from --facing. In the app's corner
                    order it points into the surface. Checked only if --facing is given.
                    """,
                fix: "reorder the corners as p1 p4 p3 p2; --fix does that.")
        case .notRectangular:
            self.init(
                severity: "info", summary: "a corner is not right-angled",
                meaning: "Relevant only if the marked object is a rectangle.",
                fix: "nothing is required; --ignore NOT_RECTANGULAR hides it.")
        case .duplicateMarker:
            self.init(
                severity: "warning", summary: "the marker coincides with another",
                meaning: """
                    All four corners are within the snap distance of another marker's, whichever corner
                    comes first and whichever way they run. In another session or file, they are the same in
                    single precision: a copy with the same id is reported as info. The original is the one
                    whose file, id and label come first, in whatever order the lines are.
                    """,
                fix: "remove one of the two; of one session, --fix keeps the original.")
        case .overlappingMarker:
            self.init(
                severity: "warning", summary: "the marker covers part of another",
                meaning: "Both are in one plane, to within the snap distance, and share part of their area.",
                fix: "decide which is right; two markers of one thing are best merged by hand.")
        case .stackedMarker:
            self.init(
                severity: "warning", summary: "the marker lies just above another",
                meaning: "Both are parallel, nearer than the limit, and one covers part of the other.",
                fix: "decide which is right: often the same thing was marked in two scans.")
        case .crowded:
            self.init(
                severity: "warning", summary: "too many markers are about it to compare it with all",
                meaning: """
                    Hundreds of others are parallel to the marker and in reach of it. It was compared with the
                    earliest of them; whether it is in the place of a later one is not known.
                    """,
                fix: "check fewer markers together, or look at what put so many in one place.")
        case .unitSlip, .farAway, .upAxis, .warped: self.init(together: code)
        }
    }
}

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
