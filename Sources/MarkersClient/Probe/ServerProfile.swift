public import Markers

/// What a server does where its documents leave it open; `nil` where nothing showed it.
public struct ServerProfile: Hashable, Sendable {
    /// What becomes of `calibrated_data` in an update.
    public enum CalibratedWrites: String, Hashable, Sendable, CaseIterable {
        case kept
        /// The update succeeds, and something else is stored.
        case ignored
        /// The update fails.
        case refused
    }

    /// The server as its origin is written.
    public var server: String
    public var lists: ListForm?
    /// Whether a list was seen that a server might have cut off without a word.
    public var hasRoundLists = false
    public var locks: LockStyle?
    public var vectorSign: VectorSign?
    public var detailsRule: MarkerMetrics.DetailsRule?
    /// Whether details have the names from before 4 November 2025.
    public var hasFormerDetails: Bool?

    // What only writing shows.
    public var calibratedWrites: CalibratedWrites?
    /// Whether an update of the corners makes `calibrated_data` anew.
    public var renewsCalibrated: Bool?
    /// Whether an update of a version that is gone is refused. Where it is not, edits of others can be lost.
    public var checksVersions: Bool?
    /// Whether null in an update clears a member.
    public var clearsByNull: Bool?

    public init(server: String) { self.server = server }

    /// Whether a mode can work there; `nil` where that is not known.
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
    }
}

/// Why a value is no profile of a server.
public struct ServerProfileError: Error, Hashable, Sendable {
    /// The member that is missing or says nothing known.
    public let member: String

    public init(member: String) { self.member = member }

    /// The error in a word that never changes meaning.
    public var code: String { "NO_PROFILE" }
}
