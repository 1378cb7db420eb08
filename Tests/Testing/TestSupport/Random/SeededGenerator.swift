/// The same numbers for the same seed, on every machine (SplitMix64: Steele, Lea, Flood 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// The generator of one sample of a run, so that a sample can be repeated without those before it.
    public init(seed: UInt64, sample: Int) {
        var first = SeededGenerator(seed: seed)
        self.init(seed: first.next() &+ UInt64(truncatingIfNeeded: sample) &* 0xd134_2543_de82_ef95)
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
