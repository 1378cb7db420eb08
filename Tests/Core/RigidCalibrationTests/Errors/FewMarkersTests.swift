import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Few markers, and what is wrong with all")
struct FewMarkersTests {
    /// Squares of 20 cm in a room, and the same seen again with noise in every coordinate; `seen` changes
    /// targets.
    static func markers(
        _ count: Int, noise: Double, room: SIMD3<Double> = SIMD3(9, 2.5, 6), seed: UInt64, trial: Int = 0,
        seen: (SIMD3<Double>) -> SIMD3<Double> = { $0 }
    ) -> (sources: [Quad], targets: [Quad]) {
        var random = SeededGenerator(seed: seed, sample: trial)
        let turn = Rotation(angle: .random(in: -3...3, using: &random), axis: SIMD3(0, 1, 0)) ?? .identity
        var sources: [Quad] = [], targets: [Quad] = []
        for _ in 0..<count {
            let pose =
                Rotation(rotationVector: SIMD3<Double>.random(in: -2...2, using: &random)) ?? .identity
            let center = SIMD3<Double>.random(in: -0.5...0.5, using: &random) * room
            let place = Quad.rectangle(0.2, 0.2).map { center + pose * $0 }
            sources.append(place.map { $0 + SIMD3<Double>.normal(using: &random) * noise })
            targets.append(
                place.map { SIMD3(1, 2, 3) + turn * seen($0) + SIMD3<Double>.normal(using: &random) * noise })
        }
        return (sources, targets)
    }

    @Test(
        "a square keeps its order in spite of the noise, and any other would do as well", arguments: Seeds.few
    )
    func square(seed: UInt64) throws {
        for trial in 0..<200 {
            let (sources, targets) = FewMarkersTests.markers(1, noise: 0.003, seed: seed, trial: trial)
            let found = try CornerOrders(sources: sources, targets: targets, bound: 0.05)
            #expect(found.orders == [.identity], "seed \(seed), trial \(trial)")
            #expect(found.margins[0] < 0.01, "seed \(seed), trial \(trial)")
        }
    }

    @Test("corners of one marker are seldom called wrong", arguments: Seeds.few)
    func oneMarker(seed: UInt64) throws {
        // One in a thousand may be, so that three of two hundred are one case of a thousand.
        let failures = try (0..<200).count { trial in
            let (sources, targets) = FewMarkersTests.markers(1, noise: 0.003, seed: seed, trial: trial)
            let calibration = try Calibration(Correspondences(quads: sources, targets: targets))
            return calibration.verdict == .fail
        }
        #expect(failures <= 3, "seed \(seed)")
    }

    @Test("two markers with a centimetre of noise are enough when all agree", arguments: Seeds.few)
    func twoMarkers(seed: UInt64) throws {
        for trial in 0..<20 {
            let (sources, targets) = FewMarkersTests.markers(2, noise: 0.007, seed: seed, trial: trial)
            let calibration = try Calibration(robust: Correspondences(quads: sources, targets: targets))
            #expect(calibration.selection?.rejected.isEmpty == true, "seed \(seed), trial \(trial)")
        }
    }

    @Test("two markers that do not keep their shape have no motion", arguments: Seeds.few)
    func otherMarkers(seed: UInt64) throws {
        let (sources, _) = FewMarkersTests.markers(2, noise: 0.01, seed: seed)
        let (_, targets) = FewMarkersTests.markers(2, noise: 0.01, seed: seed + 1)
        let pairs = try Correspondences(quads: sources, targets: targets)
        #expect(throws: RigidFitError.self) { try Calibration(robust: pairs) }
    }

    @Test("three markers of sides that come out alike have no wrong unit", arguments: Seeds.few)
    func threeMarkers(seed: UInt64) throws {
        for trial in 0..<50 {
            let (sources, targets) = FewMarkersTests.markers(3, noise: 0.007, seed: seed, trial: trial)
            let pairs = try Correspondences(quads: sources, targets: targets)
            #expect(throws: Never.self, "seed \(seed), trial \(trial)") { try Calibration(robust: pairs) }
        }
    }

    @Test("a mirror is named as one, whether wrong pairs are looked for or not", arguments: Seeds.few)
    func mirrored(seed: UInt64) throws {
        let (sources, targets) = FewMarkersTests.markers(8, noise: 0.003, seed: seed) {
            SIMD3(-$0.x, $0.y, $0.z)
        }
        let pairs = try CornerOrders(sources: sources, targets: targets, bound: 0.05).correspondences
        #expect(try Calibration(pairs).judgements.first?.code == "MIRRORED", "seed \(seed)")
        do throws(RigidFitError) {
            _ = try Calibration(robust: pairs)
            Issue.record("seed \(seed): no refusal")
        } catch { #expect(error.code == "MIRRORED", "seed \(seed)") }
    }

    @Test("points in one place are refused as that")
    func coincident() throws {
        var random = SeededGenerator(seed: 1)
        let place = SIMD3<Double>(1, 2, 3)
        let sources = (0..<10).map { _ in place }
        let targets = sources.map { $0 + SIMD3<Double>.normal(using: &random) * 0.003 }
        let pairs = try Correspondences(sources: sources, targets: targets)
        do throws(RigidFitError) {
            _ = try Calibration(pairs)
            Issue.record("no refusal")
        } catch { #expect(error.code == "COINCIDENT_POINTS") }
        var options = CalibrationOptions()
        options.model = .translation
        #expect(try Calibration(pairs, options: options).model == .translation)
    }

    @Test(
        "a blade that bends by degrees is a drift, and no marker of it is wrong", arguments: [0.5, 1, 2],
        Seeds.few)
    func bentBlade(degrees: Double, seed: UInt64) throws {
        let blade = SIMD3<Double>(1, 1, 60), curvature = degrees * QuadLimits.degree / blade.z
        let (sources, targets) = FewMarkersTests.markers(24, noise: 0.003, room: blade, seed: seed) {
            $0 + SIMD3(curvature * $0.z * $0.z / 2, 0, -curvature * $0.z * $0.x)
        }
        let pairs = try Correspondences(quads: sources, targets: targets)
        for calibration in [try Calibration(pairs), try Calibration(robust: pairs)] {
            #expect(
                calibration.judgements.contains { $0.code == "SCAN_DRIFT" },
                "seed \(seed): \(calibration.judgements)")
            #expect(calibration.verdict == .warn)
            #expect(calibration.selection?.rejected.isEmpty != false, "seed \(seed)")
        }
    }
}
