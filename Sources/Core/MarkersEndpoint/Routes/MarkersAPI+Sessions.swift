public import Foundation
public import Markers

extension MarkersAPI {
    /// The work sessions, optionally of one space, status or type.
    public func workSessions(
        in space: WireID? = nil, status: String? = nil, type: String? = nil
    ) async throws(APIError) -> ListReply<WorkSession> {
        let space = space.map { $0.uuid?.wireText ?? $0.text }
        let query = [("space_id", space), ("status", status), ("session_type", type)]
        return try await list("/work-sessions", query, each: WorkSession.list)
    }

    /// The work sessions in a state, optionally of one space or type.
    public func workSessions(
        in space: WireID? = nil, state: SessionStatus, type: SessionType? = nil
    ) async throws(APIError) -> ListReply<WorkSession> {
        try await workSessions(in: space, status: state.rawValue, type: type?.rawValue)
    }

    /// The markers of all work sessions of a space, a list for each session; each list says which markers could not be read.
    ///
    /// Fails as soon as a list, or one of the sessions, cannot be read.
    public func markers(inSpace space: WireID) async throws(APIError) -> [ListReply<Marker>] {
        let sessions = try await workSessions(in: space)
        if let error = sessions.refused.first {
            throw .unreadable(RequestLine(.get, "/work-sessions"), error)
        }
        var lists: [ListReply<Marker>] = []
        for session in sessions.elements { lists.append(try await markers(of: session.id)) }
        return lists
    }

    /// The work sessions of a space, if they have changed since a validator was given; `nil` if they have not.
    public func workSessions(
        in space: WireID, unless validator: Validator?
    ) async throws(APIError) -> ListReply<WorkSession>? {
        let query = [("space_id", Optional(space.uuid?.wireText ?? space.text))]
        return try await list(
            request(.get, "/work-sessions", query), unless: validator, each: WorkSession.list)
    }

    /// A work session.
    public func workSession(_ id: UUID) async throws(APIError) -> WorkSession {
        try await get(route(session: id), as: WorkSession.init)
    }

    /// Creates a work session from the members of a body.
    public func createWorkSession(_ body: [UInt8]) async throws(APIError) -> WorkSession {
        let request = request(.post, "/work-sessions", body: body)
        return try value(of: try await change(request), to: request, WorkSession.init)
    }

    /// Changes the members in the body, which must have the session's version.
    package func updateWorkSession(_ id: UUID, _ body: [UInt8]) async throws(APIError) -> WorkSession {
        let request = request(.patch, route(session: id), body: body)
        return try value(of: try await change(request), to: request, WorkSession.init)
    }

    /// Deletes a work session and its contents.
    public func deleteWorkSession(_ id: UUID) async throws(APIError) { try await delete(route(session: id)) }

    /// Has the server compute the details of all markers of a session; its answer is not specified.
    public func calculateDetails(ofSession id: UUID) async throws(APIError) -> [UInt8] {
        try await change(request(.post, route(session: id) + "/markers/calculate-details")).body
    }

    /// A session as the file that the server exports.
    public func export(session id: UUID) async throws(APIError) -> [UInt8] {
        try await response(to: request(.get, route(session: id) + "/export")).body
    }

    /// Imports an exported session, by an undocumented route.
    public func importSession(_ file: [UInt8], route: String) async throws(APIError) -> [UInt8] {
        try await change(request(.post, route, body: file)).body
    }

    /// The events of the server, which records who changed what.
    ///
    /// - Parameter entity: the entity they are about; all of them by default.
    public func serverEvents(about entity: UUID? = nil) async throws(APIError) -> ListReply<ServerEvent> {
        try await list("/events", [("entity_id", entity?.wireText)], each: ServerEvent.list)
    }

    /// The events after one of a number, in order, as servers list them that number their events.
    ///
    /// - Parameters:
    ///   - number: The number of the last event that is known; 0 for none.
    ///   - count: The most events of an answer.
    public func serverEvents(
        after number: Int64, atMost count: Int = 1000
    ) async throws(APIError) -> ListReply<ServerEvent> {
        try await list("/events", [("after", "\(number)"), ("limit", "\(count)")], each: ServerEvent.list)
    }

    private func route(session: UUID) -> String { "/work-sessions/" + session.wireText }
}
