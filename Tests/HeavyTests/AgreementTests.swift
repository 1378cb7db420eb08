import TestSupport
import Testing

@testable import QuadGeometry

@Suite("Quick ways agree with slow ones", .heavy)
struct AgreementTests {
    @Test("the quick look with the full check, beside every limit", arguments: LimitProbe.all.indices)
    func screen(index: Int) throws {
        var disagreements: [String] = []
        for sample in 0..<Effort.count(20_000, night: 80) {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let quad = LimitProbe.nearlySound(using: &random)
            for limits in LimitProbe.all[index].limits(beside: quad, using: &random) {
                let check = try QuadCheck(limits)
                if check.issues(quad) == check.issues(quad, .unclear, facing: nil) { continue }
                disagreements.append("sample \(sample): \(quad), \(limits)")
            }
        }
        #expect(disagreements.prefix(5) == [])
    }

    @Test("the search for neighbors with a look at every pair")
    func neighbors() throws {
        let check = QuadCheck()
        for batch in 0..<Effort.count(25, night: 80) {
            let crowd = MarkerCrowd(60, seed: Seeds.first &+ UInt64(batch))
            let found = check.neighborIssues(among: crowd.quads).map(MarkerCollision.init)
            #expect(found == crowd.collisions(check), "batch \(batch)")
        }
    }
}
