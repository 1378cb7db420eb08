public import WebSocket

/// A WebSocket to a server on this machine.
public final class SocketClient {
    private let raw: RawClient
    public private(set) var connection: WebSocketConnection
    /// Whether its texts go as binary messages, and whether the last that came was one.
    public var sendsBinary = false
    public private(set) var hasReadBinary = false

    /// The answer of a server, where it opens no socket.
    public struct Refused: Error {
        public var answer: RawClient.Answer?
    }

    /// - Parameter host: the host that it asks for; the port of this machine by default.
    public init(port: UInt16, _ target: String, fields: [OpeningField] = [], host: String? = nil) throws {
        raw = try RawClient(port: port, patience: 60)
        let keys = SeededGenerator(seed: 1)
        let opening = try ClientOpening(
            host: host ?? "127.0.0.1:\(port)", target: target, fields: fields, keys: keys)
        raw.send(opening.request)
        let answer = raw.answer()
        guard answer?.status == 101 else { throw Refused(answer: answer) }
        connection = WebSocketConnection(
            .client, limits: WebSocketLimits(messageBytes: 1 << 20, binaryIsText: true), at: 0,
            masks: SeededGenerator(seed: 2))
    }

    /// Sends bytes that need not be frames.
    public func send(raw bytes: some Sequence<UInt8>) { raw.send(bytes) }

    public func send(_ text: String) {
        if sendsBinary { connection.send(binary: text.utf8) } else { connection.send(text: text.utf8) }
        flush()
    }

    /// Sends texts in one piece.
    public func send(all texts: [String]) {
        for text in texts { connection.send(text: text.utf8) }
        flush()
    }

    public func close() {
        connection.close(at: 0)
        flush()
    }

    private func flush() {
        raw.send(connection.outgoing)
        connection.removeOutgoing()
    }

    /// The next event; nil if the connection ends without one.
    ///
    /// - Parameter answers: whether pings and closings are answered.
    public func event(answers: Bool = true) -> WebSocketConnection.Event? {
        while true {
            let event = connection.next(at: 0)
            if answers { flush() }
            if let event { return event }
            guard let piece = raw.piece() else { return nil }
            connection.receive(piece, at: 0)
        }
    }

    /// The next text, perhaps in a binary message; nil if something else comes.
    public func text() -> String? {
        let event = event()
        guard event == .text || event == .binary else { return nil }
        hasReadBinary = event == .binary
        return String(decoding: connection.payload, as: UTF8.self)
    }

    /// Whether nothing more comes.
    public func isOver() -> Bool { raw.piece() == nil }
}
