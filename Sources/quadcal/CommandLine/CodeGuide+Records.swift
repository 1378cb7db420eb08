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
                severity: "error", summary: "a value of the list is no marker",
                meaning: """
                    It is not an object, or has none of the members p1 to p4. The other markers are still
                    checked.
                    """,
                mending: "take it out of the list, or look for the list that was meant.")
        case .badMember:
            self.init(
                severity: "error", summary: "a member is missing or of the wrong type",
                meaning: """
                    What the server keeps has an id and, but in reference sets, a work_session_id, both
                    UUIDs; a version is a whole number. A marker without id and version is one to be created.
                    """,
                mending: "correct the member that is named.")
        case .missingVersion:
            self.init(
                severity: "warning", summary: "the marker has no version",
                meaning: """
                    The server accepts an update only with the version it has, so that no edit of somebody
                    else is lost. A marker without one can be checked but not updated.
                    """,
                mending: "fetch the marker again.")
        case .duplicateID:
            self.init(
                severity: "error", summary: "an earlier marker has the same id",
                meaning:
                    "Ids are compared as UUIDs, in upper or lower case. Only one of the two can be true.",
                mending: "leave the older one out, or give one of them an id of its own.")
        case .noCalibratedData:
            self.init(
                severity: "error", summary: "no calibrated corners, which were asked for",
                meaning: """
                    With --coordinates calibrated the corners of calibrated_data are checked. The server
                    computes them some time after a change; reference sets never have them.
                    """,
                mending: "fetch the marker again, or check the raw corners.")
        case .badCalibratedData:
            self.init(
                severity: "error", summary: "calibrated_data is not four corners and a center",
                meaning:
                    "p1 to p4 must be there and be three finite numbers each; the center may be missing.",
                mending: "let the server compute it again from p1 to p4.")
        case .calibratedCenter:
            self.init(
                severity: "warning", summary: "the center of calibrated_data is not that of its corners",
                meaning: """
                    It differs from the mean of the corners by more than a micrometre and a step of single
                    precision: one of them is older than the other.
                    """,
                mending: "let the server compute it again from p1 to p4.")
        case .calibratedShape:
            self.init(
                severity: "warning", summary: "calibrated_data is of another shape than p1 to p4",
                meaning: """
                    A calibration moves a marker as it is, so distances between corners stay. Where one differs
                    by more than single precision explains, either was changed without the other.
                    """,
                mending: "let the server compute it again from p1 to p4.")
        }
    }
}
