import BenchRecords

/// A speed that a gate holds: what our work costs, beside a peer or a limit of the machine in the same run.
struct HeldRow {
    /// The items of a turn. A planted slowdown works on more of them and still counts these.
    let items: Int
    /// Nanoseconds that we need for so many items.
    let ours: (Int) throws -> Double
    /// Nanoseconds that the peer needs for `items`.
    let theirs: () throws -> Double

    /// The cost of turns of ours and of the peer in turn, as medians, after one that does not count.
    ///
    /// - Parameters:
    ///   - slower: the percentage of further items that slowed turns work on; nil for no such turns.
    ///   - seconds: how long turns may go on; there are at least five and at most 101.
    func cost(slower: Int?, seconds: Double) throws -> HeldCost {
        let end = ContinuousClock.now + .seconds(seconds)
        var sound: [Double] = [], slowed: [Double] = [], peer: [Double] = []
        repeat {
            let (mine, other) = (try ours(items), try theirs())
            sound.append(mine / other)
            peer.append(other)
            if let slower { slowed.append(try ours(items * (100 + slower) / 100) / other) }
        } while sound.count < 6 || ContinuousClock.now < end && sound.count < 102
        func middle(_ all: [Double]) -> Double { all.isEmpty ? .infinity : Array(all.dropFirst()).median }
        return HeldCost(ratio: middle(sound), slowed: middle(slowed), peer: middle(peer))
    }
}

/// The cost of a row.
struct HeldCost {
    /// One of our items over one of the peer, and the same of turns that work on more items than they count.
    let ratio, slowed: Double
    /// A turn of the peer, in nanoseconds.
    let peer: Double

    /// The middle of several, each number by itself.
    init(_ all: [HeldCost]) {
        self.init(
            ratio: all.map(\.ratio).median, slowed: all.map(\.slowed).median, peer: all.map(\.peer).median)
    }

    init(ratio: Double, slowed: Double, peer: Double) {
        (self.ratio, self.slowed, self.peer) = (ratio, slowed, peer)
    }

    /// The least of each number.
    func least(_ other: HeldCost) -> HeldCost {
        HeldCost(
            ratio: min(ratio, other.ratio), slowed: min(slowed, other.slowed), peer: min(peer, other.peer))
    }
}
