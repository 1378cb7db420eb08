/// The type of a work session: one of the documented words, or one of a later server.
public struct SessionType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    /// Markers are placed.
    public static let inspection: SessionType = "inspection"
    /// Findings are repaired.
    public static let repair: SessionType = "repair"
    /// Anything else.
    public static let other: SessionType = "other"
}

extension SessionType: CaseIterable {
    /// The documented types; a server may have others.
    public static let allCases: [SessionType] = [.inspection, .repair, .other]
}

/// The status of a work session: one of the documented words, or one of a later server.
public struct SessionStatus: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    /// Not begun.
    public static let draft: SessionStatus = "draft"
    /// In progress.
    public static let active: SessionStatus = "active"
    /// Completed.
    public static let done: SessionStatus = "done"
    /// Kept, but no longer shown by default.
    public static let archived: SessionStatus = "archived"
}

extension SessionStatus: CaseIterable {
    /// The documented statuses, in the order of the work; a server may have others.
    public static let allCases: [SessionStatus] = [.draft, .active, .done, .archived]
}

extension WorkSession {
    /// The type, to compare with the documented ones.
    public var type: SessionType { SessionType(rawValue: sessionType) }

    /// The status, to compare with the documented ones.
    public var state: SessionStatus { SessionStatus(rawValue: status) }
}
