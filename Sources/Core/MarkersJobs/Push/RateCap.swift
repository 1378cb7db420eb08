/// A limit of requests a second, evenly spaced.
public struct RateCap: Hashable, Sendable {
    private let interval: Duration
    private var next = Duration.zero

    /// `nil` unless the rate is finite and at least one an hour.
    public init?(perSecond rate: Double) {
        guard rate.isFinite, rate >= 1.0 / 3600 else { return nil }
        interval = .seconds(1 / rate)
    }

    /// Takes the next slot and returns the wait for it.
    public mutating func place(now: Duration) -> Duration {
        let start = max(now, next)
        next = start + interval
        return start - now
    }
}
