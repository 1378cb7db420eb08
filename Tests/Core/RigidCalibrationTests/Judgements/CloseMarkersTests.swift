import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Markers close together")
struct CloseMarkersTests {
    /// Markers of 20 cm on a circle, tapped in both scans.
    private static func ring(
        _ markers: Int, wide diameter: Double, noise: Double = 0.003, seed: UInt64
    ) throws -> Correspondences {
        var random = SeededGenerator(seed: seed)
        let turn = try #require(Rotation(angle: 1, axis: up))
        func tap() -> SIMD3<Double> { SIMD3<Double>.normal(using: &random) * noise }
        var sources: [Quad] = [], targets: [Quad] = []
        for marker in 0..<markers {
            let around = 2 * Double.pi * Double(marker) / Double(markers)
            let center = try #require(Rotation(angle: around, axis: up)) * SIMD3(diameter / 2, 0.1, 0)
            let pose = try #require(Rotation(rotationVector: SIMD3.random(in: -2...2, using: &random)))
            let place = Quad.rectangle(0.2, 0.2).map { center + pose * $0 }
            sources.append(place.map { $0 + tap() })
            targets.append(place.map { turn * $0 + SIMD3(1, 2, 3) + tap() })
        }
        return try Correspondences(quads: sources, targets: targets)
    }

    private static func isClose(_ pairs: Correspondences, _ options: CalibrationOptions = .init()) throws
        -> Bool
    {
        let calibration = try Calibration(pairs, options: options)
        guard case .weakGeometry(.onePlace, _)? = calibration.judgements.first else { return false }
        return calibration.verdict == .warn
    }

    @Test("two or three markers within 0.6 m do not pass", arguments: [2, 3], Seeds.few)
    func close(markers: Int, seed: UInt64) throws {
        let pairs = try Self.ring(markers, wide: 0.6, noise: 0.005, seed: seed)
        #expect(try Self.isClose(pairs), "seed \(seed)")
        // Nor do their corners where nothing says that they are corners.
        #expect(try Self.isClose(pairs.ungrouped), "seed \(seed)")
    }

    @Test("apart, or with little noise, they do", arguments: [2, 3], Seeds.few)
    func apart(markers: Int, seed: UInt64) throws {
        #expect(try !Self.isClose(Self.ring(markers, wide: 3, seed: seed)), "seed \(seed)")
        var options = CalibrationOptions()
        (options.noise, options.markerNoise, options.drift) = (0.0003, 0.0001, .none)
        let exact = try Self.ring(markers, wide: 0.6, noise: 0.0002, seed: seed)
        #expect(try !Self.isClose(exact, options), "seed \(seed)")
    }

    @Test("four markers show themselves where a motion is to hold, and so do points of interest")
    func chosen() throws {
        #expect(try !Self.isClose(Self.ring(4, wide: 0.6, noise: 0.005, seed: 1)))
        var options = CalibrationOptions()
        options.interest = [SIMD3(0.4, 0, 0.1)]
        #expect(try !Self.isClose(Self.ring(2, wide: 0.6, noise: 0.005, seed: 1), options))
    }
}
