internal import HTTPServer
internal import Markers
internal import WebSocket

/// One WebSocket of the server. For the listener's thread only.
final class SandboxSocket: SocketService, @unchecked Sendable {
    private let injector: Guarded<FaultInjector>
    private let opening: SocketOpening
    private let faults: MessageFaults
    private var socket: ServedSocket?
    /// The number of the last effect that was sent or passed over, and how many were logged when it was.
    private var sentEffect: Int64 = 0
    private var seenEffects: Int64 = -1

    /// The most messages and bytes that a client may leave unread.
    private static let queue = (messages: 1024, bytes: ServedSocket.mostUnread)
    /// Seconds of silence after which a client is pinged, as a share of those after which it is closed upon.
    private static let pingShare = 2.0 / 3

    init(_ opening: SocketOpening, _ injector: Guarded<FaultInjector>, _ faults: MessageFaults) {
        (self.opening, self.injector, self.faults) = (opening, injector, faults)
    }

    func served() -> ServedSocket {
        let seconds = opening.patience
        return ServedSocket(
            self,
            limits: WebSocketLimits(
                messageSeconds: seconds, pingSeconds: seconds * SandboxSocket.pingShare,
                silenceSeconds: seconds),
            farewell: "the server stops")
    }

    func opened(_ socket: ServedSocket, at now: Double) {
        self.socket = socket
        let count = injector.with { injector in
            injector.sandbox.socketCount += 1
            return injector.sandbox.store.effectCount
        }
        sentEffect = opening.after ?? count
    }

    func closed(at now: Double) {
        socket = nil
        injector.with { $0.sandbox.socketCount -= 1 }
    }

    var due: Double { isCatchingUp && roomForOld > 0 ? 0 : .infinity }

    /// Whether old effects are still to be sent.
    private var isCatchingUp: Bool {
        if case .effects = opening.purpose { seenEffects < 0 } else { false }
    }

    /// The number of old effects that may go into the queue, half of which stays free for new ones.
    private var roomForOld: Int { SandboxSocket.queue.messages / 2 - (socket?.unsentPieces ?? 0) }

    func receive(_ text: ArraySlice<UInt8>, at now: Double) {
        if case .echo = opening.purpose { send(text, at: now) }
    }

    func proceed(at now: Double) {
        if case .effects = opening.purpose { sendEffects(at: now) }
    }

    /// Sends the effects that the client does not have yet; old ones no faster than it reads.
    private func sendEffects(at now: Double) {
        let room = roomForOld
        guard room > 0 || seenEffects >= 0 else { return }
        let (effects, count): ([Effect], Int64) = injector.with { injector in
            let store = injector.sandbox.store
            guard store.effectCount != seenEffects else { return ([], store.effectCount) }
            let atMost = seenEffects < 0 ? Int64(room) : .max
            let effects = try? store.effects(after: sentEffect, of: opening.entity, atMost: atMost)
            return (effects ?? [], store.effectCount)
        }
        // Once the old ones are sent, every new one goes into the queue at once.
        if seenEffects >= 0 || effects.count < room { seenEffects = count }
        for effect in effects {
            sentEffect = effect.number
            var json = JSONWriter()
            Replies.event.write(effect, to: &json)
            send(json.bytes, at: now)
        }
    }

    private func send(_ text: some Collection<UInt8>, at now: Double) {
        guard let socket, socket.isOpen else { return }
        // A client that takes all it is given leaves nothing unread, however much one moment brings.
        let isFull =
            socket.unsentPieces >= SandboxSocket.queue.messages
            || socket.unsentBytes >= SandboxSocket.queue.bytes
        guard !isFull || !socket.isBlocked else {
            return socket.close(
                .tryAgainLater, reason: ServedSocket.unread, takesBack: true, at: now)
        }
        faults.send(text, on: socket, at: now)
    }
}

/// The faults that messages of a WebSocket meet on their way to the client.
struct MessageFaults: Sendable {
    private let opening: SocketOpening
    private let injector: Guarded<FaultInjector>

    init(_ opening: SocketOpening, _ injector: Guarded<FaultInjector>) {
        (self.opening, self.injector) = (opening, injector)
    }

    func send(_ text: some Collection<UInt8>, on socket: ServedSocket, at now: Double) {
        let fault = injector.with { $0.fault(ofMessageFor: opening) }
        switch fault?.kind {
        case .socketDrop: return socket.reset(at: now)
        case .socketClose(let code):
            return socket.close(CloseCode(rawValue: code), reason: "a fault of the sandbox", at: now)
        default: break
        }
        var (time, isSplit) = (0.0, false)
        if case .socketLatency(let milliseconds) = fault?.kind { time = now + Double(milliseconds) / 1000 }
        if case .socketSplit = fault?.kind { isSplit = true }
        socket.send(text, from: time, isSplit: isSplit, at: now)
    }
}
