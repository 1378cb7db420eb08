package import Markers
import PublishedResults
import QuadGeometry

extension CodeGuide {
    package init(_ code: CheckCode) {
        switch code {
        case .quad(let code): self.init(code)
        case .record(let code): self.init(code)
        }
    }

    private init(_ code: MarkerIssue.Code) {
        switch code {
        case .wrongShape: self.init(.quad(.wrongShape))
        case .notAMarker:
            self.init(
                severity: "error", summary: "a value in the list is not a marker",
                meaning: """
                    It is not an object, or has none of the members p1 to p4. The other markers are still
                    checked.
                    """,
                fix: "remove it from the list, or check which list was meant.")
        case .brokenLine:
            self.init(
                severity: "error", summary: "a line of the file is not valid JSON",
                meaning: """
                    The line was cut off, or something else was written between the markers. The other lines are still
                    checked. Commands that change or upload markers refuse the file.
                    """,
                fix: "write the line again, or remove it.")
        case .noMarkers:
            self.init(
                severity: "error", summary: "the list is empty, so nothing was checked",
                meaning: """
                    The file is a list of markers or of reference sets, and there is no marker in it. An export
                    that failed looks the same as one of an empty space, so a check of it fails.
                    """,
                fix: "check what wrote the file, or, where a list may be empty, --ignore NO_MARKERS.")
        case .badMember:
            self.init(
                severity: "error", summary: "a member is missing or of the wrong type",
                meaning: """
                    What the server keeps has an id and, except in reference sets, a work_session_id, both
                    UUIDs; a version is a whole number. A marker without id and version is one to be created.
                    """,
                fix: "correct the named member.")
        case .missingVersion:
            self.init(
                severity: "warning", summary: "the marker has no version",
                meaning: """
                    The server accepts an update only with its current version, so that nobody else's edit
                    is lost. A marker without one can be checked but not updated.
                    """,
                fix: "fetch the marker again.")
        case .duplicateID:
            self.init(
                severity: "error or warning", summary: "an earlier marker has the same id",
                meaning: """
                    Ids are compared as UUIDs, in upper or lower case; other ids of a CSV file letter by
                    letter. Only one of the two can be true. Files of one check are compared, too: a marker
                    with the id and the corners of one in another file is the same, one with other corners
                    is named.
                    """,
                fix: "remove the older one, or give one of them a new id.")
        case .noCalibratedData:
            self.init(
                severity: "error", summary: "no calibrated corners, which were requested",
                meaning: """
                    With --coordinates calibrated the corners of calibrated_data are checked. The server
                    computes them some time after a change; reference sets never have them.
                    """,
                fix: "fetch the marker again, or check the raw corners.")
        case .badCalibratedData:
            self.init(
                severity: "error", summary: "calibrated_data is not four corners and a center",
                meaning:
                    "p1 to p4 must be there and be three finite numbers each; the center may be missing.",
                fix: "let the server recompute it from p1 to p4.")
        case .calibratedCenter:
            self.init(
                severity: "warning", summary: "the center of calibrated_data is not that of its corners",
                meaning: """
                    It differs from the mean of the corners by more than a micrometre and a step of single
                    precision: one of them is out of date.
                    """,
                fix: "let the server recompute it from p1 to p4.")
        case .staleCalibrated:
            self.init(
                severity: "error", summary: "calibrated_data does not follow from p1 to p4 and the vector",
                meaning: """
                    Found where the space's vector is known: by --vector, or from a member space beside the markers.
                    A corner or the center is off by more than a micrometre and a step of single precision at the
                    largest number, which is what a server's rounding explains. The number says how far, the
                    pointer which point is the worst.
                    """,
                fix: "see all with quadcal calibrate, which also recomputes them, or check the vector.")
        case .vectorSign:
            self.init(
                severity: "error", summary: "calibrated_data follows from the vector with the other sign",
                meaning: """
                    With --vector, or a member space beside the markers: the calibrated corners are the raw ones less
                    the vector where they should be the raw ones plus it, or the other way round with --sign
                    subtracted. If it is so of all markers of a file, that is one finding.
                    """,
                fix:
                    "if the server counts the vector that way, say so with --vector and --sign; otherwise correct the vector."
            )
        case .noVector:
            self.init(
                severity: "warning", summary: "calibrated_data is stored though the space has no vector",
                meaning: """
                    With --vector 0,0,0, or a member space beside the markers whose calibration_vector is null, empty
                    or zero: the calibrated corners differ from the raw ones. If it is so of all markers of a file,
                    that is one finding.
                    """,
                fix: "give the space the vector they were made with, or have calibrated_data removed.")
        case .calibratedShape:
            self.init(
                severity: "warning", summary: "calibrated_data differs in shape from p1 to p4",
                meaning: """
                    A calibration moves a marker as a whole, so distances between corners stay. If one differs
                    by more than single precision explains, one was changed without the other.
                    """,
                fix: "let the server recompute it from p1 to p4.")
        }
    }
}
