import Markers
import QuadGeometry

extension CodeGuide {
    init(_ code: CheckCode) {
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
                severity: "error", summary: "an earlier marker has the same id",
                meaning:
                    "Ids are compared as UUIDs, in upper or lower case. Only one of the two can be true.",
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
