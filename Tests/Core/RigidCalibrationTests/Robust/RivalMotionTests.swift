import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Two motions that pairs follow")
struct RivalMotionTests {
    static let seeds = (0..<10).map { Seeds.first &+ UInt64($0) }
    /// Of frames that are turned any way.
    private static var options: CalibrationOptions {
        var options = CalibrationOptions()
        options.model = .rigid
        return options
    }

    /// Of pairs that follow nothing, a few are in their place by chance.
    static let chance = 4

    @Test("a rival with three quarters of the support is a warning, and may be chosen", arguments: seeds)
    func warned(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pairs = try RobustScene.pairs(1000, right: 400, second: 300, using: &random).pairs()
        for bound in [RobustScene.bound, nil] {
            let fit = try Calibration(robust: pairs, bound: bound, options: Self.options)
            let selection = try #require(fit.selection), rival = try #require(selection.rival)
            #expect((395...400 + Self.chance).contains(selection.support), "seed \(seed)")
            #expect((295...300 + Self.chance).contains(rival.support), "seed \(seed)")
            #expect(fit.judgements.contains { $0.code == "AMBIGUOUS_MOTION" && !$0.fails })
            let other = try Calibration(robust: pairs, bound: bound, options: Self.options, choice: 2)
            let second = try #require(other.selection)
            #expect(second.support == rival.support && second.rival?.support == selection.support)
            #expect(other.targetFromSource.rotation != fit.targetFromSource.rotation)
            #expect(
                rival.targetFromSource == (try RobustFit(pairs, bound: bound, choice: 2).targetFromSource))
            #expect(
                try RobustFit(pairs, bound: bound, choice: 1).targetFromSource
                    == RobustFit(pairs, bound: bound).targetFromSource)
        }
    }

    @Test(
        "single pairs that are copies do not outvote a quarter as many that were measured", arguments: seeds)
    func copies(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let turn = try #require(Rotation(angle: 0.5, axis: SIMD3(0, 1, 0)))
        for copied in [12, 14, 16] {
            let sources = (0..<20).map { _ in SIMD3<Double>.random(in: 0...6, using: &random) }
            let targets = sources.enumerated().map { place, source in
                place < copied
                    ? source + SIMD3(0.1, 0.02, -0.2)
                    : turn * source + SIMD3(1, 0, 0) + SIMD3<Double>.normal(using: &random) * 0.003
            }
            let pairs = try Correspondences(sources: sources, targets: targets)
            #expect {
                try Calibration(robust: pairs, options: Self.options)
            } throws: { error in
                guard case RigidFitError.ambiguousMotion(let motion, let rival) = error else { return false }
                return motion.isExact && !rival.isExact && motion.support == copied
                    && rival.support == 20 - copied
            }
        }
    }

    @Test(
        "a rival with nearly all of the support is refused with both, unless one is chosen", arguments: seeds)
    func refused(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pairs = try RobustScene.pairs(1000, right: 400, second: 390, using: &random).pairs()
        for bound in [RobustScene.bound, nil] {
            #expect {
                try Calibration(robust: pairs, bound: bound, options: Self.options)
            } throws: { error in
                guard case RigidFitError.ambiguousMotion(let motion, let rival) = error else { return false }
                return (395...400 + Self.chance).contains(motion.support)
                    && (385...390 + Self.chance).contains(rival.support)
                    && motion.targetFromSource != rival.targetFromSource
            }
            for choice in [1, 2] {
                let fit = try Calibration(robust: pairs, bound: bound, options: Self.options, choice: choice)
                #expect(fit.judgements.contains { $0.code == "AMBIGUOUS_MOTION" }, "seed \(seed)")
            }
        }
    }

    @Test("a motion that does not exist cannot be chosen", arguments: [0, -1, 2, 3])
    func absent(choice: Int) throws {
        var random = SeededGenerator(seed: Seeds.first)
        let pairs = try RobustScene.pairs(100, right: 80, using: &random).pairs()
        #expect(throws: RigidFitError.noSuchMotion(choice: choice, motions: 1)) {
            try Calibration(robust: pairs, bound: RobustScene.bound, choice: choice)
        }
    }

    @Test("groups count as one each", arguments: Seeds.few)
    func groups(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = RobustScene.markers(20, moved: 0, using: &random)
        // Eight of twenty markers were moved together, each with its four corners.
        let away = SIMD3(3.0, 1, -2)
        let targets = scene.targets.indices.map { scene.targets[$0] + ($0 < 32 ? away : .zero) }
        let pairs = try Correspondences(sources: scene.sources, targets: targets, groups: scene.groups)
        let selection = try #require(Calibration(robust: pairs, bound: RobustScene.bound).selection)
        #expect(selection.support == 12 && selection.rival?.support == 8)
    }
}
