internal import TestSupport

/// The few kinds of random numbers that a simulation needs, from a seeded generator.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var generator: SeededGenerator

    public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    public mutating func next() -> UInt64 { generator.next() }

    /// At least 0 and below 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// At least 0 and below a bound above zero.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func between(_ least: Double, _ most: Double) -> Double { least + (most - least) * unit() }
}
