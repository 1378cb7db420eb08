import Foundation

/// The chance of a world, shared by all who play in it, one after the other.
final class WorldDice: RandomNumberGenerator, @unchecked Sendable {
    private var generator: SeededGenerator

    init(seed: UInt64, _ story: Int) { generator = SeededGenerator(seed: seed, sample: story) }

    func next() -> UInt64 { generator.next() }

    func chance(_ share: Double) -> Bool { real(in: 0...1) < share }

    func real(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }

    func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    func one<Value>(of values: [Value]) -> Value { values[number(in: 0...values.count - 1)] }

    func shuffled<Value>(_ values: [Value]) -> [Value] { values.shuffled(using: &generator) }

    func point(within reach: Double) -> SIMD3<Double> { SIMD3.random(in: -reach...reach, using: &generator) }
}
