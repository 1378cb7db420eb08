package import WebSocket

/// A WebSocket of a server: it carries bytes between the frames of a connection and its line, and texts between those and a service.
///
/// For the listener's thread only.
package final class ServedSocket: UpgradedHandler, @unchecked Sendable {
    private let service: any SocketService
    private let farewell: String
    private var connection: WebSocketConnection
    private var line: UpgradedLine?
    /// Whether the client's last message was a binary one; it is answered in its own form.
    package private(set) var isBinary = false

    /// Bytes that a client may leave unread of what is sent without regard to ``isBlocked``, such as answers to its pings.
    package static let mostUnread = 1 << 20
    /// The reason with which a client is closed that leaves more unread.
    package static let unread = "too many messages were left unread"

    /// - Parameters:
    ///   - limits: for what the client sends.
    ///   - farewell: the reason with which it closes when the server stops.
    package init(_ service: any SocketService, limits: WebSocketLimits, farewell: String) {
        (self.service, self.farewell) = (service, farewell)
        connection = WebSocketConnection(.server, limits: limits, at: SystemClock.elapsed)
    }

    package func opened(_ line: UpgradedLine, at now: Double) {
        self.line = line
        service.opened(self, at: now)
        pass(at: now)
    }

    package func closed(at now: Double) {
        guard line != nil else { return }
        line = nil
        service.closed(at: now)
    }

    package var due: Double {
        guard line != nil else { return .infinity }
        return isOpen ? min(connection.due, service.due) : connection.due
    }

    package func drain(at now: Double) {
        connection.close(.goingAway, reason: farewell, at: now)
        pass(at: now)
    }

    package func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
        connection.receive(bytes, at: now)
        while let event = connection.next(at: now) {
            // What was sent to the client before it closed, or broke the rules, stays sent.
            guard event == .text || event == .binary else { continue }
            isBinary = event == .binary
            service.receive(connection.payload, at: now)
        }
        pass(at: now)
    }

    package func proceed(at now: Double) {
        connection.proceed(at: now)
        if isOpen { service.proceed(at: now) }
        pass(at: now)
        if connection.isOver(at: now) { line?.end(.closes, at: now) }
    }

    /// Passes on what the connection has to say.
    private func pass(at now: Double) {
        guard let line, !connection.outgoing.isEmpty else { return }
        if isOpen, line.unsentBytes > ServedSocket.mostUnread {
            line.takeBack()
            connection.removeOutgoing()
            connection.close(.tryAgainLater, reason: ServedSocket.unread, at: now)
        }
        line.send(connection.outgoing)
        connection.removeOutgoing()
    }
}

extension ServedSocket {
    package var isOpen: Bool { connection.state == .open }

    /// Whether the client has taken less than was sent, so that it keeps the rest waiting.
    package var isBlocked: Bool { line?.isBlocked ?? true }

    /// The bytes and messages that the client has not taken.
    package var unsentBytes: Int { line?.unsentBytes ?? 0 }
    package var unsentPieces: Int { line?.unsentPieces ?? 0 }

    /// Sends a text at the end of this turn, with all others in one piece.
    package func send(_ text: some Collection<UInt8>) { _ = queue(text) }

    private func queue(_ text: some Collection<UInt8>) -> Bool {
        isBinary ? connection.send(binary: text) : connection.send(text: text)
    }

    /// Sends a text as a piece of its own.
    ///
    /// - Parameters:
    ///   - time: the time before which it waits, and with it what follows.
    ///   - isSplit: whether every byte goes alone, to imitate a network that does so.
    package func send(_ text: some Collection<UInt8>, from time: Double, isSplit: Bool, at now: Double) {
        pass(at: now)
        guard queue(text) else { return }
        line?.send(connection.outgoing, from: time, isSplit: isSplit)
        connection.removeOutgoing()
    }

    /// Begins to close.
    ///
    /// - Parameter takesBack: whether messages that the client has not taken are taken back.
    package func close(_ code: CloseCode, reason: String, takesBack: Bool = false, at now: Double) {
        guard isOpen else { return }
        if takesBack {
            line?.takeBack()
            connection.removeOutgoing()
        }
        connection.close(code, reason: reason, at: now)
        pass(at: now)
    }

    package func reset(at now: Double) { line?.end(.resets, at: now) }
}

/// The part of a server that knows what the messages of one WebSocket mean; a ``ServedSocket`` does the rest.
///
/// Only the listener's thread calls it.
package protocol SocketService: AnyObject, Sendable {
    /// Takes a socket that has opened; to be kept until ``closed(at:)``.
    func opened(_ socket: ServedSocket, at now: Double)

    func receive(_ text: ArraySlice<UInt8>, at now: Double)

    /// Sends what waits, as far as the socket has room. It is called in every turn of the loop while the socket is open.
    func proceed(at now: Double)

    /// The time when ``proceed(at:)`` has something to do even if no byte comes.
    var due: Double { get }

    /// Learns that the connection is over, in whichever way; called once for a socket that has opened.
    func closed(at now: Double)
}

/// The part of a server that speaks with one client after an upgrade: bytes in, bytes out through an ``UpgradedLine``.
///
/// Only the listener's thread calls it.
package protocol UpgradedHandler: AnyObject, Sendable {
    /// Takes the connection over, after the answer that agrees to the upgrade has been sent.
    func opened(_ line: UpgradedLine, at now: Double)

    /// Takes bytes that came.
    func receive(_ bytes: UnsafeRawBufferPointer, at now: Double)

    /// Does what is to be done without bytes. It is called in every turn of the loop, after all bytes of the turn, and again while all that
    /// it had to say was sent and ``due`` has come.
    func proceed(at now: Double)

    /// The time when ``proceed(at:)`` has something to do even if no byte comes.
    var due: Double { get }

    /// Says goodbye, since the server stops.
    func drain(at now: Double)

    /// Learns that the connection is over, in whichever way; called once.
    func closed(at now: Double)
}
