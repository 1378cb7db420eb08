import BenchRecords

/// A speed that a gate holds: what our work costs, beside a peer or a limit of the machine in the same run.
struct HeldRow {
    let name: String
    let peer: String
    /// The items of a turn. A planted slowdown works on more of them and still counts these.
    let items: Int
    /// Nanoseconds that we need for so many items.
    let ours: (Int) throws -> Double
    /// Nanoseconds that the peer needs for `items`.
    let theirs: () throws -> Double

    /// The cost of one of our items over that of one of the peer: the median of turns of both, after one that does not count.
    ///
    /// - Parameters:
    ///   - slower: the percentage of further items that our turns work on.
    ///   - seconds: how long turns may go on; there are at least five and at most 101.
    func ratio(slower: Int, seconds: Double) throws -> Double {
        let worked = items * (100 + slower) / 100
        let end = ContinuousClock.now + .seconds(seconds)
        var ratios: [Double] = []
        repeat {
            let (mine, other) = (try ours(worked), try theirs())
            ratios.append(mine / other)
        } while ratios.count < 6 || ContinuousClock.now < end && ratios.count < 102
        return Array(ratios.dropFirst()).median
    }
}
