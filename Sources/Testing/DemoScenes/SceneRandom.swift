internal import Foundation
internal import QuadGeometry

/// Numbers that depend on a seed alone, on every machine (SplitMix64: Steele, Lea, Flood 2014).
package struct SceneRandom: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers of one part of a scene, which do not change if another part needs more.
    package init(seed: UInt64, part: UInt64) {
        state = seed
        state = next() &+ part &* 0xd134_2543_de82_ef95
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    /// A number of either sign whose size is in a range.
    mutating func signed(_ range: ClosedRange<Double>) -> Double {
        number(range) * (Bool.random(using: &self) ? 1 : -1)
    }

    /// Nearly normal with deviation one, and never beyond three: twice the sum of three uniform ones.
    private mutating func noise() -> Double { 2 * (0..<3).reduce(0) { sum, _ in sum + number(-0.5...0.5) } }

    mutating func noise(_ deviation: Double) -> SIMD3<Double> {
        SIMD3(noise(), noise(), noise()) * deviation
    }

    /// Normal but for tails beyond six deviations, with deviation one: the sum of twelve uniform ones, which needs no logarithm.
    mutating func normals() -> SIMD3<Double> {
        var sum = SIMD3<Double>.zero
        for _ in 0..<12 { sum += place(within: SIMD3(repeating: 0.5)) }
        return sum
    }

    /// A point of a box around zero, of which half the edges are given.
    mutating func place(within reach: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(number(-reach.x...reach.x), number(-reach.y...reach.y), number(-reach.z...reach.z))
    }

    /// A random UUID (version 4).
    mutating func identifier() -> UUID {
        let high = (next() & 0xffff_ffff_ffff_0fff | 0x4000).bigEndian
        let low = (next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000).bigEndian
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// Some of a list, evenly spread over it.
    mutating func spread<Element>(_ count: Int, of list: [Element]) -> [Element] {
        (0..<count).map { place in
            let (first, end) = (place * list.count / count, (place + 1) * list.count / count)
            return list[Int.random(in: first..<end, using: &self)]
        }
    }
}
