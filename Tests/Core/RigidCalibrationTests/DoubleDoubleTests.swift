import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

#if arch(x86_64)
@Suite("Numbers of 106 bits")
struct DoubleDoubleTests {
    /// The largest error of a sum, product or quotient, relative to the magnitudes of its inputs.
    private let error = 0x1p-100

    /// A number of 106 bits as an exact pair.
    private func random(using random: inout SeededGenerator) -> DoubleDouble {
        let high = Double.random(in: -1...1, using: &random)
        return DoubleDouble(exactSum: high, high.ulp * .random(in: -0.5...0.5, using: &random))
    }

    @Test("exact sums and products lose nothing", arguments: Seeds.few)
    func exact(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let a = Double.random(in: -1...1, using: &random),
                b = Double.random(in: -1e-3...1e3, using: &random)
            let sum = DoubleDouble(exactSum: a, b)
            #expect(sum.high == a + b)
            #expect(Float80(sum.high) + Float80(sum.low) == Float80(a) + Float80(b))
            let product = DoubleDouble(exactProduct: SplitDouble(a), SplitDouble(b))
            #expect(product.high == a * b)
            #expect(
                product.low == (-product.high).addingProduct(a, b), "the fused product tells the rest exactly"
            )
        }
    }

    @Test("laws hold to a hundred digits", arguments: Seeds.few)
    func laws(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func isSmall(_ value: DoubleDouble) -> Bool { value.high.magnitude <= error }
        for _ in 0..<2000 {
            let a = random(using: &generator), b = random(using: &generator), c = random(using: &generator)
            #expect(isSmall((a + b) - (b + a)))
            #expect(isSmall(((a + b) + c) - (a + (b + c))))
            #expect(isSmall((a * b) - (b * a)))
            #expect(isSmall((a * b) * c - a * (b * c)))
            #expect(isSmall(a * (b + c) - (a * b + a * c)))
            if b.high.magnitude > 1e-3 { #expect(isSmall((a / b) * b - a)) }
        }
    }

    @Test("a rotation's zeros are zeros, whatever noise the refinement left in them", arguments: Seeds.few)
    func zeros(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number(_ value: Double) -> DoubleDouble {
            DoubleDouble(exactSum: value, .random(in: -1e-28...1e-28, using: &random))
        }
        func column(_ x: Double, _ y: Double, _ z: Double) -> DoubleDoubleVector {
            DoubleDoubleVector(number(x), number(y), number(z))
        }
        let small = 1e-9
        let turned = DoubleDoubleMatrix(column(0, 0, -1), column(small, 1, 0), column(1, -small, 0))
        let rotation = try #require(turned.rotation)
        #expect(rotation.x == SIMD3(0, 0, -1))
        #expect(rotation.y.z == 0 && rotation.z.z == 0)
        #expect((rotation.y.x - small).magnitude <= 0x1p-80)
    }
}
#endif
