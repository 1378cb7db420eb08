package import Markers
public import StrictJSON

extension ListForm: DocumentValue {}
extension LockStyle: DocumentValue {}
extension MarkerMetrics.DetailsRule: DocumentValue {}
extension ServerProfile.CalibratedWrites: DocumentValue {}

extension ServerProfile: WrittenObject {
    package static let members: [DocumentMember<ServerProfile>] = [
        .always("server", \.server, "The server that was asked."),
        .always("lists", \.lists, "The form of lists; null if no data shows it."),
        .always("roundLists", \.hasRoundLists, "Whether a list may have been cut off."),
        .always("locks", \.locks, "By which routes sessions are locked."),
        .always("vectorSign", \.vectorSign, "The sign of a space's vector in calibrated corners."),
        .always("details", \.detailsRule, "The formula of details."),
        .always("formerDetails", \.hasFormerDetails, "Whether details have their former names."),
        .always(
            "renewsCalibrated", \.renewsCalibrated,
            "Whether the server recomputes calibrated_data for new corners."),
        .always("checksVersions", \.checksVersions, "Whether updates of an old version are refused."),
        .always("clearsByNull", \.clearsByNull, "Whether null in an update clears a member."),
        .always("calibratedWrites", \.calibratedWrites, "The effect of calibrated_data in an update."),
    ]

    /// Writes the members of an object that ``init(_:)`` reads.
    public func members(_ json: inout JSONWriter) { writeMembers(to: &json) }
}
