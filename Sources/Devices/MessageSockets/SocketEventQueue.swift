#if os(Linux)
internal import Synchronization

/// The events of a socket on their way to its one reader, whose pace the producer keeps.
final class SocketEventQueue: Sendable {
    private struct State {
        var events: [MessageSocketEvent] = []
        var taken = 0
        var bytes = 0
        var reader: CheckedContinuation<MessageSocketEvent?, Never>?
        var producers: [CheckedContinuation<Void, Never>] = []
        var isOver = false

        var isFull: Bool { bytes >= SocketEventQueue.mostBytes && !isOver }
    }

    private let state = Mutex(State())

    /// Bytes of messages that wait for the reader; beyond them the server has to wait.
    private static let mostBytes = 1 << 20

    var stream: AsyncStream<MessageSocketEvent> {
        AsyncStream(unfolding: { [self] in await next() }, onCancel: { [self] in end() })
    }

    func put(_ event: MessageSocketEvent) {
        let reader: CheckedContinuation<MessageSocketEvent?, Never>? = state.withLock { state in
            guard !state.isOver else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            state.bytes += SocketEventQueue.size(event)
            state.events.append(event)
            return nil
        }
        reader?.resume(returning: event)
    }

    /// Returns once there is room for more.
    func room() async {
        await withCheckedContinuation { producer in
            let isFull = state.withLock { state in
                if state.isFull { state.producers.append(producer) }
                return state.isFull
            }
            if !isFull { producer.resume() }
        }
    }

    func removeAll() { free { ($0.events, $0.taken, $0.bytes) = ([], 0, 0) } }

    func end() {
        let reader: CheckedContinuation<MessageSocketEvent?, Never>? = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
        free { ($0.events, $0.taken, $0.bytes, $0.isOver) = ([], 0, 0, true) }
    }

    private func next() async -> MessageSocketEvent? {
        await withCheckedContinuation { reader in
            var ready: MessageSocketEvent??
            free { state in
                if state.isOver {
                    ready = .some(nil)
                } else if state.taken < state.events.count {
                    let event = state.events[state.taken]
                    state.taken += 1
                    state.bytes -= SocketEventQueue.size(event)
                    if state.taken == state.events.count { (state.events, state.taken) = ([], 0) }
                    ready = event
                } else {
                    state.reader = reader
                }
            }
            if let ready { reader.resume(returning: ready) }
        }
    }

    /// Changes the queue, and lets the producers go on for which there is room now.
    private func free(_ change: (inout State) -> Void) {
        let producers: [CheckedContinuation<Void, Never>] = state.withLock { state in
            change(&state)
            guard !state.isFull else { return [] }
            defer { state.producers = [] }
            return state.producers
        }
        for producer in producers { producer.resume() }
    }

    private static func size(_ event: MessageSocketEvent) -> Int {
        if case .received(let bytes) = event { bytes.count } else { 0 }
    }
}
#endif
