import ARMessagesClient
import Synchronization
import WebSocket

/// A socket without a network: a test says what happens to it, and sees what it is asked for.
final class ScriptedSocket: MessageSocket {
    enum Call: Hashable {
        case open(String?)
        case send(String)
        case close
    }

    let events: AsyncStream<MessageSocketEvent>
    private let outlet: AsyncStream<MessageSocketEvent>.Continuation
    private let calls = Mutex<[Call]>([])
    private let isDeaf = Mutex(false)

    init() { (events, outlet) = AsyncStream.makeStream() }

    func open(headers: [OpeningField]) { calls.withLock { $0.append(.open(headers.first?.value)) } }

    func send(_ text: [UInt8]) -> Bool {
        guard !isDeaf.withLock({ $0 }) else { return false }
        calls.withLock { $0.append(.send(String(decoding: text, as: UTF8.self))) }
        return true
    }

    func close(_ code: CloseCode, reason: String) { calls.withLock { $0.append(.close) } }
    func abandon() {}

    func happen(_ event: MessageSocketEvent) { outlet.yield(event) }
    func happen(_ text: String) { happen(.received(Array(text.utf8))) }
    func becomeDeaf() { isDeaf.withLock { $0 = true } }

    /// The calls since the last look.
    func takeCalls() -> [Call] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }
}

/// A clock that a test advances.
final class StepClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [(until: Instant, sleeper: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await withCheckedContinuation { sleeper in
            let isOver = state.withLock { state in
                guard state.now < deadline else { return true }
                state.sleepers.append((deadline, sleeper))
                return false
            }
            if isOver { sleeper.resume() }
        }
    }

    func advance(by seconds: Double) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: .seconds(seconds))
            let now = state.now
            defer { state.sleepers.removeAll { $0.until <= now } }
            return state.sleepers.filter { $0.until <= now }
        }
        for (_, sleeper) in awake { sleeper.resume() }
    }
}
