public import Foundation

/// What time it is, and how to wait: pauses and deadlines go by a clock that never jumps, dates in headers by the wall.
public protocol ClientClock: Sendable {
    /// How long ago some fixed moment was; it never goes back, whatever happens to the wall clock.
    var now: Duration { get }
    /// The date, which a `Retry-After` is compared with and nothing else.
    var date: Date { get }
    /// Waits; ends early, with `CancellationError`, when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The clock of the machine.
public struct SystemClock: ClientClock {
    private let start = ContinuousClock.now

    public init() {}

    /// Time since this clock was made; it goes on while the machine sleeps.
    public var now: Duration { start.duration(to: .now) }

    /// The date by the machine.
    public var date: Date { Date() }

    /// Suspends the task.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}

extension Duration {
    /// In seconds, to what a double can tell.
    var seconds: Double {
        let (whole, attoseconds) = components
        return Double(whole) + Double(attoseconds) * 1e-18
    }
}
