import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Pairs that fix less than they seem to")
struct FewPairsTests {
    /// The trials of a seed.
    static let trials = 50

    /// Places tapped in two scans, whose frames are a turn about the vertical and a shift apart; `seen` changes places
    /// of the second.
    static func tapped(
        _ places: [SIMD3<Double>], yaw: Double, shift: SIMD3<Double>, noise: Double,
        _ random: inout SeededGenerator, seen: (Int, SIMD3<Double>) -> SIMD3<Double> = { $1 }
    ) throws -> Correspondences {
        let turn = try #require(Rotation(angle: yaw * QuadLimits.degree, axis: up))
        func tap() -> SIMD3<Double> { SIMD3<Double>.normal(using: &random) * noise }
        return try Correspondences(
            sources: places.map { $0 + tap() },
            targets: places.enumerated().map { turn * seen($0.offset, $0.element) + shift + tap() })
    }

    private static func direction(_ random: inout SeededGenerator) -> SIMD3<Double> {
        SIMD3<Double>.randomDirection(using: &random)
    }

    /// The reason of a refusal; where there is none, that is an issue of the trial.
    private static func refusal(_ pairs: Correspondences, _ trial: String) -> RigidFitError? {
        do throws(RigidFitError) {
            let calibration = try Calibration(pairs)
            Issue.record("\(trial): no refusal, \(calibration.judgements)")
            return nil
        } catch { return error }
    }

    @Test(
        "pairs on a plumb line are refused with the vertical as what is free", arguments: [0, 0.002, 0.005],
        Seeds.few)
    func plumbLine(noise: Double, seed: UInt64) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let places = (0..<(2 + trial % 9)).map { SIMD3(1, 0.4 * Double($0), 2) }
            let shift = Self.direction(&random) * 5
            let yaw = Double.random(in: -180...180, using: &random)
            // Taps of the second scan alone, and of both.
            let exact = try Self.tapped(places, yaw: yaw, shift: shift, noise: noise, &random)
            let first = try Correspondences(sources: places, targets: exact.targets)
            let pairs = trial.isMultiple(of: 2) ? exact : first
            let name = "seed \(seed), trial \(trial)"
            guard case .pointsOnLine(_, let axis, _, _)? = Self.refusal(pairs, name) else {
                Issue.record("\(name): another refusal")
                continue
            }
            #expect(axis.y.magnitude > 0.999, "\(name): \(axis)")
            var options = CalibrationOptions()
            options.model = .translation
            #expect(try Calibration(pairs, options: options).model == .translation)
        }
    }

    @Test("pairs beside a plumb line are fitted", arguments: Seeds.few)
    func besidePlumbLine(seed: UInt64) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let places = [0, 0.8, 1.6, 2.4].map { SIMD3(1, $0, 2) } + [SIMD3(1.3, 1, 2)]
            let pairs = try Self.tapped(places, yaw: 30, shift: SIMD3(1, 2, 3), noise: 0.005, &random)
            let yaw = try Calibration(pairs).targetFromSource.rotation.angle / QuadLimits.degree
            // An arm of 30 cm to a mean of 5 mm each way, and up to five deviations.
            #expect((yaw - 30).magnitude < 12, "seed \(seed), trial \(trial): \(yaw)")
        }
    }

    @Test("places nearer together than taps can tell are one place", arguments: [1, 2, 4], Seeds.few)
    func coincident(taps: Int, seed: UInt64) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let away = Self.direction(&random) * 0.002
            let places = (0..<(2 * taps)).map { SIMD3(1, 1.5, 2) + ($0.isMultiple(of: 2) ? .zero : away) }
            let pairs = try Self.tapped(places, yaw: 70, shift: SIMD3(3, 0, 3), noise: 0.005, &random)
            let name = "seed \(seed), trial \(trial)"
            #expect(Self.refusal(pairs, name)?.code == "COINCIDENT_POINTS", "\(name)")
        }
    }
}
