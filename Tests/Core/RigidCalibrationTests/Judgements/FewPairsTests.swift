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
        "two pairs of frames far apart have a motion, and are not where they should be", arguments: Seeds.few
    )
    func twoPairs(seed: UInt64) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let places = (0..<2).map { _ in
                SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 2.5, 6)
            }
            guard ((places[1] - places[0]) * SIMD3(1, 0, 1)).length > 1 else { continue }
            let shift = Self.direction(&random) * 4.5
            let pairs = try Self.tapped(places, yaw: 70, shift: shift, noise: 0.005, &random)
            let codes = try Calibration(pairs).judgements.map(\.code)
            #expect(!codes.contains("ALREADY_APPLIED"), "seed \(seed), trial \(trial): \(codes)")
            #expect(codes.contains("WEAK_GEOMETRY"), "seed \(seed), trial \(trial): \(codes)")
        }
    }

    @Test("two pairs that moved by stated noise are where they should be", arguments: Seeds.few)
    func twoPairsInPlace(seed: UInt64) throws {
        var options = CalibrationOptions()
        options.noise = 0.005 * 2.0.squareRoot()
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let places = [SIMD3<Double>(-2, 0.5, 1), SIMD3(2, 1, -1)]
            let pairs = try Self.tapped(places, yaw: 0, shift: .zero, noise: 0.005, &random)
            let codes = try Calibration(pairs, options: options).judgements.map(\.code)
            // One in a thousand may say otherwise.
            #expect(codes.contains("ALREADY_APPLIED"), "seed \(seed), trial \(trial): \(codes)")
        }
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

    @Test(
        "two points whose distance changed cannot both be right", arguments: [nil, 0.005] as [Double?],
        Seeds.few)
    func changedDistance(noise: Double?, seed: UInt64) throws {
        var options = CalibrationOptions()
        options.noise = noise
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let along = Self.direction(&random) * SIMD3(1, 0.3, 1)
            let places = [SIMD3<Double>.zero, along * (4.5 / along.length)]
            let change = trial.isMultiple(of: 2) ? 0.4 : -0.4
            for yaw in [0.0, 70] {
                let pairs = try Self.tapped(places, yaw: yaw, shift: .zero, noise: 0.003, &random) {
                    $0 == 0 ? $1 : $1 * ((4.5 + change) / 4.5)
                }
                let calibration = try Calibration(pairs, options: options)
                guard case .scaleSlip(let factor, let deviation)? = calibration.judgements.first else {
                    Issue.record("seed \(seed), trial \(trial): \(calibration.judgements)")
                    continue
                }
                #expect(calibration.verdict == .fail)
                #expect((factor - (1 + change / 4.5)).magnitude < 5 * deviation)
            }
        }
    }

    @Test("two points of scans that stretch by two parts in a hundred are fitted", arguments: Seeds.few)
    func stretchedScan(seed: UInt64) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let places = [SIMD3<Double>.zero, SIMD3(4, 0.5, 2)]
            let pairs = try Self.tapped(places, yaw: 70, shift: SIMD3(1, 2, 3), noise: 0.005, &random) {
                $1 * 1.02
            }
            let calibration = try Calibration(pairs)
            #expect(calibration.verdict == .warn, "seed \(seed), trial \(trial): \(calibration.judgements)")
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

    @Test("a level row of anchors has no tilt of its own", arguments: [4, 12, 40], Seeds.few)
    func levelRow(anchors: Int, seed: UInt64) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let places = (0..<anchors).map { SIMD3(0.9 * Double($0), 1.2, 0.3) }
            let pairs = try Self.tapped(places, yaw: 40, shift: SIMD3(3, 0, 3), noise: 0.004, &random)
            let judgements = try Calibration(pairs).judgements
            #expect(
                !judgements.contains { $0.code == "TILTED" }, "seed \(seed), trial \(trial): \(judgements)")
        }
    }

    @Test("a row of anchors that leans along itself is tilted", arguments: Seeds.few)
    func leaningRow(seed: UInt64) throws {
        for trial in 0..<Self.trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let places = (0..<12).map { SIMD3(0.9 * Double($0), 1.2, 0.3) }
            let lean = try #require(Rotation(angle: 5 * QuadLimits.degree, axis: SIMD3(0, 0, 1)))
            let pairs = try Self.tapped(places, yaw: 40, shift: SIMD3(3, 0, 3), noise: 0.004, &random) {
                lean * $1
            }
            guard
                case .tilted(let degrees, _)? = try Calibration(pairs).judgements.first(where: {
                    $0.code == "TILTED"
                })
            else {
                Issue.record("seed \(seed), trial \(trial): no tilt")
                continue
            }
            #expect((degrees - 5).magnitude < 0.5, "seed \(seed), trial \(trial): \(degrees)")
        }
    }
}
