import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct CompensatedSumTests {
    private func sum(_ terms: [Double]) -> Double {
        var sum = CompensatedSum()
        for term in terms { sum.add(term) }
        return sum.value
    }

    @Test("what plain addition drops is kept")
    func kept() {
        #expect(sum([1, 1e100, 1, -1e100]) == 2)
        #expect(sum([1e100, 1, -1e100]) == 1)
        #expect(sum([]) == 0)
        #expect(sum([0.1, 0.2, 0.3, -0.6]).magnitude < .ulpOfOne)
    }

    #if arch(x86_64)
    @Test("the sum is as if worked out in twice the precision", arguments: Seeds.few)
    func error(seed: UInt64) {
        for sample in 0..<20 {
            var random = SeededGenerator(seed: seed, sample: sample)
            // Whole numbers times one power of two, so that 80-bit arithmetic adds them without rounding.
            let terms = (0..<100).map { _ in
                Double(Int.random(in: -(1 << 52)...(1 << 52), using: &random)) * 0x1p-30
            }
            let exact = terms.reduce(Float80(0)) { $0 + Float80($1) }
            let sizes = terms.reduce(0) { $0 + $1.magnitude }
            let second = Double(terms.count * terms.count) * .ulpOfOne * .ulpOfOne * sizes
            #expect(
                (Float80(sum(terms)) - exact).magnitude <= exact.magnitude * Float80(Double.ulpOfOne)
                    + Float80(second))
        }
    }
    #endif

    @Test("a term that is not finite, or an overflow, is not hidden")
    func notFinite() {
        #expect(sum([1, .infinity]) == .infinity)
        #expect(sum([.nan, 1]).isNaN)
        #expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude]) == .infinity)
    }

    @Test("a mean far from the origin keeps its digits")
    func mean() throws {
        let far = 0x1p30
        let points = (0..<1000).map { SIMD3(far + Double($0 % 10), -far, 0.25) }
        let mean = try #require(SIMD3<Double>.mean(of: points))
        #expect(mean == SIMD3(far + 4.5, -far, 0.25))
        #expect(SIMD3<Double>.mean(of: []) == nil)
        #expect(SIMD3<Double>.mean(of: [SIMD3(1, 2, 3)]) == SIMD3(1, 2, 3))
    }
}
