import Foundation

/// Signals that ask the program to end: while something is under way the first lets it end in order, otherwise, and a
/// second time, the program ends at once.
final class Interruption: Sendable {
    /// What the signals mean at the moment.
    private struct State {
        var last: String
        var drain: (@Sendable () -> Void)?
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    private let state: Locked<State>

    /// Takes the signals over, which has to be before any other thread begins; until told otherwise they end the program
    /// with this for a last word.
    init(_ last: String) {
        let state = Locked(State(last: last))
        self.state = state
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Interruption.signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        Thread.detachNewThread { [set] in
            var set = set
            while true {
                var received: Int32 = 0
                guard sigwait(&set, &received) == 0 else { continue }
                let drain = state.with { state in
                    defer { state.drain = nil }
                    return state.drain
                }
                if let drain {
                    drain()
                } else {
                    Streams.tell("quadcal: \(state.with { $0.last })\n")
                    _exit(ExitCode.interrupted.rawValue)
                }
            }
        }
    }

    /// What the first signal does from now on, and the last word where there is a second.
    func drains(_ last: String, _ drain: @escaping @Sendable () -> Void) {
        state.with { $0 = State(last: last, drain: drain) }
    }

    /// From now on the first signal ends the program with this for a last word.
    func ends(_ last: String) { state.with { $0 = State(last: last) } }
}

/// A value that one thread at a time may touch.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
