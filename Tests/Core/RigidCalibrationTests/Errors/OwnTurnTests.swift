import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

/// Corners' noise of their own, told apart from a marker's turn and from the drift of the scan.
@Suite("A marker's own turn")
struct OwnTurnTests {
    /// Four corners of a marker, in metres from its middle.
    private static let corners: [SIMD3<Double>] = [
        SIMD3(-0.2, 0.1, 0.02), SIMD3(0.2, 0.12, 0), SIMD3(0.18, -0.1, 0), SIMD3(-0.18, -0.12, -0.02),
    ]
    /// Rounding beside squares of about a square metre.
    private static let rounding = 1e-14

    private static func own(_ residuals: [SIMD3<Double>]) -> OwnTurn {
        var turn = OwnTurn()
        for (arm, residual) in zip(corners, residuals) { turn.add(arm: arm, residual: residual, weight: 1) }
        return turn
    }

    @Test("a turn is explained wholly, and leaves six degrees of freedom")
    func explained() throws {
        let axis = SIMD3(0.3, -0.5, 0.2)
        let turn = Self.own(Self.corners.map { axis.cross($0) })
        #expect(try #require(turn.rest) < Self.rounding)
        #expect(turn.freedom == 6)
    }

    @Test("no other turn leaves less", arguments: 1...20 as ClosedRange<UInt64>)
    func least(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let residuals = Self.corners.map { _ in SIMD3<Double>.normal(using: &random) }
        let rest = try #require(Self.own(residuals).rest)
        for _ in 0..<1000 {
            let axis = SIMD3<Double>.normal(using: &random) * 5
            let left = zip(Self.corners, residuals).reduce(0) { sum, corner in
                let difference = corner.1 - axis.cross(corner.0)
                return sum + difference.dot(difference)
            }
            #expect(rest <= left + Self.rounding, "seed \(seed)")
        }
    }

    @Test("corners in a row, one and two corners leave no answer")
    func open() {
        var turn = OwnTurn()
        for place in 0..<4 {
            turn.add(arm: SIMD3(Double(place), 0, 0), residual: SIMD3(0, 1, 0), weight: 1)
            if place < 2 { #expect(turn.rest == nil) }
        }
        #expect(turn.rest == nil)
    }

    /// Six markers whose corners have 2 mm of their own, which for a marker makes 1 mm; and a walk that adds 3 cm to some.
    private static func markers(drift: Double, seed: UInt64) throws -> Correspondences {
        var random = SeededGenerator(seed: seed)
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = [], shift = SIMD3<Double>.zero
        for marker in 0..<6 {
            let middle = SIMD3(
                3 * Double(marker), .random(in: -1...1, using: &random), Double(marker * marker % 5))
            shift += SIMD3<Double>.normal(using: &random) * drift
            for corner in corners {
                sources.append(middle + corner)
                targets.append(middle + corner + shift + SIMD3<Double>.normal(using: &random) * 0.002)
            }
        }
        return try Correspondences(
            sources: sources, targets: targets, groups: sources.indices.map { $0 / 4 })
    }

    /// The mean over some seeds of the drift's deviation at ten metres, in metres.
    private static func drift(_ walk: Double) throws -> Double {
        let seeds: ClosedRange<UInt64> = 1...20
        return try seeds.reduce(0) { sum, seed in
            let errors = try Calibration(markers(drift: walk, seed: seed)).evidence.errors
            return try sum + #require(errors?.driftAtTenMetres) / Double(seeds.count)
        }
    }

    @Test("six markers that are off by no more than their corners' noise show no drift to speak of")
    func noise() throws {
        // Without the knowledge of that noise, it would be 1.9 mm.
        #expect(try Self.drift(0) < 0.0012)
        #expect(try Self.drift(0.01) > 0.01)
    }
}
