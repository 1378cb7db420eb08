internal import Foundation
public import Markers

/// The meaning of the `type` strings of push payloads: a table that an app may replace, since each server has its own.
public struct PushTable: Sendable {
    /// The meaning of a type: the kind of the change, and of what.
    public struct Row: Hashable, Sendable {
        /// The kind of a thing.
        public enum Thing: String, Hashable, Sendable, CaseIterable {
            case space, session, marker
        }

        public let kind: ChangeNotice.Kind
        public let thing: Thing
        /// The member of the payload that has the id of the thing.
        public let identifier: String

        /// The meaning of a type.
        ///
        /// - Parameters:
        ///   - kind: What was done.
        ///   - thing: The kind of the thing that it was done to.
        ///   - identifier: The member with its id; `nil` for the usual one, such as `marker_id`.
        package init(_ kind: ChangeNotice.Kind, _ thing: Thing, identifier: String? = nil) {
            (self.kind, self.thing) = (kind, thing)
            self.identifier = identifier ?? thing.rawValue + "_id"
        }
    }

    /// The rows by type.
    public var rows: [String: Row]
    /// The members that name the space and the session of the thing, and the time, where the payload has them.
    public var space = "space_id", session = "session_id", time = "at"

    /// A table of one's own.
    package init(_ rows: [String: Row]) { self.rows = rows }

    /// `marker-created`, `marker-updated`, `marker-deleted`, and the same of `session` and `space`.
    public static let usual: PushTable = {
        var rows: [String: Row] = [:]
        for thing in Row.Thing.allCases {
            for kind in ChangeNotice.Kind.allCases {
                rows["\(thing.rawValue)-\(kind.rawValue)"] = Row(kind, thing)
            }
        }
        return PushTable(rows)
    }()

    /// The news in a payload; `nil` for one whose type is not in the table, or without a usable id.
    public func notice(_ payload: [String: String]) -> ChangeNotice? {
        guard let row = payload["type"].flatMap({ rows[$0] }), let id = payload[row.identifier], !id.isEmpty
        else { return nil }
        let target: ChangeNotice.Target
        switch row.thing {
        case .space: target = .space(WireID(id))
        case .session:
            guard let uuid = WireID(id).uuid else { return nil }
            target = .session(uuid, space: payload[space].map { WireID($0) })
        case .marker:
            guard let uuid = WireID(id).uuid else { return nil }
            target = .marker(uuid, session: payload[session].flatMap { WireID($0).uuid })
        }
        return ChangeNotice(row.kind, target, at: payload[time])
    }

    /// The same of a payload as JSON, whose members may be numbers and other values, too.
    public func notice(_ payload: JSONValue) -> ChangeNotice? {
        guard payload.kind == .object else { return nil }
        var texts: [String: String] = [:]
        for member in payload.members {
            texts[member.name] = member.value.string ?? member.value.integer.map { "\($0)" }
        }
        return notice(texts)
    }
}
