public import Foundation
public import Markers

/// The news that something on the server has changed, wherever it comes from.
///
/// It marks what is kept as stale without a request; the server is asked when somebody next wants it.
public struct ChangeNotice: Hashable, Sendable {
    /// The kind of a change.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case created, updated, deleted
    }

    /// The thing that was changed, with what is known of where it belongs.
    public enum Target: Hashable, Sendable {
        case space(WireID)
        /// A work session, and its space.
        case session(UUID, space: WireID?)
        /// A marker, and its work session.
        case marker(UUID, session: UUID?)
    }

    public let kind: Kind
    public let target: Target
    /// The time of the change as the server wrote it; `nil` if it was not said.
    public let at: String?

    package init(_ kind: Kind, _ target: Target, at: String? = nil) {
        (self.kind, self.target, self.at) = (kind, target, at)
    }

    /// News that an event of the server brings; `nil` for one of another kind, such as of an anchor.
    package init?(_ event: ServerEvent) {
        guard let kind = event.action.flatMap({ Kind(event: $0) }), let id = event.entityID else {
            return nil
        }
        let body = event.value["body"]
        func owner(_ name: String) -> WireID? {
            (event.value[name] ?? body?[name])?.string.map { WireID($0) }
        }
        switch event.entityType?.lowercased().replacing("_", with: "-") {
        case "space": target = .space(id)
        case "work-session", "session":
            guard let session = id.uuid else { return nil }
            target = .session(session, space: owner("space_id"))
        case "marker":
            guard let marker = id.uuid else { return nil }
            target = .marker(marker, session: owner("work_session_id")?.uuid)
        case "marker-details", "details":
            // Lists of markers show them, so that to a list the marker has changed, whatever became of its details.
            guard let marker = id.uuid else { return nil }
            (self.kind, target, at) = (.updated, .marker(marker, session: nil), event.createdAt)
            return
        default: return nil
        }
        (self.kind, at) = (kind, event.createdAt)
    }
}

extension ChangeNotice.Kind {
    /// The kind of an event's action, in any of the forms that servers use: `created`, `create`, `marker.created`.
    init?(event action: String) {
        let word = action.lowercased().split { "._-".contains($0) }.last.map(String.init) ?? ""
        switch word {
        case "created", "create", "added", "insert", "inserted": self = .created
        case "updated", "update", "changed", "modified": self = .updated
        case "deleted", "delete", "removed": self = .deleted
        default: return nil
        }
    }
}
