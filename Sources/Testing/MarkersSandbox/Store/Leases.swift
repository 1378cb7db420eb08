/// Locks, presence and tokens, which expire by themselves and are lost when the server ends.
struct Leases {
    private var ends: [String: [String: Double]] = [:]

    /// The present holders of a thing, sorted by name.
    mutating func holders(of thing: String, at now: Double) -> [String] {
        ends[thing] = ends[thing]?.filter { $0.value > now }
        return (ends[thing] ?? [:]).keys.sorted()
    }

    /// Whether somebody holds a thing; without a look at who else does.
    func isHeld(_ thing: String, by holder: String, at now: Double) -> Bool {
        ends[thing]?[holder].map { $0 > now } ?? false
    }

    mutating func grant(_ thing: String, to holder: String, until end: Double) {
        ends[thing, default: [:]][holder] = end
    }

    /// Ends the lease of a holder; returns false where there was none.
    mutating func end(_ thing: String, of holder: String, at now: Double) -> Bool {
        let held = holders(of: thing, at: now).contains(holder)
        ends[thing]?[holder] = nil
        return held
    }

    mutating func endAll(_ thing: String) { ends[thing] = nil }
}
