import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct TrigonometryTests {
    #if arch(x86_64)
    static let trials = [
        BoundTrial.sineAndCosine(trigonometryError) { sineAndCosine($0) },
        BoundTrial.arcTangent(trigonometryError) { arcTangent($0, $1) },
    ]

    @Test(
        "sine, cosine and arc tangent stay within their stated error of 80-bit arithmetic", arguments: trials)
    func error(trial: BoundTrial) {
        let worst = trial.spend(samples: BoundTrial.fewSamples, seed: Seeds.first)
        print(worst)
        #expect(worst.isWithinBound, "\(worst)")
    }
    #endif

    @Test("the bits are these on every machine")
    func bits() {
        #expect(sineAndCosine(1) == (0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1))
        #expect(sineAndCosine(1e6) == (-0x1.6664b2568d867p-2, 0x1.df9df9906d32cp-1))
        #expect(arcTangent(1, 3) == 0x1.4978fa3269ee1p-2)
        #expect(arcTangent(-2, -1) == -0x1.0468a8ace4df6p+1)
    }

    static let specialAngles: [(y: Double, x: Double, angle: Double)] = [
        (0, 1, 0), (0, -1, .pi), (-0.0, 1, 0), (0, 0, 0), (1, 0, .pi / 2), (-1, 0, -.pi / 2),
        (1, 1, .pi / 4), (1, -1, 0.75 * .pi), (-1, -1, -0.75 * .pi),
    ]

    @Test("the special angles come out exactly", arguments: specialAngles)
    func specialAngle(y: Double, x: Double, angle: Double) {
        #expect(arcTangent(y, x) == angle)
    }

    @Test("sine is odd and cosine even, in exact bits", arguments: Seeds.few)
    func symmetry(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let angle = Double.random(in: -100...100, using: &random)
            let here = sineAndCosine(angle), there = sineAndCosine(-angle)
            #expect(here.sine == -there.sine)
            #expect(here.cosine == there.cosine)
            #expect(
                (here.sine * here.sine + here.cosine * here.cosine - 1).magnitude <= 2 * trigonometryError)
            let y = Double.random(in: -1...1, using: &random), x = Double.random(in: -1...1, using: &random)
            #expect(arcTangent(-y, x) == -arcTangent(y, x))
            #expect(arcTangent(8 * y, 8 * x) == arcTangent(y, x))
        }
    }

    @Test("the arc tangent undoes sine and cosine all the way around", arguments: Seeds.few)
    func inverse(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let angle = Double.random(in: -3.14...3.14, using: &random)
            let (sine, cosine) = sineAndCosine(angle)
            #expect((arcTangent(sine, cosine) - angle).magnitude <= 2 * .pi * trigonometryError)
        }
    }

    @Test("angles beyond 2²⁰ turn by their remainder, and those that are not finite by NaN")
    func largeAngles() {
        for angle in [0x1p20, 0x1.8p20, 1e9, 1e15, 1e300, .greatestFiniteMagnitude] {
            let (sine, cosine) = sineAndCosine(angle)
            #expect((sine * sine + cosine * cosine - 1).magnitude <= 2 * trigonometryError)
        }
        for angle in [Double.nan, .infinity, -.infinity] {
            #expect(sineAndCosine(angle).sine.isNaN)
            #expect(sineAndCosine(angle).cosine.isNaN)
        }
    }
}
