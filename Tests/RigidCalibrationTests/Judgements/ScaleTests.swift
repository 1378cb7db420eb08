import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Scans whose scales differ")
struct ScaleTests {
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
                return (pairs.targets[pair] - moved).length > covariance.predictedError(atMoved: moved) + 0.01
            }
            #expect(misses == 0, "seed \(seed)")
        }
    }

    @Test("a small difference beside large noise is worth a word, and no warning")
    func beside() throws {
        for seed in Seeds.few {
            var random = SeededGenerator(seed: seed)
            let places = (0..<400).map { _ in
                SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 2.5, 6)
            }
            let pairs = try FewPairsTests.tapped(places, yaw: 40, shift: SIMD3(1, 2, 3), noise: 0.06, &random)
            {
                $1 * 1.006
            }
            let calibration = try Calibration(pairs)
            guard let judgement = Self.difference(calibration) else { continue }
            if case .scaleDiffers(_, _, let effect, let error) = judgement {
                #expect((effect > error) == (judgement.severity == .warning), "seed \(seed)")
                #expect(!judgement.fails, "seed \(seed)")
            }
        }
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

    @Test("noise alone shows no difference")
    func noise() throws {
        for trial in 0..<200 {
            var random = SeededGenerator(seed: 3, sample: trial)
            let places = (0..<12).map { _ in
                SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 2.5, 6)
            }
            let pairs = try FewPairsTests.tapped(places, yaw: 40, shift: SIMD3(1, 2, 3), noise: 0.02, &random)
            let calibration = try Calibration(pairs)
            // One in a thousand may.
            if Self.difference(calibration) != nil { #expect(trial < 0, "seed 3, trial \(trial)") }
        }
    }
}
