import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Scans whose scales differ")
struct ScaleTests {
    /// A length that the noise of a pair stays below: three deviations of 3 mm in each scan, rounded up, in metres.
    private static let pairNoise = 0.013

    /// The judgement on scales, if there is one.
    private static func difference(_ calibration: Calibration) -> FitJudgement? {
        calibration.judgements.first { $0.code == "SCALE_DIFFERS" }
    }

    @Test(
        "a scale that devices have is no error, and is in the errors to expect",
        arguments: [1.02, 0.98, 1.01])
    func devices(factor: Double) throws {
        for seed in Seeds.few {
            var random = SeededGenerator(seed: seed)
            let places = (0..<24).map { _ in
                SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 2.5, 6)
            }
            let pairs = try FewPairsTests.tapped(
                places, yaw: 40, shift: SIMD3(1, 2, 3), noise: 0.003, &random
            ) {
                $1 * factor
            }
            let calibration = try Calibration(pairs)
            guard
                case .scaleDiffers(let found, let deviation, let effect, let error)? = Self.difference(
                    calibration)
            else {
                Issue.record("seed \(seed): \(calibration.judgements)")
                continue
            }
            #expect((found - factor).magnitude < 6 * deviation, "seed \(seed)")
            #expect(effect > error && calibration.verdict == .warn, "seed \(seed): \(effect) beside \(error)")
            #expect(!calibration.judgements.contains { $0.code == "SCAN_DRIFT" }, "seed \(seed)")
            // What the scale moves a marker by is within what is expected of it.
            let covariance = try #require(calibration.evidence.covariance)
            let misses = (0..<pairs.count).count { pair in
                let moved = calibration.moved(pairs.sources[pair])
                return (pairs.targets[pair] - moved).length > covariance.predictedError(atMoved: moved)
                    + Self.pairNoise
            }
            #expect(misses == 0, "seed \(seed)")
        }
    }

    @Test("an information leaves the verdict alone, a warning does not", arguments: [0.05, 0.02])
    func severity(error: Double) {
        let judgement = FitJudgement.scaleDiffers(factor: 1.006, deviation: 0.001, effect: 0.03, error: error)
        #expect(judgement.severity == (error > 0.03 ? .info : .warning) && !judgement.fails)
        #expect(FitVerdict([judgement]) == (error > 0.03 ? .pass : .warn))
        #expect(FitVerdict([judgement, .noRedundancy]) == .warn)
    }

    @Test("a tenth of a millionth over the globe is a warning where it is more than the errors there")
    func globe() throws {
        for seed in Seeds.few {
            var random = SeededGenerator(seed: seed)
            let places = (0..<12).map { _ in SIMD3<Double>.randomDirection(using: &random) * 6_378_000 }
            let turn = try #require(Rotation(rotationVector: SIMD3(1e-6, -2e-6, 1e-6)))
            let pairs = try Correspondences(
                sources: places,
                targets: places.map {
                    turn * $0 * (1 + 3e-7) + SIMD3<Double>.normal(using: &random) * 5e-6
                })
            var options = CalibrationOptions()
            options.model = .rigid
            let calibration = try Calibration(pairs, options: options)
            #expect(
                Self.difference(calibration)?.severity == .warning, "seed \(seed): \(calibration.judgements)")
            #expect(calibration.verdict == .warn, "seed \(seed)")
        }
    }

    @Test("noise alone seldom shows a difference")
    func noise() throws {
        // One in a thousand may, so that three of two hundred are one case of a thousand.
        let found = try (0..<200).count { trial in
            var random = SeededGenerator(seed: 3, sample: trial)
            let places = (0..<12).map { _ in
                SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 2.5, 6)
            }
            let pairs = try FewPairsTests.tapped(
                places, yaw: 40, shift: SIMD3(1, 2, 3), noise: 0.02, &random)
            return Self.difference(try Calibration(pairs)) != nil
        }
        #expect(found < 3, "seed 3: \(found) of 200")
    }

    @Test(
        "pairs without noise show no scale, at any size and distance",
        arguments: [0.01, 1, 100], [0, 1e3])
    func noiseless(size: Double, distance: Double) throws {
        for trial in 0..<100 {
            var random = SeededGenerator(seed: 4, sample: trial)
            let places = (0..<8).map { _ in
                SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 2.5, 6) * size
            }
            let pairs = try FewPairsTests.tapped(
                places, yaw: trial.isMultiple(of: 2) ? 0 : 40, shift: SIMD3(1, 2, 3) * (size + distance),
                noise: 0, &random)
            let calibration = try Calibration(pairs)
            #expect(calibration.judgements.isEmpty, "trial \(trial) of seed 4: \(calibration.judgements)")
        }
    }
}
