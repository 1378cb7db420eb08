/// Something whole that arrived on a connection; its bytes are the `payload` of what has read it.
public enum WebSocketEvent: Hashable, Sendable {
    /// A text, which is UTF-8.
    case text
    case binary
    case ping
    case pong
    /// The other side closes; the payload is its reason, UTF-8. Without a code where it gives none.
    case close(CloseCode?)
}
