/// The side of a connection that a program is on.
///
/// Clients mask what they send and servers do not (RFC 6455, 5.1); the other way round ends the connection.
public enum WebSocketRole: String, Hashable, Sendable, CaseIterable {
    case client, server

    /// The side that it speaks to.
    public var other: WebSocketRole { self == .client ? .server : .client }
}
