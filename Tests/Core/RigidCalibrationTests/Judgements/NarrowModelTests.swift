import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Models that the pairs contradict")
struct NarrowModelTests {
    private static let places: [SIMD3<Double>] = [
        SIMD3(0, 0, 0), SIMD3(6, 0.5, 0), SIMD3(5, 2, 4), SIMD3(0, 2.5, 4), SIMD3(3, 1, 1), SIMD3(1, 0.2, 3),
    ]

    /// The deviation of a coordinate, in metres.
    private static let noise = 1e-5

    /// The codes of a turn about the vertical alone, fitted to places that are tilted, too.
    private static func codes(tilt: Double, seed: UInt64) throws -> [String] {
        var random = SeededGenerator(seed: seed)
        let turn = try #require(Rotation(angle: tilt * QuadLimits.degree, axis: SIMD3(1, 0, 0)))
        let pairs = try Correspondences(
            sources: places,
            targets: places.map { turn * $0 + SIMD3<Double>.normal(using: &random) * noise })
        var options = CalibrationOptions()
        options.model = .yaw
        return try Calibration(pairs, options: options).judgements.map(\.code)
    }

    @Test(
        "a tilt that the model leaves out is a poor fit once it moves points by a thousandth",
        arguments: Seeds.few)
    func tilted(seed: UInt64) throws {
        #expect(try Self.codes(tilt: 1, seed: seed).contains("POOR_FIT"))
        #expect(try !Self.codes(tilt: 0.05, seed: seed).contains("POOR_FIT"))
    }
}
