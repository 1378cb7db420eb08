public import Foundation

/// A work session as the wire has it. Members without a property here are in ``value``.
public struct WorkSession: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let spaceID: WireID
    /// The type: `inspection`, `repair`, `other`, or a word of a later server.
    public let sessionType: String
    /// The status: `draft`, `active`, `done`, `archived`, or a word of a later server.
    public let status: String
    /// The version that an update must carry; a session without one cannot be updated.
    public let version: Int64?
    public let meta: JSONValue?
    /// The dates as they were written.
    public let startedAt: String?
    public let completedAt: String?
    public let createdAt: String?
    public let updatedAt: String?

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        spaceID = try object.needed("space_id", \.identifier)
        sessionType = try object.needed("session_type", \.string)
        status = try object.needed("status", \.string)
        version = try object.optional("version", \.integer)
        meta = try object.optional("meta", \.object)
        startedAt = try object.optional("started_at", \.string)
        completedAt = try object.optional("completed_at", \.string)
        createdAt = try object.optional("created_at", \.string)
        updatedAt = try object.optional("updated_at", \.string)
    }

    /// Reads the sessions of a reply: an array, or the `work_sessions` or `data` of an object.
    public static func list(_ reply: JSONValue) throws(JSONError) -> WireList<WorkSession> {
        try WireList(reply, under: "work_sessions") { (value) throws(JSONError) in try WorkSession(value) }
    }
}
