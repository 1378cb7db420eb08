public import Foundation

/// An entry of the server's record of changes. Its members are not documented, so each may be missing; all are in ``value``.
public struct ServerEvent: Hashable, Sendable {
    public let value: JSONValue
    /// Its number or its id, as it was written.
    public let id: String?
    /// The change, as in `created`: the member `action`, `event_type` or `type`.
    public let action: String?
    /// The kind of what was changed: the member `entity_type`, or `entity`.
    public let entityType: String?
    /// The id of what was changed: the member `entity_id`.
    public let entityID: WireID?
    /// The version that it then had.
    public let version: Int64?
    /// The date as it was written: the member `created_at`, or `timestamp`.
    public let createdAt: String?

    /// Reads an entry, which must be an object.
    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        func text(_ names: String...) -> String? { names.lazy.compactMap { object[$0]?.string }.first }
        id = text("id") ?? (object["id"] ?? object["number"])?.integer.map { String($0) }
        action = text("action", "event_type", "type")
        entityType = text("entity_type", "entity")
        entityID = object["entity_id"]?.identifier
        version = object["version"]?.integer
        createdAt = text("created_at", "timestamp")
    }

    /// The instant; nil if that is missing or is not a date.
    public var created: Date? { createdAt.flatMap { WireDate($0) }?.date }

    /// Reads the events of a reply: an array, or the `events` or `data` of an object.
    package static func list(_ reply: JSONValue) throws(JSONError) -> WireList<ServerEvent> {
        try WireList(reply, under: "events") { (value) throws(JSONError) in try ServerEvent(value) }
    }
}
