internal import ARMessages
internal import HTTPServer
internal import WebSocket

/// The WebSocket of one device. For the listener's thread only.
final class RelaySocket: SocketService, @unchecked Sendable {
    private let host: RelayHost
    private let resuming: SessionToken?
    private let count: @Sendable (Int) -> Void
    private let carry: Carry
    private var socket: ServedSocket?
    /// The host's number of this socket, once the relay has taken it in.
    private var client: Int?

    /// Bytes that wait in the line; what is more waits in the relay, which notices who is slow.
    private static let mostUnsent = 1 << 16

    /// The way of a text to the device.
    typealias Carry = @Sendable (ServedSocket, UnsafeBufferPointer<UInt8>, _ now: Double) -> Void

    /// - Parameters:
    ///   - resuming: the name by which the device wants to come back.
    ///   - count: gets 1 when the socket has opened, and -1 when it has closed.
    ///   - carry: sends a text to the device.
    init(
        _ host: RelayHost, resuming: SessionToken?, count: @escaping @Sendable (Int) -> Void = { _ in },
        carry: @escaping Carry = { socket, text, _ in socket.send(text) }
    ) {
        (self.host, self.resuming, self.count, self.carry) = (host, resuming, count, carry)
    }

    func served() -> ServedSocket {
        ServedSocket(
            self, limits: WebSocketLimits(messageBytes: host.options.limits.size, binaryIsText: true),
            farewell: "the relay stops")
    }

    func opened(_ socket: ServedSocket, at now: Double) {
        self.socket = socket
        count(1)
        do throws(RelayFault) { client = try host.join(resuming: resuming, at: now) } catch {
            socket.close(.tryAgainLater, reason: error.code, at: now)
        }
    }

    func closed(at now: Double) {
        if let client { host.leave(client, at: now) }
        count(-1)
        (client, socket) = (nil, nil)
    }

    var due: Double { hasWork ? 0 : host.due }

    /// Whether the relay has something for this device that the line has room for.
    private var hasWork: Bool {
        guard let client, let socket else { return false }
        return host.closing(of: client) != nil
            || socket.unsentBytes < RelaySocket.mostUnsent && host.isWaiting(client)
    }

    func receive(_ text: ArraySlice<UInt8>, at now: Double) {
        guard let client, let socket else { return }
        text.withUnsafeBufferPointer {
            host.receive($0, from: client, isBinary: socket.isBinary, at: now)
        }
    }

    func proceed(at now: Double) {
        host.proceed(at: now)
        guard let client, let socket else { return }
        if socket.unsentBytes < RelaySocket.mostUnsent {
            host.take(for: client, atMost: RelaySocket.mostUnsent - socket.unsentBytes) {
                carry(socket, $0, now)
            }
        }
        // A device that takes all it is given is not slow, however much one moment brings.
        if socket.isBlocked { host.closeIfSlow(client) }
        guard let closing = host.closing(of: client) else { return }
        socket.close(
            CloseCode(rawValue: closing.code), reason: closing.reason, takesBack: true, at: now)
    }
}
