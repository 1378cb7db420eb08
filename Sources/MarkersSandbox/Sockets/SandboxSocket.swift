internal import HTTPServer
internal import Markers
internal import WebSocket

/// One WebSocket of the server. For the listener's thread only.
final class SandboxSocket: UpgradedHandler, @unchecked Sendable {
    private let injector: Guarded<FaultInjector>
    private let opening: SocketOpening
    private var connection: WebSocketConnection
    private var line: UpgradedLine?
    /// The number of the last effect that was sent or passed over, and how many were logged when it was.
    private var sentEffect: Int64 = 0
    private var seenEffects: Int64 = -1

    /// The most messages and bytes that a client may leave unread.
    private static let queue = (messages: 1024, bytes: 1 << 20)
    /// Seconds of silence after which a client is pinged, as a share of those after which it is closed upon.
    private static let pingShare = 2.0 / 3

    init(_ opening: SocketOpening, _ injector: Guarded<FaultInjector>) {
        (self.opening, self.injector) = (opening, injector)
        let seconds = opening.patience
        connection = WebSocketConnection(
            .server,
            limits: WebSocketLimits(
                messageSeconds: seconds, pingSeconds: seconds * SandboxSocket.pingShare,
                silenceSeconds: seconds),
            at: SystemClock.elapsed)
    }

    func opened(_ line: UpgradedLine, at now: Double) {
        self.line = line
        let count = injector.with { injector in
            injector.sandbox.socketCount += 1
            return injector.sandbox.store.effectCount
        }
        sentEffect = opening.after ?? count
    }

    func closed(at now: Double) {
        line = nil
        injector.with { $0.sandbox.socketCount -= 1 }
    }

    var due: Double {
        guard line != nil else { return .infinity }
        return isCatchingUp && roomForOld > 0 ? 0 : connection.due
    }

    /// Whether old effects are still to be sent.
    private var isCatchingUp: Bool {
        if case .effects = opening.purpose { connection.state == .open && seenEffects < 0 } else { false }
    }

    /// The number of old effects that may go into the queue, half of which stays free for new ones.
    private var roomForOld: Int { SandboxSocket.queue.messages / 2 - (line?.unsentPieces ?? 0) }

    func drain(at now: Double) {
        connection.close(.goingAway, reason: "the server stops", at: now)
        pass(at: now)
    }

    func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
        connection.receive(bytes, at: now)
        while let event = connection.next(at: now) {
            // What was sent to the client before it closed, or broke the rules, stays sent.
            if event == .text, case .echo = opening.purpose { send(connection.payload, at: now) }
        }
        pass(at: now)
    }

    func proceed(at now: Double) {
        connection.proceed(at: now)
        if case .effects = opening.purpose, connection.state == .open { sendEffects(at: now) }
        pass(at: now)
        if connection.isOver(at: now) { line?.end(.closes, at: now) }
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

    /// Sends a text, or what a fault makes of it.
    private func send(_ text: some Collection<UInt8>, at now: Double) {
        guard let line, connection.state == .open else { return }
        guard line.unsentPieces < SandboxSocket.queue.messages, line.unsentBytes < SandboxSocket.queue.bytes
        else {
            line.takeBack()
            connection.close(.tryAgainLater, reason: "too many messages were left unread", at: now)
            return pass(at: now)
        }
        pass(at: now)
        let fault = injector.with { $0.fault(ofMessageFor: opening) }
        switch fault?.kind {
        case .socketDrop: return line.end(.resets, at: now)
        case .socketClose(let code):
            connection.close(CloseCode(rawValue: code), reason: "a fault of the sandbox", at: now)
        default: connection.send(text: text)
        }
        var (time, isSplit) = (0.0, false)
        if case .socketLatency(let milliseconds) = fault?.kind { time = now + Double(milliseconds) / 1000 }
        if case .socketSplit = fault?.kind { isSplit = true }
        line.send(connection.outgoing, from: time, isSplit: isSplit)
        connection.removeOutgoing()
    }

    /// Passes on what the connection itself has to say, such as pongs.
    private func pass(at now: Double) {
        guard !connection.outgoing.isEmpty else { return }
        if let line, line.unsentBytes > SandboxSocket.queue.bytes, connection.state == .open {
            line.takeBack()
            connection.removeOutgoing()
            connection.close(.tryAgainLater, reason: "too many messages were left unread", at: now)
        }
        line?.send(connection.outgoing)
        connection.removeOutgoing()
    }
}
