import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("What a motion's views promise")
struct MotionViewTests {
    @Test("the matrix keeps the digits it states, at any distance", arguments: Seeds.few)
    func transformDigits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let size = 2.0
        for offset in [0, 1e3, 1e6, 1e9] {
            let away = SIMD3<Double>.random(in: -1...1, using: &random) * offset
            let sources = (0..<12).map { _ in SIMD3<Double>.random(in: -size...size, using: &random) + away }
            let targets = sources.map { SIMD3($0.z, $0.y, -$0.x) }
            let motion = try RigidFit(try Correspondences(sources: sources, targets: targets))
                .targetFromSource
            let transform = try #require(motion.transform)
            let digits = motion.transformDigits(extent: size)
            #expect(digits > 0 && digits <= 16, "seed \(seed)")
            // Ten to the minus digits, by the bound that the digits are made of.
            let farthest = max(size, motion.sourceCenter.length, motion.targetCenter.length)
            for source in sources {
                let error = (transform * source - motion * source).length
                #expect(error <= 2 * RigidTransform.pointError * farthest, "seed \(seed), offset \(offset)")
            }
        }
    }

    @Test("matrix digits fall by one for each ten times as far")
    func fall() throws {
        func digits(_ offset: Double) throws -> Double {
            let sources = [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map { $0 + offset }
            return try RigidFit(try Correspondences(sources: sources, targets: sources)).targetFromSource
                .transformDigits(extent: 1)
        }
        let lost = try digits(1e4) - digits(1e7)
        #expect((lost - 3).magnitude < 1e-3)
    }

    @Test("expected errors are in proportion to the scene, however small it is", arguments: Seeds.few)
    func smallScene(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = MarkerScene(markers: 6, extent: SIMD3(9, 2, 3), noise: 0.002, using: &random)
        func error(_ scale: Double) throws -> Double {
            let pairs = try Correspondences(
                sources: scene.pairs.sources.map { $0 * scale },
                targets: scene.pairs.targets.map { $0 * scale }, groups: scene.pairs.groups)
            let calibration = try Calibration(pairs)
            let covariance = try #require(calibration.evidence.covariance)
            return covariance.predictedError(atMoved: calibration.moved(SIMD3(7, 1, 2) * scale))
        }
        let usual = try error(1)
        for exponent in [-100, 100] {
            let scale = Double(sign: .plus, exponent: exponent, significand: 1)
            let ratio = try error(scale) / scale / usual
            #expect((ratio - 1).magnitude < 1e-12, "seed \(seed), 2^\(exponent): \(ratio)")
        }
    }
}
