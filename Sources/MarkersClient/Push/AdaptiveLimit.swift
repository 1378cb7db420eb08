/// How many requests may be under way at once: one more while all goes well, a tenth less at each sign of overload.
public struct AdaptiveLimit: Hashable, Sendable {
    /// What a server that nobody knows can surely take.
    public static let start = 4
    /// One at a time is always possible; beyond 32 a server of one machine only queues.
    public static let range = 1...32
    /// What is left of the limit after a 429, a 503 or no answer in time.
    public static let decrease = 0.9

    private var exact: Double
    private let range: ClosedRange<Int>
    /// Answers without a sign of overload since the limit last changed.
    private var clean = 0

    /// - Parameter range: the least and the most; the start is brought into it.
    public init(_ range: ClosedRange<Int> = AdaptiveLimit.range) {
        self.range = range
        exact = Double(min(max(AdaptiveLimit.start, range.lowerBound), range.upperBound))
    }

    /// How many may be under way.
    public var limit: Int { Int(exact) }

    /// Takes note of an answer. As many in a row as may be under way, a window, raise the limit by one.
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
