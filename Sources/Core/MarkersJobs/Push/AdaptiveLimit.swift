/// The limit of concurrent requests: one more while all goes well, a tenth less at each sign of overload.
public struct AdaptiveLimit: Hashable, Sendable {
    /// A start that any server can handle.
    public static let start = 4
    /// One at a time is always possible; beyond 32 a server on one machine only queues.
    public static let range = 1...32
    /// The factor of the limit after a 429, a 503 or a timeout.
    public static let decrease = 0.9

    private var exact: Double
    private let range: ClosedRange<Int>
    /// Answers without a sign of overload since the limit last changed.
    private var clean = 0

    /// - Parameter range: The range of the limit, into which the start is clamped.
    public init(_ range: ClosedRange<Int> = AdaptiveLimit.range) {
        self.range = range
        exact = Double(min(max(AdaptiveLimit.start, range.lowerBound), range.upperBound))
    }

    /// The most requests under way.
    public var limit: Int { Int(exact) }

    /// Takes note of an answer. A window, as many good answers in a row as the limit, raises the limit by one.
    public mutating func note(overload: Bool) {
        guard !overload else {
            clean = 0
            exact = max(Double(range.lowerBound), exact * AdaptiveLimit.decrease)
            return
        }
        clean += 1
        guard clean >= limit else { return }
        clean = 0
        exact = min(Double(range.upperBound), exact + 1)
    }
}

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
