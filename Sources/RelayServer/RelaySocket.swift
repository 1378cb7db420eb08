internal import ARMessages
internal import HTTPServer
internal import WebSocket

/// The WebSocket of one device. For the listener's thread only.
final class RelaySocket: UpgradedHandler, @unchecked Sendable {
    private let host: RelayHost
    private let resuming: SessionToken?
    private let count: @Sendable (Int) -> Void
    private var connection: WebSocketConnection
    private var line: UpgradedLine?
    /// The host's number of this socket, once the relay has taken it in.
    private var client: Int?

    /// Bytes of answers to pings that wait in the line, at most: a client that asks and does not read.
    private static let mostUnread = 1 << 20
    /// Bytes that wait in the line; what is more waits in the relay, which notices who is slow.
    private static let mostUnsent = 1 << 16

    /// - Parameters:
    ///   - resuming: the session that the device says it had.
    ///   - count: gets 1 when the socket has opened, and -1 when it has closed.
    init(
        _ host: RelayHost, resuming: SessionToken?, count: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.host, self.resuming, self.count) = (host, resuming, count)
        let limits = WebSocketLimits(messageBytes: host.options.limits.size)
        connection = WebSocketConnection(.server, limits: limits, at: SystemClock.elapsed)
    }

    func opened(_ line: UpgradedLine, at now: Double) {
        self.line = line
        count(1)
        do throws(RelayFault) { client = try host.join(resuming: resuming, at: now) } catch {
            connection.close(.tryAgainLater, reason: error.code, at: now)
        }
        pass(at: now)
    }

    func closed(at now: Double) {
        if let client { host.leave(client, at: now) }
        if line != nil { count(-1) }
        (client, line) = (nil, nil)
    }

    var due: Double { line == nil ? .infinity : min(connection.due, host.due) }

    func drain(at now: Double) {
        connection.close(.goingAway, reason: "the relay stops", at: now)
        pass(at: now)
    }

    func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
        connection.receive(bytes, at: now)
        while let event = connection.next(at: now) {
            guard event == .text, let client else { continue }
            connection.withPayload { payload in
                payload.withMemoryRebound(to: UInt8.self) { host.receive($0, from: client, at: now) }
            }
        }
        pass(at: now)
    }

    func proceed(at now: Double) {
        connection.proceed(at: now)
        host.proceed(at: now)
        if let client, connection.state == .open {
            if let closing = host.closing(of: client) {
                line?.takeBack()
                connection.close(CloseCode(rawValue: closing.code), reason: closing.reason, at: now)
            } else if let line, line.unsentBytes < RelaySocket.mostUnsent {
                host.take(for: client, atMost: RelaySocket.mostUnsent - line.unsentBytes) { message in
                    connection.send(text: message)
                }
            }
        }
        pass(at: now)
        if connection.isOver(at: now) { line?.end(.closes, at: now) }
    }

    /// Passes on what the connection has to say.
    private func pass(at now: Double) {
        guard let line, !connection.outgoing.isEmpty else { return }
        guard line.unsentBytes < RelaySocket.mostUnread else { return line.end(.resets, at: now) }
        line.send(connection.outgoing)
        connection.removeOutgoing()
    }
}
