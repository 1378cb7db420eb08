import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Models of motion")
struct ModelTests {
    static let models: [MotionModel] = [.translation, .yaw, .gravity(tilt: 0.5), .rigid, .similarity]

    static func calibration(_ pairs: Correspondences, _ model: MotionModel) throws -> Calibration {
        var options = CalibrationOptions()
        options.model = model
        return try Calibration(pairs, options: options)
    }

    /// Without noise a motion is recovered to this share of the scene's size.
    static let recovered = 32 * Double.ulpOfOne
    /// The size of the scenes without noise, in metres.
    static let reach = 60.0
    /// Fits to the same pairs in another form lead to the same places within this, in metres.
    static let settled = 1e-12
    /// The share to which pairs leave a tilt about their line to gravity.
    static let leftToGravity = 0.01

    @Test("a motion of the model is recovered to rounding", arguments: models, Seeds.few)
    func recovery(model: MotionModel, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let yaw = Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)) ?? .identity
            let any = Rotation(rotationVector: SIMD3<Double>.random(in: -2...2, using: &random)) ?? .identity
            let (turn, factor): (Rotation, Double) =
                switch model {
                case .translation: (.identity, 1)
                case .yaw: (yaw, 1)
                case .gravity, .rigid: (any, 1)
                case .similarity: (any, 1.25)
                }
            let sources = (0..<7).map { _ in SIMD3<Double>.random(in: -5...5, using: &random) }
            let shift = SIMD3<Double>.random(in: -50...50, using: &random)
            let targets = sources.map { turn * $0 * factor + shift }
            let calibration = try ModelTests.calibration(
                Correspondences(sources: sources, targets: targets), model)
            for (source, target) in zip(sources, targets) {
                #expect(
                    (calibration.moved(source) - target).length < ModelTests.recovered * ModelTests.reach,
                    "seed \(seed)")
            }
            #expect((calibration.growth / factor - 1).magnitude < ModelTests.recovered)
        }
    }

    @Test(
        "order of pairs, whole weights and units change nothing beyond rounding", arguments: models, Seeds.few
    )
    func laws(model: MotionModel, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = CalibrationTests.scene(seed)
        let plain = try ModelTests.calibration(scene.pairs, model)
        func expectSame(_ other: Calibration, _ what: String, size: Double = 1) {
            for source in scene.pairs.sources {
                let miss = (other.moved(source * size) - plain.moved(source) * size).length
                #expect(miss < ModelTests.settled * size, "\(what), seed \(seed)")
            }
        }
        let order = Array(0..<scene.pairs.count).shuffled(using: &random)
        expectSame(try ModelTests.calibration(scene.pairs.selected(order), model), "order")
        let twice = Array(0..<scene.pairs.count) + [0, 1, 1]
        var weights = [Double](repeating: 1, count: scene.pairs.count)
        weights[0] = 2
        weights[1] = 3
        let repeated = try ModelTests.calibration(scene.pairs.selected(twice), model)
        let weighted = try ModelTests.calibration(
            Correspondences(sources: scene.pairs.sources, targets: scene.pairs.targets, weights: weights),
            model)
        // Gravity weighs against the noise, whose estimate knows the number of pairs.
        if case .gravity = model { return }
        for source in scene.pairs.sources {
            #expect(
                (repeated.moved(source) - weighted.moved(source)).length < ModelTests.settled, "seed \(seed)")
        }
        expectSame(
            try ModelTests.calibration(
                Correspondences(
                    sources: scene.pairs.sources.map { $0 * 1000 },
                    targets: scene.pairs.targets.map { $0 * 1000 }),
                model), "units", size: 1000)
    }

    @Test("too few pairs for the model", arguments: models)
    func tooFew(model: MotionModel) throws {
        let needed = [1, 2, 2, 3, 3][ModelTests.models.firstIndex(of: model) ?? 0]
        let points = Array(CalibrationTests.scene(1).pairs.sources.prefix(needed - 1))
        let pairs = try Correspondences(sources: points, targets: points)
        #expect(throws: RigidFitError.tooFewPairs(found: needed - 1, needed: needed)) {
            try ModelTests.calibration(pairs, model)
        }
    }

    @Test("the most that pairs allow: one, two side by side, a line; two above each other are refused")
    func automatic() throws {
        func model(_ points: [SIMD3<Double>]) throws -> MotionModel {
            let shift = SIMD3(1.0, 2, 3)
            let turn = Rotation(rotationVector: SIMD3(0, 0.7, 0)) ?? .identity
            return try Calibration(
                Correspondences(sources: points, targets: points.map { turn * $0 + shift })
            ).model
        }
        let gravity = MotionModel.gravity(tilt: MotionModel.usualTilt)
        #expect(try model([SIMD3(0.3, 0.1, 7)]) == .translation)
        #expect(try model([SIMD3(0.3, 0.1, 7), SIMD3(2, 0.4, 5)]) == gravity)
        do throws(RigidFitError) {
            _ = try Calibration(
                Correspondences(
                    sources: [SIMD3(0.3, 0.1, 7), SIMD3(0.3, 2, 7)],
                    targets: [SIMD3(1, 2, 3), SIMD3(1, 3.9, 3)]))
            Issue.record("no refusal")
        } catch {
            guard case .pointsOnLine(.source, SIMD3(0, 1, 0), _, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try model((0..<5).map { SIMD3(Double($0), 0, 2) }) == gravity)
    }

    @Test("a tilt that only gravity knows stays near none")
    func gravityOnALine() throws {
        var random = SeededGenerator(seed: 1)
        let points = (0..<6).map { SIMD3(Double($0), 0, 0) }
        let targets = points.map { $0 + SIMD3(1, 0, 0) + SIMD3<Double>.normal(using: &random) * 0.002 }
        let calibration = try Calibration(Correspondences(sources: points, targets: targets))
        #expect(calibration.evidence.tilt < MotionModel.usualTilt)
        // About the line, the turn is known as well as gravity is, no better.
        let worst = try #require(calibration.evidence.strength?.first)
        #expect(
            (worst.deviation * 180 / .pi / MotionModel.usualTilt - 1).magnitude < ModelTests.leftToGravity)
        #expect(worst.axis.x.magnitude > 1 - ModelTests.leftToGravity)
    }
}
