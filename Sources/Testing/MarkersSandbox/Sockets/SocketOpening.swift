internal import HTTPServer
internal import Markers

/// The request that opened a WebSocket, and what it asked for.
struct SocketOpening: Sendable {
    let purpose: SocketPurpose
    let request: IncomingRequest
    let operation: Operation
    let number: Int
    /// Seconds that a message may take to arrive, and that the client may be silent.
    let patience: Double

    /// The number of the effect that the client has already; nil for none of the old ones.
    var after: Int64? { request.target.query["after"].flatMap { Int64($0) } }

    /// The thing whose effects it wants, in lower case; nil for all.
    var entity: String? { request.target.query["entity_id"].map { WireID($0).canonical } }
}

/// The use of a WebSocket of the server.
enum SocketPurpose: Sendable {
    /// Sends every message back.
    case echo
    /// Sends every effect.
    case effects
    /// Carries messages between the devices of a room.
    case room
}
