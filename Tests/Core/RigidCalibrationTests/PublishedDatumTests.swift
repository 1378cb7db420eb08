import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

/// Seven stations of Württemberg in two datums, with the answer that Grafarend and Awange printed (Journal of Geodesy 77, 2003,
/// 66-76): every coordinate has an error of the same size.
@Suite("A datum transformation as it was published")
struct PublishedDatumTests {
    /// Half of the last digit that was printed of a residual and of a shift, in metres.
    static let half = 0.5e-4
    static let scale = 1.00000558251985, lastOfScale = 0.5e-14
    static let shift = SIMD3(641.8804, 68.6553, 416.3982)
    /// Target less moved source, in metres.
    static let residuals = [
        "Solitude": SIMD3(0.0940, 0.1351, 0.1402),
        "Buoch Zeil": SIMD3(0.0588, -0.0497, 0.0137),
        "Hohenneuffen": SIMD3(-0.0399, -0.0879, -0.0081),
        "Kuehlenberg": SIMD3(0.0202, -0.0220, -0.0874),
        "Ex Mergelaec": SIMD3(-0.0919, 0.0139, -0.0055),
        "Ex Hof Asperg": SIMD3(-0.0118, 0.0065, -0.0546),
        "Ex Kaisersbach": SIMD3(-0.0294, 0.0041, 0.0017),
    ]

    static func pairs() throws -> Correspondences {
        let rows = try Dataset.read("pairs/datum.csv").split(separator: "\n").dropFirst().map {
            $0.split(separator: ",").map(String.init)
        }
        func places(_ columns: ClosedRange<Int>) -> [SIMD3<Double>] {
            rows.map { row in SIMD3(columns.map { Double(row[$0]) ?? .nan }) }
        }
        return try Correspondences(sources: places(1...3), targets: places(4...6), ids: rows.map { $0[0] })
    }

    @Test("scale, shift and residuals agree in every printed digit")
    func digits() throws {
        var options = CalibrationOptions()
        options.model = .similarity
        let fit = try Calibration(Self.pairs(), options: options)
        let factor = try #require(fit.evidence.scale).factor
        #expect((factor - Self.scale).magnitude <= Self.lastOfScale, "\(factor)")
        #expect((fit.translation - Self.shift).largestMagnitude <= Self.half, "\(fit.translation)")
        for (id, pair) in zip(fit.pairs.ids ?? [], fit.evidence.pairs) {
            let printed = try #require(Self.residuals[id])
            #expect((pair.residual - printed).largestMagnitude <= Self.half, "\(id) \(pair.residual)")
        }
        #expect(fit.pairs.count == Self.residuals.count)
    }

    /// Fourteen coordinates are left over where seven unknowns are learnt from 21, and no station checks itself.
    @Test("what is left over is shared out among the stations")
    func redundancy() throws {
        var options = CalibrationOptions()
        (options.model, options.noise, options.drift) = (.similarity, 0.1, .none)
        let pairs = try Self.pairs(), reliability = try FitReliability(pairs, options: options)
        let sum = reliability.markers.reduce(0) { $0 + $1.redundancy }
        #expect((sum - Double(3 * pairs.count - 7)).magnitude < FitReliabilityTests.rounding, "\(sum)")
        for one in reliability.markers { #expect(one.redundancy > 0 && one.redundancy < 3) }
    }
}
