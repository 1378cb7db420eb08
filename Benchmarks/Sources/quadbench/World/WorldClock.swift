import Foundation
import MarkersClient
import MarkersSandbox

/// The time of a world: it passes with every request, and where nobody has anything to do, to the end of the next pause.
final class WorldClock: ClientClock, @unchecked Sendable {
    private struct Sleeper {
        let id: Int
        let end: Duration
        let continuation: UnsafeContinuation<Void, any Error>
    }

    private let server = ManualClock()
    private let start: Double
    private let lock = NSLock()
    /// Those who pause, by the ends of their pauses.
    private var sleepers: [Sleeper] = []
    /// Pauses that ended before they began.
    private var cancelled: Set<Int> = []
    private var pauses = 0

    init() { start = server.clock.elapsed() }

    var sandbox: SandboxClock { server.clock }
    var now: Duration { .seconds(server.clock.elapsed() - start) }
    var date: Date { Date(timeIntervalSince1970: server.clock.elapsed()) }

    func jitter() -> Double { 0.5 }

    func advance(by seconds: Double) { server.advance(by: seconds) }

    func sleep(for duration: Duration) async throws {
        let id = lock.withLock {
            pauses += 1
            return pauses
        }
        let end = now + duration
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { begin(Sleeper(id: id, end: end, continuation: $0)) }
        } onCancel: {
            cancel(id)
        }
    }

    /// Wakes those whose pauses are over.
    func wake() {
        for sleeper in due(at: now) { sleeper.continuation.resume() }
    }

    /// Lets time pass to the end of the next pause; whether there is one.
    func pass() -> Bool {
        guard let next = lock.withLock({ sleepers.first?.end }) else { return false }
        // A rounded sum may be short of the end.
        if next > now { server.advance(by: (next - now) / .seconds(1) + 1e-3) }
        wake()
        return true
    }

    private func begin(_ sleeper: Sleeper) {
        let isCancelled = lock.withLock {
            guard cancelled.remove(sleeper.id) == nil else { return true }
            let place = sleepers.firstIndex { $0.end > sleeper.end } ?? sleepers.endIndex
            sleepers.insert(sleeper, at: place)
            return false
        }
        if isCancelled { sleeper.continuation.resume(throwing: CancellationError()) }
    }

    private func cancel(_ id: Int) {
        let sleeper: Sleeper? = lock.withLock {
            guard let place = sleepers.firstIndex(where: { $0.id == id }) else {
                cancelled.insert(id)
                return nil
            }
            return sleepers.remove(at: place)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    private func due(at time: Duration) -> [Sleeper] {
        lock.withLock {
            let due = sleepers.prefix { $0.end <= time }
            sleepers.removeFirst(due.count)
            return Array(due)
        }
    }
}
