public import Foundation

/// A clock: pauses and deadlines use one that never jumps, dates in headers use the wall clock.
public protocol ClientClock: Sendable {
    /// The time since some fixed moment, which never decreases whatever happens to the wall clock.
    var now: Duration { get }
    /// The date, used only to interpret `Retry-After`.
    var date: Date { get }
    /// Waits; throws `CancellationError` as soon as the task is cancelled.
    func sleep(for duration: Duration) async throws
    /// The share of the longest pause before a retry that is waited, at least 0 and below 1; random, unless a clock decides otherwise.
    func jitter() -> Double
}

extension ClientClock {
    /// Random.
    public func jitter() -> Double { .random(in: 0..<1) }
}

/// The clock of the machine.
public struct SystemClock: ClientClock {
    private let start = ContinuousClock.now

    public init() {}

    /// The time since this clock was created, including time asleep.
    public var now: Duration { start.duration(to: .now) }

    /// The date of the machine.
    public var date: Date { Date() }

    /// Suspends the task.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}

extension Duration {
    /// The duration in seconds, as exactly as a double can hold it.
    var seconds: Double {
        let (whole, attoseconds) = components
        return Double(whole) + Double(attoseconds) * 1e-18
    }
}
