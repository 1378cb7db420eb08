#if arch(x86_64)
@testable import QuadGeometry
import TestSupport
import Testing

@Suite("Published error bounds", .heavy)
struct BoundTests {
    static let trials: [BoundTrial] =
        BoundTrial.quadMeasures + BoundTrial.anySize + BoundTrial.quadPlanarity + BoundTrial.motions
        + BoundTrial.rayHits + [
            .sineAndCosine(trigonometryError) { sineAndCosine($0) },
            .arcTangent(trigonometryError) { arcTangent($0, $1) },
            .quotients(ExactNumber.quotientError) { a, b, c, d in
                ExactNumber.quotient(ExactNumber(a) * ExactNumber(b), by: ExactNumber(c) * ExactNumber(d))
            },
            .quotientsByRoots(ExactNumber.quotientError) { a, b, c in
                ExactNumber.quotient(ExactNumber(a) * ExactNumber(b), byRootOf: ExactNumber(c))
            },
        ]

    @Test("hold over ten times as many inputs, and are not slack", arguments: trials)
    func error(trial: BoundTrial) {
        let samples = Effort.count(10 * BoundTrial.fewSamples, night: 200)
        let worst = trial.spend(samples: samples, seed: Seeds.first)
        print(worst)
        #expect(worst.isWithinBound, "\(worst)")
        #expect(worst.isTight, "\(worst)")
    }
}
#endif
