#if os(Linux)
internal import MarkersEndpoint
internal import Synchronization
internal import WebSocket

/// One connection of a ``CurlMessageSocket``, from its opening to its end.
final class CurlSocketLink: Sendable {
    private struct State {
        var opening: ClientOpening
        /// The connection, once the server has agreed.
        var connection: WebSocketConnection?
        /// The event to end with, once either side has begun to close.
        var closing: MessageSocketEvent?
        /// Whether this side has begun to close.
        var isClosing = false
        /// Whether the end was reported, or nobody wants to know of it.
        var isOver = false
        /// Whether the stream takes no more bytes, since it has ended; its last event says why.
        var isCut = false
        var timer: Task<Void, Never>?
        /// The time at which the timer ends.
        var wakes = Double.infinity
    }

    private let stream: CurlStream
    private let limits: WebSocketLimits
    private let openingSeconds: Double
    private let queue: SocketEventQueue
    private let state: Mutex<State>
    private let began = ContinuousClock.now

    init(
        _ stream: CurlStream, _ opening: ClientOpening, _ limits: WebSocketLimits, openingSeconds: Double,
        _ queue: SocketEventQueue
    ) {
        (self.stream, self.limits, self.openingSeconds) = (stream, limits, openingSeconds)
        self.queue = queue
        state = Mutex(State(opening: opening))
    }

    /// Seconds since the link was made.
    private var now: Double { (ContinuousClock.now - began) / .seconds(1) }

    /// Begins to carry bytes, until the connection ends.
    func start() {
        state.withLock { arrange($0.connection?.due ?? openingSeconds, &$0) }
        Task { [self] in
            while true {
                switch await stream.next() {
                case .opened: state.withLock { _ = stream.send($0.opening.request) }
                case .received(let bytes):
                    take(bytes)
                    await queue.room()
                case .ended(let error): return finish(error)
                }
            }
        }
    }

    func send(_ text: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.isOver, state.connection?.send(text: text) == true else { return false }
            return flush(&state) && !state.isCut
        }
    }

    func close(_ code: CloseCode, _ reason: String) {
        state.withLock { state in
            guard !state.isOver, !state.isClosing else { return }
            state.isClosing = true
            // Unless the other side says goodbye, too.
            let unclean = MessageSocketEvent.closed(code: code, reason: reason, isClean: false)
            guard state.connection != nil else { return end(unclean, &state) }
            state.closing = state.closing ?? unclean
            state.connection?.close(code, reason: reason, at: now)
            settle(&state)
        }
    }

    /// Ends the connection without an event.
    func abandon() {
        state.withLock { state in
            state.isOver = true
            state.timer?.cancel()
        }
        stream.close()
    }

    private func take(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isOver else { return }
            if state.connection != nil {
                state.connection?.receive(bytes, at: now)
            } else {
                do throws(OpeningRefusal) {
                    guard let rest = try state.opening.receive(bytes) else { return }
                    state.connection = WebSocketConnection(.client, limits: limits, at: now)
                    queue.put(.opened)
                    state.connection?.receive(rest, at: now)
                } catch { return end(.failed(.refused(error)), &state) }
            }
            read(&state)
            settle(&state)
        }
    }

    private func read(_ state: inout State) {
        while let event = state.connection?.next(at: now) {
            switch event {
            case .text: queue.put(.received(state.connection.map { Array($0.payload) } ?? []))
            case .binary: break
            case .closed(let code, let reason):
                // Both have said goodbye; a server that does not end the connection is not waited for.
                let closed = MessageSocketEvent.closed(code: code ?? .noCode, reason: reason, isClean: true)
                if flush(&state) { end(closed, &state) }
                return
            case .failed(let error):
                // Nothing that follows could be read.
                if flush(&state) { end(.failed(.frames(error)), &state) }
                return
            }
        }
    }

    /// Sends what the connection has to say, ends it when it is over, and asks to be woken.
    private func settle(_ state: inout State) {
        guard !state.isOver, let connection = state.connection, flush(&state) else { return }
        guard connection.isOver(at: now) else { return arrange(connection.due, &state) }
        end(state.closing ?? .failed(.cut), &state)
    }

    /// Passes bytes on; `false` ends the connection, for which too much waits.
    private func flush(_ state: inout State) -> Bool {
        guard let outgoing = state.connection?.outgoing, !outgoing.isEmpty else { return true }
        if !stream.send(outgoing) {
            // A stream that refuses what it has room for has ended; what came before its end still counts.
            state.isCut = stream.unsentBytes + outgoing.count <= CurlStream.mostLeaving
            guard state.isCut else {
                end(.failed(.tooSlow(bytes: CurlStream.mostLeaving)), &state)
                return false
            }
        }
        state.connection?.removeOutgoing()
        return true
    }

    private func proceed() {
        state.withLock { state in
            state.wakes = .infinity
            guard !state.isOver else { return }
            guard state.connection != nil else {
                return end(.failed(.openingTimeout(seconds: openingSeconds)), &state)
            }
            let wasOpen = state.connection?.state == .open
            state.connection?.proceed(at: now)
            guard wasOpen, state.connection?.state != .open else { return settle(&state) }
            if flush(&state) { end(.failed(.silent), &state) }
        }
    }

    /// Has ``proceed()`` called at a time, unless that happens earlier already.
    private func arrange(_ due: Double, _ state: inout State) {
        guard due < state.wakes else { return }
        state.timer?.cancel()
        state.wakes = due
        let seconds = max(due - now, 0)
        state.timer = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            self?.proceed()
        }
    }

    private func finish(_ error: TransportError?) {
        state.withLock { state in
            guard !state.isOver else { return }
            let broken = error.map { MessageSocketError.transport($0) } ?? .cut
            end(state.closing ?? .failed(broken), &state)
        }
    }

    /// Ends the connection once what waits is sent, and reports that.
    private func end(_ event: MessageSocketEvent, _ state: inout State) {
        stream.close()
        state.isOver = true
        state.timer?.cancel()
        queue.put(event)
    }
}

extension CloseCode {
    /// The code that stands for a closing frame without one; it is never sent.
    static let noCode = CloseCode(rawValue: 1005)
}
#endif
