package import Markers
public import MarkersEndpoint
public import StrictJSON

extension ListForm: DocumentValue {}
extension LockStyle: DocumentValue {}
extension MarkerMetrics.DetailsRule: DocumentValue {}
extension ServerProfile.CalibratedWrites: DocumentValue {}

extension ServerProfile: WrittenObject {
    package static let members: [DocumentMember<ServerProfile>] = [
        .always("server", \.server, "The server that was probed."),
        .always("lists", \.lists, "How the server returns lists; null if nothing showed it."),
        .always("roundLists", \.hasRoundLists, "Whether a list may have been truncated."),
        .always("locks", \.locks, "The routes that lock sessions."),
        .always(
            "vectorSign", \.vectorSign,
            "Whether a space's vector is added to raw corners or subtracted from them."),
        .always("details", \.detailsRule, "The formula that details are computed by."),
        .always("formerDetails", \.hasFormerDetails, "Whether details use their former names."),
        .always(
            "renewsCalibrated", \.renewsCalibrated,
            "Whether the server recomputes calibrated_data when corners change."),
        .always("checksVersions", \.checksVersions, "Whether an update of an outdated version is refused."),
        .always("clearsByNull", \.clearsByNull, "Whether null in an update clears a field."),
        .always("keepsMeta", \.keepsMeta, "Whether a session keeps the meta that an update sends."),
        .always(
            "calibratedWrites", \.calibratedWrites, "What the server does with calibrated_data in an update."),
    ]

    /// Writes the members of an object that ``init(_:)`` reads.
    public func members(_ json: inout JSONWriter) { writeMembers(to: &json) }
}
