public import WebSocket

/// A WebSocket as sessions and streams use it: four calls, and the events that come of them.
///
/// The calls return at once and may be made from any thread. A socket that has ended may be opened again.
public protocol MessageSocket: Sendable {
    /// Begins to connect; a connection from before is abandoned. Its ``MessageSocketEvent/opened``, or its end, comes as an event.
    ///
    /// - Parameter headers: Fields for the opening request, such as `Authorization`.
    func open(headers: [OpeningField])

    /// Sends a text frame after those sent before; `false`, and nothing is sent, where the socket is not open or too much waits.
    @discardableResult
    func send(_ text: [UInt8]) -> Bool

    /// Begins to close: what was sent before still goes out, and the end comes as an event.
    func close(_ code: CloseCode, reason: String)

    /// Ends the connection at once, without a word to the other side and without an event.
    func abandon()

    /// The events of the socket in order, for one reader.
    var events: AsyncStream<MessageSocketEvent> { get }
}

/// An event of a socket.
public enum MessageSocketEvent: Hashable, Sendable {
    /// The server has agreed.
    case opened
    /// A text frame, which is UTF-8.
    case received([UInt8])
    /// The connection is over. Clean is an end that both sides have said, with its code; 1005 is a closing frame without one.
    case closed(code: CloseCode, reason: String, isClean: Bool)
    /// There is no connection, or it broke.
    case failed(MessageSocketError)
}

extension MessageSocket {
    /// Begins to connect without fields of one's own.
    public func open() { open(headers: []) }

    /// Begins to close, since there is nothing more to say.
    public func close() { close(.normal, reason: "") }
}
