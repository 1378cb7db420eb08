import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Bounds on all check pairs together")
struct CheckBoundsTests {
    private static let room = SIMD3(9, 2.5, 6.0)
    private static let corner = 0.002, checkMarkers = 6
    /// Fits in which some sound check pair may be beyond its bound: 5 in 100 nominally.
    private static let most = 0.07, fits = 120
    private static let rounding = 1e-12

    /// Markers whose corners share an error, the first of them to fit and the others to check.
    private static func scene(
        _ markers: Int, shared: Double, trial: Int
    ) throws -> (pairs: Correspondences, checks: Correspondences) {
        var random = SeededGenerator(seed: Seeds.first, sample: trial)
        let scene = MarkerScene(markers: markers + checkMarkers, extent: room, noise: corner, using: &random)
        let shifts = (0..<(markers + checkMarkers)).map { _ in SIMD3<Double>.normal(using: &random) * shared }
        let all = try Correspondences(
            sources: scene.pairs.sources,
            targets: scene.pairs.targets.enumerated().map { $1 + shifts[$0 / 4] }, groups: scene.pairs.groups)
        let first = 4 * markers
        return (all.selected(Array(0..<first)), all.selected(Array(first..<all.count)))
    }

    private static func lengths(_ calibration: Calibration, _ checks: Correspondences) -> [Double] {
        zip(checks.sources, checks.targets).map { ($1 - calibration.moved($0)).length }
    }

    @Test(
        "sound check pairs are within them, and one that is off by five times its bound never is",
        arguments: [3, 6, 12], [0.002, 0.006])
    func alarms(markers: Int, shared: Double) throws {
        var alarms = 0
        for trial in 0..<Self.fits {
            let (pairs, checks) = try Self.scene(markers, shared: shared, trial: trial)
            let calibration = try Calibration(pairs)
            let bounds = try #require(calibration.bounds(ofChecks: checks))
            let lengths = Self.lengths(calibration, checks)
            alarms += zip(lengths, bounds).contains { $0 > $1 } ? 1 : 0
            var random = SeededGenerator(seed: Seeds.first + 1, sample: trial)
            let wrong = Int.random(in: 0..<checks.count, using: &random)
            var targets = checks.targets
            targets[wrong] += SIMD3.randomDirection(using: &random) * (5 * bounds[wrong])
            let moved = try Correspondences(sources: checks.sources, targets: targets, groups: checks.groups)
            #expect(try #require(calibration.bounds(ofChecks: moved)) == bounds)
            #expect(Self.lengths(calibration, moved)[wrong] > bounds[wrong])
        }
        #expect(Double(alarms) <= Self.most * Double(Self.fits), "seed \(Seeds.first): \(alarms)")
    }

    @Test("corners of a marker count as one check where all they have is shared, as four where nothing is")
    func counts() throws {
        let (pairs, checks) = try Self.scene(6, shared: 0.006, trial: 1)
        let alone = try Correspondences(sources: checks.sources, targets: checks.targets)
        func shares(_ corner: Double, _ marker: Double, _ checks: Correspondences) throws -> [Double] {
            var options = CalibrationOptions()
            (options.noise, options.markerNoise, options.drift) = (corner, marker, .none)
            let calibration = try Calibration(pairs, options: options)
            let bounds = try #require(calibration.bounds(ofChecks: checks))
            return [Double(Self.checkMarkers), Double(checks.count)].map { count in
                zip(checks.sources, bounds).reduce(0) { worst, check in
                    let one = calibration.evidence.error(
                        ofPairAtMoved: calibration.moved(check.0), noise: nil, exceededWith: 0.05 / count)
                    return Double.maximum(worst, ((one ?? 0) / check.1 - 1).magnitude)
                }
            }
        }
        #expect(try shares(1e-9, 0.006, checks)[0] < 1e-6)
        #expect(try shares(0.006, 0, alone)[1] < Self.rounding)
        // The error of the motion is shared even where that of markers is none.
        let between = try shares(0.006, 0, checks)
        #expect(between[0] > 0.01 && between[1] > Self.rounding && between[1] < 0.05)
    }

    @Test("one check is within the bound of 95 %, and several within wider ones the more they are")
    func tails() throws {
        let (pairs, checks) = try Self.scene(12, shared: 0.002, trial: 4)
        let calibration = try Calibration(pairs)
        func ratio(_ count: Int) throws -> Double {
            let some = checks.selected((0..<count).map { 4 * $0 })
            let one = calibration.evidence.error(
                ofPairAtMoved: calibration.moved(some.sources[0]), noise: nil)
            return try #require(calibration.bounds(ofChecks: some))[0] / #require(one)
        }
        let ratios = try [1, 2, 6].map(ratio)
        #expect((ratios[0] - 1).magnitude < Self.rounding)
        // Tails of two degrees of freedom give 1.43 and 2.50 for a ball, 1.44 and 2.53 for a needle.
        #expect(ratios[1] > 1.2 && ratios[1] < 1.5 && ratios[2] > 2.1 && ratios[2] < 2.6, "\(ratios)")
    }

    @Test("pairs that state their noise share the error of the motion only")
    func stated() throws {
        let (pairs, checks) = try Self.scene(6, shared: 0.006, trial: 2)
        let noise = [SymmetricMatrix](repeating: SymmetricMatrix(diagonal: 1e-4), count: checks.count)
        let calibration = try Calibration(pairs)
        let stating = try Correspondences(
            sources: checks.sources, targets: checks.targets, targetCovariances: noise, groups: checks.groups)
        let alone = try Correspondences(
            sources: checks.sources, targets: checks.targets, targetCovariances: noise)
        let (one, other) = (calibration.bounds(ofChecks: stating), calibration.bounds(ofChecks: alone))
        for (one, other) in zip(try #require(one), try #require(other)) {
            #expect(one <= other && one > 0.9 * other)
        }
    }

    @Test("there are none where the noise is not known")
    func unknown() throws {
        let (pairs, checks) = try Self.scene(3, shared: 0, trial: 3)
        let alone = try Correspondences(
            sources: [pairs.sources[0]], targets: [pairs.targets[0]])
        #expect(try Calibration(alone).bounds(ofChecks: checks) == nil)
    }
}
