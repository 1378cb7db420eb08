import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite("A comparison of calibrated data")
struct CalibratedComparisonTests {
    private static let samples = 200

    /// Numbers of any size that a marker can have, as a server keeps them.
    private static func point(_ reach: Double, using random: inout SeededGenerator) -> SIMD3<Double> {
        SIMD3((0..<3).map { _ in Double(Float(Double.random(in: -reach...reach, using: &random))) })
    }

    private static func quad(_ reach: Double, using random: inout SeededGenerator) -> Quad {
        Quad(
            point(reach, using: &random), point(reach, using: &random), point(reach, using: &random),
            point(reach, using: &random))
    }

    @Test(
        "allows what a server rounds that computes in single precision, at any distance",
        arguments: VectorSign.allCases)
    func rounding(_ sign: VectorSign) throws {
        var random = SeededGenerator(seed: 12)
        for reach in [0.5, 20, 300, 9000] {
            for _ in 0..<CalibratedComparisonTests.samples {
                let raw = CalibratedComparisonTests.quad(reach, using: &random)
                let vector = SIMD3<Double>(
                    (0..<3).map { _ in Double.random(in: -reach...reach, using: &random) })
                let calibration = SpaceCalibration(CalibrationVector(vector), sign: sign)
                let shift = SIMD3<Float>(calibration.shift)
                let rounded = raw.map { SIMD3<Double>(SIMD3<Float>($0) + shift) }
                let comparison = CalibratedComparison(
                    of: raw, stored: CalibratedData(rounded), by: calibration)
                #expect(comparison.state == .same, "\(raw) \(vector)")
                let motion = PlannedMotion(calibration)
                let moved = CalibratedComparison(of: raw, stored: CalibratedData(rounded), by: motion)
                #expect(moved.computed == comparison.computed)
                #expect(moved.state == .same)
            }
        }
    }

    @Test("finds a corner that is off by three tolerances, and says which and how far")
    func corner() throws {
        var random = SeededGenerator(seed: 13)
        let calibration = SpaceCalibration(CalibrationVector(SIMD3(0.5, 0, -7.25)))
        for corner in 0..<4 {
            let raw = CalibratedComparisonTests.quad(20, using: &random)
            var stored = CalibratedData(of: raw, by: calibration)
            let tolerance = CalibratedComparison(of: raw, stored: stored, by: calibration).tolerance.metres
            stored.quad[corner: corner].y += 3 * tolerance
            let comparison = CalibratedComparison(of: raw, stored: stored, by: calibration)
            #expect(comparison.state == .stale)
            #expect(comparison.corner == corner)
            let distance = try #require(comparison.distance)
            #expect(abs(distance - 3 * tolerance) < tolerance)
        }
    }

    @Test("finds a center that is not that of the corners")
    func center() throws {
        let raw = Quad.rectangle(1, 1), calibration = SpaceCalibration(CalibrationVector(SIMD3(0, 0, 1)))
        var stored = CalibratedData(of: raw, by: calibration)
        stored.statedCenter = stored.center + SIMD3(0, 0.25, 0)
        let comparison = CalibratedComparison(of: raw, stored: stored, by: calibration)
        #expect(comparison.state == .stale)
        #expect(comparison.corner == nil)
        #expect(comparison.distance == 0.25)
    }

    @Test("tells data of the other sign, and data without a vector, from stale data")
    func findings() {
        let raw = Quad.rectangle(1, 1), calibration = SpaceCalibration(CalibrationVector(SIMD3(0, 0, 1)))
        let cases: [(stored: SpaceCalibration, by: SpaceCalibration, finding: MarkerIssue.Code?)] = [
            (calibration, calibration, nil), (calibration.inverse, calibration, .vectorSign),
            (calibration, calibration.inverse, .vectorSign),
            (SpaceCalibration(), calibration, .staleCalibrated),
            (calibration, SpaceCalibration(), .noVector), (SpaceCalibration(), SpaceCalibration(), nil),
        ]
        for (stored, calibration, finding) in cases {
            let comparison = CalibratedComparison(
                of: raw, stored: CalibratedData(of: raw, by: stored), by: calibration)
            #expect(comparison.finding == finding)
        }
    }

    @Test("says that nothing is stored, and what should be")
    func missing() {
        let raw = Quad.rectangle(1, 1), calibration = SpaceCalibration(CalibrationVector(SIMD3(0, 0, 1)))
        let comparison = CalibratedComparison(of: raw, stored: nil, by: calibration)
        #expect(comparison.state == .missing)
        #expect(comparison.distance == nil)
        #expect(comparison.computed == CalibratedData(of: raw, by: calibration))
    }

    @Test("plans to write what is stale or missing, and nothing a second time")
    func plan() throws {
        let vector = SpaceCalibration(CalibrationVector(SIMD3(0.5, -2, 1.25)), sign: .subtracted)
        let session = UUID()
        var markers = try (0..<3).map { index in
            try Marker(
                id: UUID(), workSessionID: session, quad: Quad.rectangle(1, Double(index + 1)), version: 1)
        }
        markers[0] = try markers[0].calibrated(by: vector)
        markers[1] = try markers[1].calibrated(by: vector.inverse)
        let request = PlanRequest(calibrating: FrameMembership(chosen: [session]), by: PlannedMotion(vector))
        let plan = try RecalibrationPlan(markers, request)
        #expect(plan.unchanged.map(\.index) == [0])
        #expect(plan.updates.map(\.index) == [1, 2])
        for update in plan.updates {
            guard case .calibrated(let data, _) = update.change else {
                Issue.record("\(update.change)")
                continue
            }
            #expect(data == CalibratedData(of: try update.marker.quad, by: vector))
        }
        // Also what the server would compute by itself, and what a space without a vector has.
        for calibration in [vector, SpaceCalibration()] {
            let request = PlanRequest(
                calibrating: FrameMembership(chosen: [session]), by: PlannedMotion(calibration),
                in: calibration)
            #expect(try RecalibrationPlan([markers[2]], request).updates.count == 1)
        }
        let again = try RecalibrationPlan(markers.calibrated(by: vector), request)
        #expect(!again.hasWork)
    }
}
