import Foundation

/// The chance of a world, shared by all who play in it, one after the other.
///
/// Each act draws from numbers of its own, so that one may be left out and the others stay as they are.
final class WorldDice: RandomNumberGenerator, @unchecked Sendable {
    private let seed: UInt64
    private let story: Int
    private var generator: SeededGenerator
    /// More acts than this no story has.
    private static let acts = 1000

    init(seed: UInt64, _ story: Int) {
        (self.seed, self.story) = (seed, story)
        generator = SeededGenerator(seed: seed, sample: story * WorldDice.acts)
    }

    /// Turns to the numbers of an act, counted from 1.
    func begin(_ act: Int) { generator = SeededGenerator(seed: seed, sample: story * WorldDice.acts + act) }

    func next() -> UInt64 { generator.next() }

    func chance(_ share: Double) -> Bool { real(in: 0...1) < share }

    func real(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }

    func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    func id() -> UUID {
        withUnsafeBytes(of: (next(), next())) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    func one<Value>(of values: [Value]) -> Value { values[number(in: 0...values.count - 1)] }

    func shuffled<Value>(_ values: [Value]) -> [Value] { values.shuffled(using: &generator) }

    func point(within reach: Double) -> SIMD3<Double> { SIMD3.random(in: -reach...reach, using: &generator) }
}
