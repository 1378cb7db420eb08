internal import HTTPServer

/// The validators of what a server shows, and the answer that nothing has changed (RFC 9110, 8.8.3 and 13.1.2).
///
/// A tag names this run of the server and the number of the last change of what is shown, so that no body is hashed.
extension Sandbox {
    /// The tag of what a request asks for; nil for what has none.
    func tag(of operation: Operation, _ call: Call) -> String? {
        guard !has(.noTags), showing == .present, let thing = Self.thing(operation, call) else { return nil }
        return "\"\(run)-\(store.changes[thing])\""
    }

    /// The requests whose answers have a tag.
    static let tagged: Set<Operation> = [
        .getSpace, .getWorkSession, .getMarker, .getMarkerDetails, .getAnchor, .listSpaces, .listWorkSessions,
        .listMarkers, .listSessionMarkers, .listAnchors, .listReferenceSets, .getLaserGuide,
    ]

    /// The document or the list that a request reads.
    private static func thing(_ operation: Operation, _ call: Call) -> String? {
        switch operation {
        case .getSpace, .getWorkSession, .getMarker, .getMarkerDetails, .getAnchor: call.parameters[0]
        case .listSpaces: ChangeNumbers.list(.space)
        case .listWorkSessions: ChangeNumbers.list(.workSession, of: call.identifier("space_id"))
        case .listMarkers: ChangeNumbers.list(.marker, of: call.identifier("work_session_id"))
        case .listSessionMarkers: ChangeNumbers.list(.marker, of: call.parameters[0])
        case .listAnchors: ChangeNumbers.list(.anchor, of: call.identifier("session_id"))
        case .listReferenceSets: ChangeNumbers.list(.referenceSet, of: call.parameters[0])
        case .getLaserGuide: ChangeNumbers.list(.laserGuide, of: call.parameters[0])
        default: nil
        }
    }
}

extension IncomingRequest {
    /// Whether it asks for nothing but what has another tag; weak tags count as the strong ones.
    func has(_ tag: String) -> Bool {
        guard let field = self["if-none-match"] else { return false }
        return field.split(separator: ",").contains { part in
            let text = part.trimmed
            return text == tag || text == "W/" + tag
        }
    }
}
