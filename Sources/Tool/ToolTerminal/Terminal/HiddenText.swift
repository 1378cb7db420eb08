import Foundation

/// Secrets that no text shows. Whoever has some says how to hide them.
package enum HiddenText {
    private static let rule = Locked<(@Sendable (String) -> String)?>(nil)

    /// Hides from now on what this takes out of a text.
    package static func hide(by rule: @escaping @Sendable (String) -> String) {
        self.rule.with { $0 = rule }
    }

    package static func hidden(in text: String) -> String { rule.with { $0 }?(text) ?? text }
}

/// Signals that ask the program to end: while work is under way the first lets it end in order; otherwise,
/// and the second time, the program ends at once.
package final class Interruption: Sendable {
    /// The present meaning of the signals.
    private struct State {
        var last: String
        var drain: (@Sendable () -> Void)?
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// The pipe from the signal handler to the thread that acts on signals.
    nonisolated(unsafe) private static var bell: Int32 = -1
    private let state: Locked<State>

    /// Takes over the signals; by default they end the program with this last message.
    package init(_ last: String) {
        let state = Locked(State(last: last))
        self.state = state
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        Interruption.bell = ends[1]
        var set = sigset_t()
        sigemptyset(&set)
        for number in Interruption.signals {
            sigaddset(&set, number)
            // A handler, since threads of libraries start before the program and do not block what it blocks.
            signal(number) { _ in
                let problem = errno
                var ring: UInt8 = 0
                _ = write(Interruption.bell, &ring, 1)
                errno = problem
            }
        }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        Thread.detachNewThread { [heard = ends[0]] in
            var ring: UInt8 = 0
            while true {
                guard read(heard, &ring, 1) == 1 else { continue }
                let drain = state.with { state in
                    defer { state.drain = nil }
                    return state.drain
                }
                if let drain {
                    drain()
                } else {
                    UnfinishedFiles.discard()
                    Streams.interject(state.with { $0.last })
                    _exit(ExitCode.interrupted.rawValue)
                }
            }
        }
    }

    /// Sets the effect of the first signal from now on, and the last message if there is a second.
    package func drains(_ last: String, _ drain: @escaping @Sendable () -> Void) {
        state.with { $0 = State(last: last, drain: drain) }
    }

    /// From now on the first signal ends the program with this last message.
    package func ends(_ last: String) { state.with { $0 = State(last: last) } }
}

/// A value that only one thread at a time can access.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func with<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
