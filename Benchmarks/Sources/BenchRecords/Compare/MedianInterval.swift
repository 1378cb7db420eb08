/// A median with the interval in which the true one lies, whatever the law of the noise.
///
/// Of independent samples each is below the true median with chance one half, so the interval between the k-th smallest and
/// the k-th largest misses it with twice the chance of fewer than k heads in n throws of a coin.
package struct MedianInterval: Equatable, Sendable {
    package let median: Double
    package let low: Double
    package let high: Double

    /// The interval that misses the true median with at most the chance `risk`; `nil` when there are too few samples, or
    /// one is not a number.
    package init?(_ samples: [Double], risk: Double) {
        let sorted = samples.sorted(), count = sorted.count
        guard !samples.contains(where: \.isNaN) else { return nil }
        let rank = MedianInterval.rank(count, risk: risk)
        guard rank > 0 else { return nil }
        let middle = count / 2
        median = count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        low = sorted[rank - 1]
        high = sorted[count - rank]
    }

    /// The largest k whose interval keeps the risk, or 0.
    static func rank(_ count: Int, risk: Double) -> Int {
        // A double holds 2^-1022; nobody takes more samples than 1,000.
        guard count > 0, count <= 1000 else { return 0 }
        var chance = 1.0
        for _ in 0..<count { chance /= 2 }
        var below = 0.0
        for heads in 0...count / 2 {
            below += chance
            guard 2 * below <= risk else { return heads }
            chance *= Double(count - heads) / Double(heads + 1)
        }
        return count / 2
    }

    package var halfWidth: Double { (high - low) / 2 }

    /// The largest distance from zero that the interval allows.
    package var reach: Double { max(low.magnitude, high.magnitude) }
}
