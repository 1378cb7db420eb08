internal import Foundation
public import Markers
public import MarkersEndpoint
public import StrictJSON

/// The behaviour of a server that the API leaves open; `nil` for what nothing has shown.
public struct ServerProfile: Hashable, Sendable {
    /// The effect of `calibrated_data` in an update.
    public enum CalibratedWrites: String, Hashable, Sendable, CaseIterable {
        case kept
        /// The update succeeds, but something else is stored.
        case ignored
        /// The update fails.
        case refused
    }

    public var server: String
    public var lists: ListForm?
    /// Whether a list was seen that the server might have cut off silently.
    public var hasRoundLists = false
    public var locks: LockStyle?
    public var vectorSign: VectorSign?
    public var detailsRule: MarkerMetrics.DetailsRule?
    /// Whether details have the names from before 4 November 2025.
    public var hasFormerDetails: Bool?

    // Shown only by writing.
    public var calibratedWrites: CalibratedWrites?
    /// Whether an update of the corners recomputes `calibrated_data`.
    public var renewsCalibrated: Bool?
    /// Whether an update of an outdated version is refused. If not, other people's edits can be lost.
    public var checksVersions: Bool?
    /// Whether null in an update clears a member.
    public var clearsByNull: Bool?
    /// Whether a session keeps the `meta` that an update sends, member for member, and forgets those that it no longer sends.
    public var keepsMeta: Bool?

    public init(server: String) { self.server = server }

    /// Whether a mode can work there; `nil` if that is unknown.
    public func serves(_ mode: PushMode) -> Bool? {
        switch mode {
        case .raw, .vector: checksVersions
        case .calibrated:
            calibratedWrites.flatMap { writes in checksVersions.map { $0 && writes == .kept } }
        }
    }
}

extension ServerProfile {
    /// Reads a profile that was written before; a word that it does not know is refused.
    public init(_ value: JSONValue) throws(ServerProfileError) {
        guard let server = value["server"]?.string else { throw ServerProfileError(member: "server") }
        self.init(server: server)
        func word<Word>(
            _ name: String, _ make: (String) -> Word?
        ) throws(ServerProfileError) -> Word? {
            guard let text = value[name], !text.isNull else { return nil }
            guard let word = text.string.flatMap(make) else { throw ServerProfileError(member: name) }
            return word
        }
        lists = try word("lists", ListForm.init)
        func flag(_ name: String) throws(ServerProfileError) -> Bool? {
            guard let flag = value[name], !flag.isNull else { return nil }
            guard let isSo = flag.bool else { throw ServerProfileError(member: name) }
            return isSo
        }
        hasRoundLists = try flag("roundLists") ?? false
        locks = try word("locks", LockStyle.init)
        vectorSign = try word("vectorSign") { text in VectorSign.allCases.first { $0.word == text } }
        detailsRule = try word("details", MarkerMetrics.DetailsRule.init)
        calibratedWrites = try word("calibratedWrites", CalibratedWrites.init)
        hasFormerDetails = try flag("formerDetails")
        renewsCalibrated = try flag("renewsCalibrated")
        checksVersions = try flag("checksVersions")
        clearsByNull = try flag("clearsByNull")
        keepsMeta = try flag("keepsMeta")
    }
}

/// The reason why a value is not a profile of a server.
public struct ServerProfileError: Error, Hashable, Sendable {
    /// The member that is missing or has an unknown value.
    public let member: String

    public init(member: String) { self.member = member }

    /// The error as a word whose meaning never changes.
    public var code: String { "NO_PROFILE" }
}

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

extension ServerProfileError: ExplainedError {
    /// The member that is missing or has an unknown value.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The member that is missing or has an unknown value, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String) {
        (
            "is not a server profile: \(listener.quoted(member)) is missing or has an unknown value",
            "create one with \(listener.words(program: "a probe of the server", commandLine: "quadcal probe --out"))"
        )
    }
}
