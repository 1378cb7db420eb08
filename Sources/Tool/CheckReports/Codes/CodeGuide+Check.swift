package import Markers
package import PublishedResults
import QuadGeometry
package import ToolTerminal

extension CodeGuide {
    /// The meaning of a code of a check, and what to do about it.
    package init(_ code: CheckCode) {
        guard let guide = CodeGuide.checks[code.rawValue] else {
            preconditionFailure("\(code) has no meaning")
        }
        self = guide
    }

    package static func list(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "check --list-codes") }
        return list(CheckCode.allCases.map { ($0.rawValue, CodeGuide($0)) } + ExitCode.listed)
    }

    package static func explanation(of code: CheckCode, _ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "check --explain") }
        let limits = LimitOption.all.filter { $0.codes.map(CheckCode.quad).contains(code) }
        return CodeGuide(code).explanation(of: code.rawValue, limits: limits.map { ($0.flag, $0.help) })
    }

    /// What quads, files as a whole and records may show.
    private static let checks = CodeTable(
        """
        WRONG_SHAPE error: not four corners of three numbers
        A row does not have 12 fields, or 13 with an id first, or a field is not a number that
        a double can hold; or a corner in JSON is missing or not an array of three finite
        numbers. The other markers are still checked.
        > correct the named fields; numbers have a decimal point, as in -1.25 or 3e-2.

        NON_FINITE error: a coordinate is NaN or infinite
        A corner without a position: usually a ray that hit nothing when the marker was placed.
        > place the marker again; nothing else is checked until all 12 numbers are finite.

        OUT_OF_RANGE error: a coordinate is too far from the origin
        The server stores coordinates in single precision, which at 9 km rounds a corner by half
        a millimetre.
        > look for millimetres sent as metres, or move the origin of the space nearer.

        DUPLICATE_CORNERS error: two corners coincide
        A corner is nearer to an earlier one than the snap distance, so the marker is no quad.
        > place the corner again. Shape, size and planarity are checked once the corners differ.

        ZERO_AREA error: all corners are on one line
        The four corners differ but span no plane. The verdict is exact; no tolerance is
        involved.
        > place the marker again.

        SELF_INTERSECTING error: the outline crosses itself, like a bow tie
        Two opposite edges cross: the corners are not in order around the outline.
        > reorder the corners as suggested; --fix does that.

        CONCAVE error: a corner lies inside the triangle of the others
        The inner angle at one corner is more than 180 degrees, so no order of corners is
        convex.
        > place the named corner again.

        NON_PLANAR warning or error: the corners are not in one plane
        Flatness is the distance of every corner from the plane that is nearest to all of
        them. Above the first limit it is a warning, above the second an error.
        > --fix moves the corners into the plane, each by the flatness; or place the marker again.

        FOLDED warning (error in strict): the quad is folded along p2-p4
        The angle between the triangles p1p2p4 and p3p4p2. A small marker can be near a plane
        and still be folded sharply. Checked unless NON_PLANAR is an error.
        > --fix moves the corners into one plane; or place the marker again.

        TOO_SMALL error: an edge is too short
        An edge shorter than can be placed by hand is usually a slip.
        > place the marker again, or lower the limit.

        TOO_LARGE error: an edge is too long
        An edge longer than a marker usually means a corner that hit something far away.
        > place the marker again, or raise the limit.

        STRAIGHT_CORNER warning: a corner angle is near 0 or 180 degrees
        The quad is nearly a triangle, or nearly folded up: its plane and its axes are uncertain.
        > place the named corner again.

        ASPECT_RATIO warning: one edge is much longer than another
        The longest over the shortest edge: the direction across a sliver is uncertain.
        > place the marker again, or raise the limit for strips.

        WINDING warning: the corners run in the opposite direction
        The right-hand normal of p1 p2 p3 p4 points away from --facing. In the app's corner
        order it points into the surface. Checked only if --facing is given.
        > reorder the corners as p1 p4 p3 p2; --fix does that.

        NOT_RECTANGULAR info: a corner is not right-angled
        Relevant only if the marked object is a rectangle.
        > nothing is required; --ignore NOT_RECTANGULAR hides it.

        DUPLICATE_MARKER warning: the marker coincides with another
        All four corners are within the snap distance of another marker's, whichever corner
        comes first and whichever way they run. In another session or file, they are the same in
        single precision: a copy with the same id is reported as info. The original is the one
        whose file, id and label come first, in whatever order the lines are.
        > remove one of the two; of one session, --fix keeps the original.

        OVERLAPPING_MARKER warning: the marker covers part of another
        Both are in one plane, to within the snap distance, and share part of their area.
        > decide which is right; two markers of one thing are best merged by hand.

        STACKED_MARKER warning: the marker lies just above another
        Both are parallel, nearer than the limit, and one covers part of the other.
        > decide which is right: often the same thing was marked in two scans.

        CROWDED warning: too many markers are about it to compare it with all
        Hundreds of others are parallel to the marker and in reach of it. It was compared with the
        earliest of them; whether it is in the place of a later one is not known.
        > check fewer markers together, or look at what put so many in one place.

        UNIT_SLIP error: lengths seem to be in another unit than metres
        Of a file: half of its markers are longer than markers usually are (8 m, or 0.4 of
        --max-edge-m), or longer than 1.5 m and spread over more than 250 m (a fortieth of
        --max-coordinate-m). Of a marker: it is longer than the others and lies outside the room that they
        take up, and one unit makes its size and its place those of the others. The named unit is the
        one that comes nearest to usual sizes. Neither --fix nor a suggestion repairs such markers,
        since limits in metres say nothing about them. A room in feet looks like a larger room in
        metres and is not found.
        > multiply by the factor where the numbers come from, or, if they are right, --ignore UNIT_SLIP.

        FAR_AWAY warning: the marker is far away from all others
        It is more than ten times as far from the middle of the others as the farthest of them. At most
        one marker in ten, and one in small files, can be; three that are near each other are a place of
        their own. Files of fewer than five markers say nothing.
        > place the marker again, or keep it if it belongs there.

        UP_AXIS warning: another axis than y seems to be vertical
        Nine of ten markers, eight at least, stand upright about x or z (two edges along it) or lie level
        (the normal along it), and at most three of ten do about y; the walls meet at right angles, and
        the room is wider than high. Where the walls are parallel to the axes, nine of ten stand
        upright, one in five would be on a floor if y were vertical, and the room would be less than 0.8
        times as deep as it is wide or high. Floors alone, roofs, pipes, blades and files with both kinds
        say nothing.
        > export with +Y up: for z up, (x, z, -y) in place of (x, y, z).

        WARPED info: the corners are out of one plane for the marker's size
        Flatness over the shorter diagonal is more than 0.03: small in millimetres, so that neither
        NON_PLANAR nor FOLDED says so, but much for a small marker, whose normal is then uncertain.
        > --fix moves the corners into one plane; or place the marker again.

        NOT_A_MARKER error: a value in the list is not a marker
        It is not an object, or has none of the members p1 to p4. The other markers are still
        checked.
        > remove it from the list, or check which list was meant.

        BROKEN_LINE error: a line of the file is not valid JSON
        The line was cut off, or something else was written between the markers. The other lines are still
        checked. Commands that change or upload markers refuse the file.
        > write the line again, or remove it.

        NO_MARKERS error: the list is empty, so nothing was checked
        The file is a list of markers or of reference sets, and there is no marker in it. An export
        that failed looks the same as one of an empty space, so a check of it fails.
        > check what wrote the file, or, where a list may be empty, --ignore NO_MARKERS.

        BAD_MEMBER error: a member is missing or of the wrong type
        What the server keeps has an id and, except in reference sets, a work_session_id, both
        UUIDs; a version is a whole number. A marker without id and version is one to be created.
        > correct the named member.

        MISSING_VERSION warning: the marker has no version
        The server accepts an update only with its current version, so that nobody else's edit
        is lost. A marker without one can be checked but not updated.
        > fetch the marker again.

        DUPLICATE_ID error or warning: an earlier marker has the same id
        Ids are compared as UUIDs, in upper or lower case; other ids of a CSV file letter by
        letter. Only one of the two can be true. Files of one check are compared, too: a marker
        with the id and the corners of one in another file is the same, one with other corners
        is named.
        > remove the older one, or give one of them a new id.

        NO_CALIBRATED_DATA error: no calibrated corners, which were requested
        With --coordinates calibrated the corners of calibrated_data are checked. The server
        computes them some time after a change; reference sets never have them.
        > fetch the marker again, or check the raw corners.

        BAD_CALIBRATED_DATA error: calibrated_data is not four corners and a center
        p1 to p4 must be there and be three finite numbers each; the center may be missing.
        > let the server recompute it from p1 to p4.

        CALIBRATED_CENTER warning: the center of calibrated_data is not that of its corners
        It differs from the mean of the corners by more than a micrometre and a step of single
        precision: one of them is out of date.
        > let the server recompute it from p1 to p4.

        STALE_CALIBRATED error: calibrated_data does not follow from p1 to p4 and the vector
        Found where the space's vector is known: by --vector, or from a member space beside the markers.
        A corner or the center is off by more than a micrometre and a step of single precision at the
        largest number, which is what a server's rounding explains. The number says how far, the
        pointer which point is the worst.
        > see all with quadcal calibrate, which also recomputes them, or check the vector.

        VECTOR_SIGN error: calibrated_data follows from the vector with the other sign
        With --vector, or a member space beside the markers: the calibrated corners are the raw ones less
        the vector where they should be the raw ones plus it, or the other way round with --sign
        subtracted. If it is so of all markers of a file, that is one finding.
        > if the server counts the vector that way, say so with --vector and --sign; otherwise correct \
        the vector.

        NO_VECTOR warning: calibrated_data is stored though the space has no vector
        With --vector 0,0,0, or a member space beside the markers whose calibration_vector is null, empty
        or zero: the calibrated corners differ from the raw ones. If it is so of all markers of a file,
        that is one finding.
        > give the space the vector they were made with, or have calibrated_data removed.

        CALIBRATED_SHAPE warning: calibrated_data differs in shape from p1 to p4
        A calibration moves a marker as a whole, so distances between corners stay. If one differs
        by more than single precision explains, one was changed without the other.
        > let the server recompute it from p1 to p4.
        """)
}
