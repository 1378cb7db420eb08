import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Calibrations")
struct CalibrationTests {
    static let room = SIMD3<Double>(9, 2.5, 3)
    /// Beyond three times a bound of 95 % are less than one in a million.
    static let surely = 3.0
    /// The estimate of the noise from ninety degrees of freedom is off by 7.5 %; this is six times as much.
    static let noiseSlack = 0.45
    /// One marker of 20 cm with 2 mm of noise turns by about 1 degree: centimetres to decimetres five metres away.
    static let reachOfOneMarker = 0.03...0.5
    /// A tilt of 5 degrees shows to a tenth of that.
    static let tiltSlack = 0.5

    static func scene(_ seed: UInt64, markers: Int = 8, noise: Double = 0.002, tilt: Double = 0.2)
        -> MarkerScene
    {
        var random = SeededGenerator(seed: seed)
        return MarkerScene(
            markers: markers, extent: room, noise: noise, tilt: SIMD2(tilt, 0), using: &random)
    }

    /// The pairs of a scene with other targets.
    static func changed(
        _ scene: MarkerScene, _ change: (Int, SIMD3<Double>) -> SIMD3<Double>
    ) throws -> Correspondences {
        try Correspondences(
            sources: scene.pairs.sources,
            targets: scene.pairs.targets.enumerated().map { change($0.offset, $0.element) },
            groups: scene.pairs.groups)
    }

    @Test(
        "a sound room passes, by gravity's help, within what was predicted",
        arguments: 1...20 as ClosedRange<UInt64>)
    func soundRoom(seed: UInt64) throws {
        let scene = CalibrationTests.scene(seed)
        let calibration = try Calibration(scene.pairs)
        #expect(calibration.model == .gravity(tilt: MotionModel.usualTilt))
        #expect(calibration.verdict == .pass, "\(calibration.judgements)")
        let covariance = try #require(calibration.evidence.covariance)
        for source in scene.pairs.sources {
            let moved = calibration.moved(source)
            #expect(
                (scene.moved(source) - moved).length < CalibrationTests.surely
                    * covariance.predictedError(atMoved: moved))
        }
        let noise = try #require(calibration.evidence.noise)
        #expect((noise / 0.002 - 1).magnitude < CalibrationTests.noiseSlack)
        #expect(calibration.evidence.comparison.count == 5)
    }

    @Test("one marker is said to be in one place, and what to expect five metres away")
    func oneMarker() throws {
        let calibration = try Calibration(CalibrationTests.scene(1, markers: 1).pairs)
        guard case .weakGeometry(.onePlace, let reach?)? = calibration.judgements.first else {
            Issue.record("\(calibration.judgements)")
            return
        }
        #expect(CalibrationTests.reachOfOneMarker.contains(reach))
        #expect(calibration.verdict == .warn)
    }

    @Test("units and scales that slipped", arguments: [1000, 0.001, 0.0254, 39.37, 0.3048, 1.05, 0.95])
    func scale(factor: Double) throws {
        let pairs = try CalibrationTests.changed(CalibrationTests.scene(2)) { $1 * factor }
        let calibration = try Calibration(pairs)
        guard case .scaleSlip(let found, let deviation)? = calibration.judgements.first else {
            Issue.record("\(calibration.judgements)")
            return
        }
        #expect((found - factor).magnitude < 6 * deviation)
        #expect(calibration.verdict == .fail)
    }

    @Test("an axis negated or two swapped is a mirror")
    func mirrored() throws {
        let scene = CalibrationTests.scene(3)
        let mirrors: [(SIMD3<Double>) -> SIMD3<Double>] = [
            { SIMD3(-$0.x, $0.y, $0.z) }, { SIMD3($0.y, $0.x, $0.z) }, { -$0 },
        ]
        for mirror in mirrors {
            let calibration = try Calibration(CalibrationTests.changed(scene) { mirror($1) })
            #expect(calibration.judgements.contains { $0.code == "MIRRORED" }, "\(calibration.judgements)")
            #expect(calibration.verdict == .fail)
        }
    }

    @Test("a mirrored floor is a half turn, which gravity shows")
    func mirroredFloor() throws {
        var random = SeededGenerator(seed: 4)
        let floor = (0..<20).map { _ in
            SIMD3<Double>(.random(in: -4...4, using: &random), 0, .random(in: -2...2, using: &random))
        }
        let targets = floor.map { SIMD3(-$0.x, $0.y, $0.z) + SIMD3<Double>.normal(using: &random) * 0.002 }
        let calibration = try Calibration(Correspondences(sources: floor, targets: targets))
        #expect(calibration.judgements.contains { $0.code == "UPSIDE_DOWN" }, "\(calibration.judgements)")
    }

    @Test("nothing to do is a test, not an equality", arguments: 1...20 as ClosedRange<UInt64>)
    func alreadyApplied(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, sample: 1)
        let sources = CalibrationTests.scene(seed).pairs.sources
        func noise() -> SIMD3<Double> { SIMD3<Double>.normal(using: &random) * 0.002 }
        let still = try Correspondences(sources: sources, targets: sources.map { $0 + noise() })
        #expect(try Calibration(still).judgements.contains { $0.code == "ALREADY_APPLIED" })
        let moved = try Correspondences(
            sources: sources, targets: sources.map { $0 + noise() + SIMD3(0.005, 0, 0) })
        #expect(try !Calibration(moved).judgements.contains { $0.code == "ALREADY_APPLIED" })
        let same = try Calibration(Correspondences(sources: sources, targets: sources))
        #expect(same.judgements.contains { $0.code == "ALREADY_APPLIED" })
    }

    @Test("points that are not the same are never called a success", arguments: 1...20 as ClosedRange<UInt64>)
    func poorFit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pairs = try CalibrationTests.changed(CalibrationTests.scene(seed)) { _, _ in
            SIMD3<Double>.random(in: -4...4, using: &random)
        }
        #expect(try Calibration(pairs).verdict == .fail)
    }

    @Test("a pair far from the others is named")
    func outlyingPair() throws {
        let pairs = try CalibrationTests.changed(CalibrationTests.scene(5)) {
            $0 == 7 ? $1 + SIMD3(0.03, 0, 0) : $1
        }
        guard case .outlyingPairs([7], _)? = try Calibration(pairs).judgements.first else {
            Issue.record("\(try Calibration(pairs).judgements)")
            return
        }
    }

    @Test(
        "markers with swapped labels are named, though the plain fit spreads their error",
        arguments: Seeds.few)
    func swappedLabels(seed: UInt64) throws {
        let scene = CalibrationTests.scene(seed)
        let targets = scene.pairs.targets
        let pairs = try CalibrationTests.changed(scene) {
            $0 < 4 ? targets[$0 + 4] : $0 < 8 ? targets[$0 - 4] : $1
        }
        let judgements = try Calibration(pairs).judgements
        guard case .outlyingPairs(let found, _)? = judgements.first(where: { $0.code == "OUTLYING_PAIRS" })
        else {
            Issue.record("seed \(seed): \(judgements)")
            return
        }
        #expect(found == Array(0..<8), "seed \(seed)")
        let robust = try Calibration(robust: pairs)
        #expect(robust.selection?.inliers == (0..<pairs.count).map { $0 >= 8 }, "seed \(seed)")
        #expect(robust.verdict == .pass, "seed \(seed): \(robust.judgements)")
    }

    @Test("a tilt beyond what gravity allows is said")
    func tilted() throws {
        let calibration = try Calibration(CalibrationTests.scene(6, tilt: 5).pairs)
        guard case .tilted(let degrees, _)? = calibration.judgements.first else {
            Issue.record("\(calibration.judgements)")
            return
        }
        #expect((degrees - 5).magnitude < CalibrationTests.tiltSlack)
    }

    @Test("noise that was stated wrongly is said, either way", arguments: [0.0005, 0.008])
    func noiseMisfit(noise: Double) throws {
        var options = CalibrationOptions()
        options.noise = noise
        let calibration = try Calibration(CalibrationTests.scene(7).pairs, options: options)
        #expect(calibration.judgements.contains { $0.code == "NOISE_MISFIT" }, "\(calibration.judgements)")
    }

    /// An error of kilometres is none that passes, however far apart the markers are.
    @Test("no verdict depends on the unit, but that an error is large", arguments: [1e-9, 1e9])
    func units(size: Double) throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let scene = CalibrationTests.scene(seed)
            let plain = try Calibration(scene.pairs)
            let scaled = try Calibration(
                Correspondences(
                    sources: scene.pairs.sources.map { $0 * size },
                    targets: scene.pairs.targets.map { $0 * size },
                    groups: scene.pairs.groups))
            let codes = scaled.judgements.filter {
                if case .weakGeometry(.large, _) = $0 { false } else { true }
            }
            #expect(plain.judgements.map(\.code) == codes.map(\.code), "seed \(seed)")
            #expect(size < 1 || codes.count < scaled.judgements.count)
            #expect(plain.model == scaled.model)
        }
    }

    @Test("options out of range are refused", arguments: [0, -1, .nan, .infinity] as [Double])
    func options(value: Double) throws {
        let pairs = CalibrationTests.scene(1).pairs
        var options = CalibrationOptions()
        options.noise = value
        #expect(throws: RigidFitError.self) { try Calibration(pairs, options: options) }
        options = CalibrationOptions()
        options.model = .gravity(tilt: value)
        #expect(throws: RigidFitError.self) { try Calibration(pairs, options: options) }
        options = CalibrationOptions()
        options.interest = [SIMD3(0, .nan, 0)]
        #expect(throws: RigidFitError.badInterest(point: 0)) { try Calibration(pairs, options: options) }
    }
}
