import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("The unit of weights, and errors that are large")
struct WeightUnitTests {
    /// Markers of which some are known better, with a slender scene whose turns are weak.
    private static func scene(_ seed: UInt64, wide: Double) -> (pairs: Correspondences, weights: [Double])? {
        var random = SeededGenerator(seed: seed)
        let scene = MarkerScene(
            markers: 6, extent: SIMD3(5, wide, wide), noise: 0.004, using: &random)
        let weights = scene.pairs.sources.indices.map { _ in Double.random(in: 0.5...2, using: &random) }
        return (scene.pairs, weights)
    }

    private static func weighted(_ pairs: Correspondences, _ weights: [Double]) throws -> Correspondences {
        try Correspondences(
            sources: pairs.sources, targets: pairs.targets, weights: weights, groups: pairs.groups)
    }

    @Test("P9: powers of two change no bit of an answer", arguments: [-40, -1, 1, 7, 40], [0.02, 1, 4])
    func powersOfTwo(power: Int, wide: Double) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            let (pairs, weights) = try #require(Self.scene(seed, wide: wide))
            let factor = Double(sign: .plus, exponent: power, significand: 1)
            for isRobust in [false, true] {
                func fit(_ weights: [Double]) throws -> Calibration {
                    let pairs = try Self.weighted(pairs, weights)
                    return isRobust ? try Calibration(robust: pairs) : try Calibration(pairs)
                }
                let plain = try fit(weights), scaled = try fit(weights.map { $0 * factor })
                #expect(plain.targetFromSource == scaled.targetFromSource, "seed \(seed)")
                #expect(plain.judgements == scaled.judgements, "seed \(seed)")
                #expect(plain.evidence.noise == scaled.evidence.noise, "seed \(seed)")
                #expect(plain.evidence.pairs == scaled.evidence.pairs, "seed \(seed)")
                #expect(plain.evidence.errorAtFiveMetres == scaled.evidence.errorAtFiveMetres)
            }
        }
    }

    @Test(
        "other factors change no verdict, and the motion by rounding",
        arguments: [1e-12, 1e-3, 62_500, 1e12, 1e100])
    func factors(factor: Double) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            for wide in [0.02, 1, 4] {
                let (pairs, weights) = try #require(Self.scene(seed, wide: wide))
                let plain = try Calibration(Self.weighted(pairs, weights))
                let scaled = try Calibration(Self.weighted(pairs, weights.map { $0 * factor }))
                #expect(plain.judgements.map(\.code) == scaled.judgements.map(\.code), "seed \(seed)")
                for source in pairs.sources {
                    let apart = (plain.moved(source) - scaled.moved(source)).length
                    #expect(apart <= Self.rounding * source.largestMagnitude, "seed \(seed)")
                }
            }
        }
    }

    /// Of points in a scene of metres whose motion is known to the last digit but for its turn.
    private static let rounding = 64 * 0x1p-52

    @Test("the noise of equal weights is that of none")
    func equalWeights() throws {
        let (pairs, _) = try #require(Self.scene(1, wide: 4))
        let plain = try Calibration(pairs)
        let equal = try Calibration(Self.weighted(pairs, pairs.sources.map { _ in 62_500 }))
        #expect(plain.evidence.noise == equal.evidence.noise)
        #expect(plain.judgements == equal.judgements)
    }

    @Test("P2: an error of decimetres does not pass", arguments: Seeds.few)
    func large(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = MarkerScene(markers: 5, extent: SIMD3(1, 0.4, 1), noise: 0.03, using: &random)
        let calibration = try Calibration(scene.pairs)
        let error = try #require(calibration.evidence.errorAtFiveMetres)
        #expect(
            error > 0.1 && calibration.verdict != .pass, "seed \(seed): \(error) m, \(calibration.judgements)"
        )
        var options = CalibrationOptions()
        options.interest = [SIMD3(5, 1, 5), SIMD3(-5, 1, 5)]
        #expect(try Calibration(scene.pairs, options: options).verdict != .pass, "seed \(seed)")
    }

    @Test("a stated noise sets the bound of a robust fit, of markers with their own")
    func statedNoise() throws {
        let (pairs, _) = try #require(Self.scene(2, wide: 4))
        var options = CalibrationOptions()
        options.noise = 0.003
        let points = try Calibration(robust: pairs.ungrouped, options: options).selection
        #expect(points?.boundWasEstimated == false)
        #expect(abs((points?.bound ?? 0) - 4.5 * 0.003) < 1e-15)
        options.markerNoise = 0.004
        let markers = try Calibration(robust: pairs, options: options).selection
        #expect(markers?.boundWasEstimated == false)
        #expect(abs((markers?.bound ?? 0) - 4.5 * 0.005) < 1e-15)
    }

    @Test(
        "markers placed worse than their corners stay, whatever is said of the corners", arguments: Seeds.few)
    func placedWorse(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = MarkerScene(markers: 16, extent: SIMD3(6, 2, 6), noise: 0.002, using: &random)
        var targets = scene.pairs.targets
        for marker in 0..<16 {
            let step = SIMD3<Double>.normal(using: &random) * 0.008
            for corner in 4 * marker..<4 * marker + 4 { targets[corner] += step }
        }
        let pairs = try Correspondences(
            sources: scene.pairs.sources, targets: targets, groups: scene.pairs.groups)
        var options = CalibrationOptions()
        options.noise = 0.002
        let selection = try Calibration(robust: pairs, options: options).selection
        let rejected = selection?.rejected.count ?? 0
        #expect(rejected <= 8 && selection?.rival == nil, "seed \(seed): \(rejected) rejected")
    }

    @Test(
        "a noise that is none is named as that, also by a robust fit",
        arguments: [0, -1, .nan, .infinity] as [Double])
    func badNoise(noise: Double) throws {
        let (pairs, _) = try #require(Self.scene(1, wide: 4))
        var options = CalibrationOptions()
        options.noise = noise
        for pairs in [pairs, pairs.ungrouped] {
            do throws(RigidFitError) {
                _ = try Calibration(robust: pairs, options: options)
                Issue.record("no refusal")
            } catch { #expect(error.code == "BAD_OPTION") }
        }
    }
}
