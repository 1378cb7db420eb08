import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct ExactVectorTests {
    private func equal(_ a: ExactVector, _ b: ExactVector) -> Bool {
        let difference = a - b
        return difference.dot(difference).sign == 0
    }

    private func vectors(_ seed: UInt64) -> (ExactVector, ExactVector, ExactVector) {
        var random = SeededGenerator(seed: seed)
        func vector() -> ExactVector {
            ExactVector(
                SIMD3(
                    .randomFinite(using: &random), .randomFinite(using: &random),
                    .randomFinite(using: &random)))
        }
        return (vector(), vector(), vector())
    }

    @Test(
        "the products follow the laws of vectors exactly, at all sizes at once",
        arguments: 1..<30 as Range<UInt64>)
    func laws(seed: UInt64) {
        let (a, b, c) = vectors(seed)
        let zero = ExactVector(.zero)
        #expect(equal(a + b - b, a))
        #expect(equal(a.cross(b), zero - b.cross(a)))
        #expect(a.cross(b).dot(a).sign == 0)
        #expect((a.dot(b.cross(c)) - c.dot(a.cross(b))).sign == 0)
        #expect(equal(a.cross(b.cross(c)), b * a.dot(c) - c * a.dot(b)))
        #expect((a.cross(b).dot(a.cross(b)) + a.dot(b) * a.dot(b) - a.dot(a) * b.dot(b)).sign == 0)
    }

    @Test("whole numbers agree with doubles")
    func wholeNumbers() {
        let a = SIMD3<Double>(2, -3, 5), b = SIMD3<Double>(7, 11, -13)
        #expect(equal(ExactVector(a).cross(ExactVector(b)), ExactVector(a.cross(b))))
        #expect((ExactVector(a).dot(ExactVector(b)) - ExactNumber(a.dot(b))).sign == 0)
    }

    @Test(
        "the direction keeps the ratios, with its largest number between a half and one",
        arguments: 1..<30 as Range<UInt64>)
    func direction(seed: UInt64) {
        let (a, b, _) = vectors(seed)
        for vector in [a, a.cross(b), a.cross(b).cross(a)] {
            let direction = vector.direction
            #expect((0.5...1).contains(direction.largestMagnitude))
            // Each number was cut off by less than its last place: |again × vector| < 2 ulp |again| |vector|.
            let again = ExactVector(direction), missed = again.cross(vector)
            let turn = ExactNumber.quotient(missed.dot(missed), by: again.dot(again) * vector.dot(vector))
            #expect(turn <= 4 * .ulpOfOne * .ulpOfOne)
            #expect(again.dot(vector).sign == 1)
        }
        #expect(ExactVector(.zero).direction == .zero)
        #expect(ExactVector(SIMD3(3, -6, 1.5)).direction == SIMD3(0.375, -0.75, 0.1875))
    }
}
