import TestSupport
import Testing

@testable import RigidCalibration

@Suite("How many followers chance brings")
struct ChanceSupportTests {
    @Test("is the same in every unit, also where followers are in their places to the last digit")
    func units() {
        func expected(_ unit: Double, reach: Double) -> Double {
            ChanceSupport(candidates: 9, widths: SIMD3(6, 3, 2) * unit, reach: reach * unit).expected(4)
        }
        for reach in [0, 1e-3, 0.5] {
            // Powers of two scale without any rounding.
            let all = [0x1p-20, 1, 0x1p20].map { expected($0, reach: reach) }
            #expect(Set(all).count == 1, "\(all)")
        }
        #expect(expected(1, reach: 0) < expected(1, reach: 1e-3))
    }

    @Test("grows with the candidates and falls with the support")
    func monotone() {
        func chance(_ candidates: Int) -> ChanceSupport {
            ChanceSupport(candidates: candidates, widths: SIMD3(6, 3, 2), reach: 0.01)
        }
        #expect(
            chance(50).expected(4) > chance(9).expected(4) && chance(9).expected(5) < chance(9).expected(4))
        #expect(chance(5000).needed > chance(50).needed)
        #expect(!chance(50).isExplained(chance(50).needed) && chance(50).isExplained(chance(50).needed - 1))
    }
}
