/// The use of a WebSocket of the server.
enum SocketPurpose: Sendable {
    /// Sends every message back.
    case echo
    /// Sends every effect.
    case effects
    /// Carries messages between the devices of a room.
    case room
}
