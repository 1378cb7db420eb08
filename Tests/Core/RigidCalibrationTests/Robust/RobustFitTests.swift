import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Robust fits")
struct RobustFitTests {
    /// One trial with 300 pairs of each kind of scene; in a heavy run 200 trials or more, with 1,000.
    static let trials = Effort.count(200, quick: 1)
    static let count = Effort.current == .quick ? 300 : 1000
    /// The error of a robust fit over that of least squares on the right pairs: at the median of trials.
    private static let worstMedian = 1.05

    /// Four of a thousand are at the limit of chance: one scene in a hundred may be refused, none wrong.
    private static let refusedOfFour = 0.01

    private func check(
        _ name: String, seed: UInt64, mayRefuse: Double = 0, _ make: (inout SeededGenerator) -> RobustScene
    ) throws {
        var ratios: [Double] = [], refused = 0
        for trial in 0..<RobustFitTests.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let scene = make(&random)
            let fit: RobustFit
            do {
                fit = try RobustFit(scene.pairs(), bound: RobustScene.bound)
            } catch RigidFitError.motionNotDetermined where mayRefuse > 0 {
                refused += 1
                continue
            } catch RigidFitError.ambiguousMotion where mayRefuse > 0 {
                // Chance brought another four, too.
                refused += 1
                continue
            }
            let (error, best) = try (scene.error(fit.fit), scene.error(scene.oracle))
            #expect(error < best + RobustScene.bound, "\(name), seed \(seed), trial \(trial)")
            ratios.append(error / best)
        }
        #expect(Double(refused) <= mayRefuse * Double(RobustFitTests.trials), "\(name), seed \(seed)")
        ratios.sort()
        try #require(!ratios.isEmpty, "\(name), seed \(seed)")
        #expect(ratios[ratios.count / 2] <= RobustFitTests.worstMedian, "\(name), seed \(seed): \(ratios)")
    }

    @Test("any share of wrong pairs", arguments: [0, 50, 80, 90, 95, 99], Seeds.few)
    func shares(wrong: Int, seed: UInt64) throws {
        try check("\(wrong) % wrong", seed: seed) {
            .pairs(
                RobustFitTests.count, right: max(RobustFitTests.count * (100 - wrong) / 100, 4), using: &$0)
        }
    }

    @Test("four to eight right pairs of many", arguments: 4...8, Seeds.few)
    func few(right: Int, seed: UInt64) throws {
        try check("\(right) right", seed: seed, mayRefuse: right == 4 ? RobustFitTests.refusedOfFour : 0) {
            .pairs(RobustFitTests.count, right: right, using: &$0)
        }
    }

    @Test("of twelve markers four were moved: those are named, corner by corner", arguments: Seeds.few)
    func movedMarkers(seed: UInt64) throws {
        try check("12 markers", seed: seed) { .markers(12, moved: 4, using: &$0) }
        var random = SeededGenerator(seed: seed)
        let scene = RobustScene.markers(12, moved: 4, using: &random)
        let fit = try RobustFit(scene.pairs(), bound: RobustScene.bound)
        #expect(fit.inliers == scene.isRight, "seed \(seed)")
        #expect(fit.support == 8 && fit.margin == 1)
        #expect(fit.rejected.map(\.pair) == Array(0..<16))
        #expect(fit.rejected.allSatisfy { $0.reason == .movedGroup && $0.group == $0.pair / 4 })
        #expect(fit.rejected.allSatisfy { $0.distance > RobustScene.bound })
    }

    @Test("one bad corner is distinguished from a moved marker", arguments: Seeds.few)
    func badCorner(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var scene = RobustScene.markers(6, moved: 1, using: &random)
        scene.targets[14].y += 0.3
        let fit = try RobustFit(scene.pairs(), bound: RobustScene.bound)
        let reasons = fit.rejected.map(\.reason)
        #expect(reasons == [.movedGroup, .movedGroup, .movedGroup, .movedGroup, .badCorner], "seed \(seed)")
        #expect(fit.rejected.last?.pair == 14 && fit.support == 5)
    }

    @Test("of two motions the larger is found, and the other named", arguments: Seeds.few)
    func twoMotions(seed: UInt64) throws {
        try check("60/40", seed: seed) { .pairs(250, right: 150, second: 100, using: &$0) }
        var random = SeededGenerator(seed: seed)
        let fit = try RobustFit(
            RobustScene.pairs(250, right: 150, second: 100, using: &random).pairs(), bound: RobustScene.bound)
        let rival = try #require(fit.rival)
        #expect((149...152).contains(fit.support) && (99...102).contains(rival.support), "seed \(seed)")
        #expect(fit.margin < 0.4)
        #expect(fit.rejected.allSatisfy { $0.reason == .followsRival })
    }

    @Test("two motions with nearly the same support are both given, and none is chosen", arguments: Seeds.few)
    func ambiguous(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pairs = try RobustScene.pairs(200, right: 105, second: 95, using: &random).pairs()
        #expect {
            try RobustFit(pairs, bound: RobustScene.bound)
        } throws: { error in
            guard case RigidFitError.ambiguousMotion(let motion, let rival) = error else { return false }
            return (104...107).contains(motion.support) && (94...97).contains(rival.support)
                && (error as? RigidFitError)?.code == "AMBIGUOUS_MOTION"
        }
    }

    @Test("pairs that follow nothing are never given a motion", arguments: [3, 4, 10, 50, 300], Seeds.few)
    func nothing(count: Int, seed: UInt64) throws {
        for trial in 0..<RobustFitTests.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let pairs = try RobustScene.pairs(count, right: 0, using: &random).pairs()
            #expect {
                try RobustFit(pairs, bound: RobustScene.bound)
            } throws: { error in
                guard case RigidFitError.motionNotDetermined(let support, let needed) = error else {
                    return false
                }
                return support < needed
            }
        }
    }

    @Test("a bound is learned from the pairs, and said", arguments: [0, 50, 90])
    func estimate(wrong: Int) throws {
        let seed = Seeds.first
        var random = SeededGenerator(seed: seed)
        let scene = RobustScene.pairs(200, right: 200 - 2 * wrong, using: &random)
        let fit = try RobustFit(scene.pairs())
        #expect(fit.boundWasEstimated)
        // Three to seven deviations of a coordinate.
        #expect(
            (3 * RobustScene.noise...7 * RobustScene.noise).contains(fit.bound), "\(fit.bound), seed \(seed)")
        let (error, best) = try (scene.error(fit.fit), scene.error(scene.oracle))
        #expect(error <= 2 * best, "seed \(seed)")
    }

    @Test("a bound is learned from groups all over, not from the first", arguments: [120, 270])
    func estimateOfManyGroups(moved: Int) throws {
        let seed = Seeds.first
        var random = SeededGenerator(seed: seed)
        // More groups than are searched for the bound; those moved come first.
        let scene = RobustScene.markers(300, moved: moved, using: &random)
        let fit = try RobustFit(scene.pairs())
        #expect(fit.inliers == scene.isRight, "seed \(seed)")
        #expect(
            (3 * RobustScene.noise...7 * RobustScene.noise).contains(fit.bound), "\(fit.bound), seed \(seed)")
    }

    @Test("exact pairs, also by an estimated bound", arguments: Seeds.few)
    func exact(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var scene = RobustScene.pairs(60, right: 60, using: &random)
        scene.targets = scene.sources.map { scene.motion * $0 }
        for pair in 0..<20 { scene.targets[pair] = RobustScene.place(&random) }
        let fit = try RobustFit(scene.pairs())
        #expect(fit.inliers == (0..<60).map { $0 >= 20 }, "seed \(seed)")
    }
}
