internal import HTTPServer
internal import Markers
internal import WebSocket

extension Route {
    /// The paths that open WebSockets. OpenAPI has no words for them.
    static let socketRoutes = [
        Route(
            .get, "/events/live", .followEvents, "sends every write that takes effect through a WebSocket",
            query: [.init(name: "entity_id", shape: .uuid), .init(name: "after", shape: .counts)], .socket,
            isOwn: true, opens: .effects, work: Sandbox.openSocket),
        Route(
            .get, "/sandbox/echo", .echoMessages, "sends every message of a WebSocket back", .socket,
            isOwn: true, opens: .echo, work: Sandbox.openSocket),
        Route(
            .get, "/ws", .joinRoom, "lets a device join the room", .socket, isOwn: true, opens: .room,
            work: Sandbox.openRoom),
    ]
}

extension Route.Reply {
    fileprivate static let socket = Route.Reply(status: 101)
}

extension Sandbox {
    /// The most WebSockets at once, so that other requests always find a connection.
    static let mostSockets = 256

    func openSocket(_ call: Call) throws(Problem) -> OutgoingResponse {
        guard socketCount < Sandbox.mostSockets else {
            throw Problem(503, "\(Sandbox.mostSockets) WebSockets are open; close one first")
        }
        return OutgoingResponse(101, fields: call.opening)
    }
}

extension Sandbox {
    func openRoom(_ call: Call) throws(Problem) -> OutgoingResponse {
        if let text = call.refusal { throw Problem(503, text) }
        return OutgoingResponse(101, fields: call.opening)
    }
}

extension IncomingRequest {
    /// The fields of the answer that opens a WebSocket.
    func opening() throws(Problem) -> [HeaderField] {
        do throws(OpeningRefusal) { return try socketFields() } catch {
            throw Problem(error.status, "\(error.code): \(error.message)", fields: error.headerFields)
        }
    }
}
