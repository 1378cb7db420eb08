import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Fits of candidates from repeated labels")
struct CandidateFitTests {
    @Test("one label for all points of both scans", arguments: Seeds.few)
    func oneLabel(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = 40
        let scene = RobustScene.pairs(count, right: 30, using: &random)
        let order = (0..<count).shuffled(using: &random)
        let labels = [String?](repeating: "bolt", count: count)
        let candidates = try CandidatePairs(
            sources: scene.sources, labels: labels, targets: order.map { scene.targets[$0] },
            targetLabels: labels)
        #expect(candidates.count == count * count)
        let fit = try CandidateFit(candidates, bound: RobustScene.bound)
        let right = fit.matches.filter { scene.isRight[Int($0.source)] }
        #expect(right.count == 30 && right.allSatisfy { order[Int($0.target)] == $0.source }, "seed \(seed)")
        #expect(scene.error(fit.fit) <= 2 * (try scene.oracle.rms), "seed \(seed)")
        #expect(Set(fit.matches.map(\.source)).count == fit.matches.count)
        #expect(Set(fit.matches.map(\.target)).count == fit.matches.count)
        #expect(fit.matches.count >= fit.neededSupport && fit.rival == nil)
    }

    @Test("unique labels lead, repeated ones follow, and empty ones are none", arguments: Seeds.few)
    func mixedLabels(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = 70
        let scene = RobustScene.pairs(count, right: count, using: &random)
        let labels = (0..<count).map { $0 < 6 ? "unique \($0)" : $0 < 40 ? "weld" : $0 < 55 ? "" : nil }
        let candidates = try CandidatePairs(
            sources: scene.sources, labels: labels, targets: scene.targets, targetLabels: labels)
        #expect(candidates.count == 6 + 34 * 34)
        let fit = try CandidateFit(candidates, bound: RobustScene.bound)
        #expect(fit.matches.map(\.source) == (0..<40).map { $0 }, "seed \(seed)")
        #expect(fit.matches.allSatisfy { $0.source == $0.target })
        let learned = try CandidateFit(candidates)
        #expect(learned.boundWasEstimated && learned.matches.count >= 38, "seed \(seed)")
    }

    @Test("pairs of places, and those that name no point")
    func places() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let scene = RobustScene.pairs(30, right: 25, using: &random)
        let pairs = (0..<30).flatMap { source in
            (0..<3).map { (step: Int) -> CandidatePair in
                CandidatePair(source: Int32(source), target: Int32((source + step) % 30))
            }
        }
        let fit = try CandidateFit(
            CandidatePairs(sources: scene.sources, targets: scene.targets, pairs: pairs),
            bound: RobustScene.bound)
        #expect(fit.matches.allSatisfy { $0.source == $0.target && scene.isRight[Int($0.source)] })
        #expect(fit.matches.count == 25)
        for pair in [CandidatePair(source: 30, target: 0), CandidatePair(source: 0, target: -1)] {
            #expect(throws: RigidFitError.noSuchPoint(pair: 1)) {
                try CandidatePairs(sources: scene.sources, targets: scene.targets, pairs: [pairs[0], pair])
            }
        }
        #expect(throws: RigidFitError.tooFewPairs(found: 0, needed: 3)) {
            try CandidateFit(CandidatePairs(sources: scene.sources, targets: scene.targets, pairs: []))
        }
        #expect(throws: RigidFitError.badBound(pair: nil, bound: 0)) {
            try CandidateFit(
                CandidatePairs(sources: scene.sources, targets: scene.targets, pairs: pairs), bound: 0)
        }
    }

    @Test("a row of equal pitch fits itself one pitch on", arguments: [4, 6])
    func rows(count: Int) throws {
        let row = (0..<count).flatMap { [SIMD3(Double($0), 0, 0), SIMD3(Double($0), 0.7, 0.2)] }
        let labels = row.map { $0.y == 0 ? "low" : "high" }
        let candidates = try CandidatePairs(
            sources: row, labels: labels, targets: row, targetLabels: labels)
        #expect {
            try CandidateFit(candidates, bound: RobustScene.bound)
        } throws: { error in
            guard case RigidFitError.ambiguousMotion(let motion, let rival) = error else { return false }
            return motion.support == row.count && rival.support >= row.count - 2
        }
    }
}
