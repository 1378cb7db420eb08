import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct VectorTests {
    @Test(
        "the vector product is right-handed and changes its sign with its factors to the last bit",
        arguments: Seeds.few)
    func cross(seed: UInt64) {
        #expect(SIMD3<Double>(1, 0, 0).cross(SIMD3(0, 1, 0)) == SIMD3(0, 0, 1))
        #expect(SIMD3<Double>(0, 1, 0).cross(SIMD3(0, 0, 1)) == SIMD3(1, 0, 0))
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let a = SIMD3<Double>.random(in: -9...9, using: &random),
                b = SIMD3<Double>.random(in: -9...9, using: &random)
            #expect(a.cross(b) == -b.cross(a))
            #expect(a.dot(b) == b.dot(a))
            #expect(a.cross(a) == .zero)
        }
    }

    @Test("products of whole numbers are exact")
    func wholeNumbers() {
        let a = SIMD3<Double>(2, -3, 5), b = SIMD3<Double>(7, 11, -13)
        #expect(a.dot(b) == -84)
        #expect(a.cross(b) == SIMD3(-16, 61, 43))
        #expect(a.cross(b).dot(a) == 0)
    }

    @Test(
        "length neither overflows nor underflows", arguments: [-1074, -1000, -500, -300, 0, 300, 500, 1020])
    func lengthAtAnySize(exponent: Int) {
        // The powers of two that scale 3-4-5 triangles exactly.
        let one = Double(sign: .plus, exponent: exponent, significand: 1)
        #expect(SIMD3(3 * one, 4 * one, 0).length == 5 * one)
        #expect(SIMD3(0, -one, 0).length == one)
        #expect(SIMD3(2 * one, 3 * one, 6 * one).length == 7 * one)
    }

    @Test("length is zero only for zero, infinite only beyond the doubles, and NaN only from NaN")
    func lengthAtTheEnds() {
        let largest = Double.greatestFiniteMagnitude, least = Double.leastNonzeroMagnitude
        #expect(SIMD3<Double>.zero.length == 0)
        #expect(SIMD3(least, 0, 0).length == least)
        #expect(SIMD3(largest, 0, 0).length == largest)
        #expect(SIMD3(largest, largest, 0).length == .infinity)
        #expect(SIMD3(largest, least, 0).length == largest)
        #expect(SIMD3(.infinity, 0, 0).length == .infinity)
        #expect(SIMD3(.nan, 0, 0).length.isNaN)
    }

    @Test("the unit vector has length one and the same direction at any size", arguments: Seeds.few)
    func unit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let vector = SIMD3(
                Double.randomFinite(using: &random), .randomFinite(using: &random),
                .randomFinite(using: &random))
            let unit = try #require(vector.unit)
            #expect((unit.length - 1).magnitude <= SIMD3<Double>.unitError + SIMD3<Double>.lengthError)
            let angle = try #require(unit.angle(to: vector))
            #expect(angle <= SIMD3<Double>.unitError)
        }
        #expect(SIMD3(Double.leastNonzeroMagnitude, 0, 0).unit == SIMD3(1, 0, 0))
    }

    @Test(
        "zero and numbers that are not finite have no direction",
        arguments: [0, Double.infinity, -.infinity, .nan])
    func noUnit(number: Double) {
        #expect(SIMD3(0, number, 0).unit == nil)
        #expect(SIMD3(0, number, 0).angle(to: SIMD3(1, 0, 0)) == nil)
        #expect(SIMD3<Double>(1, 0, 0).angle(to: SIMD3(0, 0, number)) == nil)
    }

    @Test("angles keep their digits near 0 and π, at any size")
    func angles() {
        let tiny = 0x1p-40
        for exponent in [-1000, -60, 0, 60, 1000] {
            let here = Double(sign: .plus, exponent: exponent, significand: 1)
            let axis = SIMD3(here, 0, 0)
            // At 2⁻⁴⁰ radians the angle is its tangent.
            #expect(axis.angle(to: SIMD3(here, here * tiny, 0)) == tiny)
            #expect(axis.angle(to: SIMD3(-here, 0, 0)) == .pi)
            #expect(axis.angle(to: SIMD3(0, 0, 1)) == .pi / 2)
            #expect(axis.angle(to: axis) == 0)
        }
    }

    @Test("an angle is the same both ways, in exact bits", arguments: Seeds.few)
    func angleSymmetry(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let a = SIMD3<Double>.random(in: -1...1, using: &random),
                b = SIMD3<Double>.random(in: -1...1, using: &random)
            #expect(a.angle(to: b) == b.angle(to: a))
            #expect(a.angle(to: b) == (a * 4).angle(to: b * 0.5))
        }
    }

    @Test("finite means all three, and the largest magnitude is over all three")
    func components() {
        for axis in 0..<3 {
            var vector = SIMD3<Double>(1, 1, 1)
            vector[axis] = .nan
            #expect(!vector.isFinite)
            vector[axis] = -.infinity
            #expect(!vector.isFinite)
            #expect(vector.largestMagnitude == .infinity)
            vector[axis] = -3
            #expect(vector.isFinite)
            #expect(vector.largestMagnitude == 3)
        }
    }

    @Test("scaling by a power of two is exact within the range of doubles")
    func powersOfTwo() {
        let vector = SIMD3(1.1, -2.2, 3.3)
        #expect(vector.scaled(byPowerOfTwo: 700).scaled(byPowerOfTwo: -700) == vector)
        #expect(vector.scaled(byPowerOfTwo: 1) == vector * 2)
    }
}
