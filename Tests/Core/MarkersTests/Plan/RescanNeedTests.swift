import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

/// The needs of a recalibration after a rescan (contract, section 10), row by row, for plans.
@Suite("What a rescan needs")
struct RescanNeedTests {
    /// The documented test marker, a length of blade away.
    private static let square = Quad(
        SIMD3(21.5, 0, 0), SIMD3(21.6, 0, 0), SIMD3(21.6, 0, 0.1), SIMD3(21.5, 0, 0.1))
    private static let degree = SIMD3(0, QuadLimits.degree, 0)

    private static func plan(
        _ motion: PlannedMotion, _ markers: [Marker], _ mode: PushMode = .raw
    ) throws -> RecalibrationPlan {
        try RecalibrationPlan(
            markers, PlanRequest(motion, mode: mode, frames: PlanMarkers.frames))
    }

    private struct NoCorners: Error {}

    private static func corners(_ update: MarkerUpdate?) throws -> Quad {
        guard case .corners(let quad, _)? = update?.change else {
            throw NoCorners()
        }
        return quad
    }

    @Test("row 1: the motion leads from the old frame to the new, and a plan says of which points")
    func row1() throws {
        let motion = try PlanMarkers.motion(turn: Self.degree, shift: SIMD3(1, 0, 0))
        let update = try Self.plan(
            PlannedMotion(motion, from: .raw, to: .raw), [try PlanMarkers.marker(1, Self.square)]
        ).updates.first
        #expect(try Self.corners(update) == motion * Self.square)
        // Positive about +Y takes +X towards -Z.
        #expect(try Self.corners(update).p1.z < 0)
    }

    @Test("rows 2 and 3: models are compared, and each marker's error predicted where it is")
    func row3() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let quads = (0..<4).map { _ in PlanMarkers.quad(within: 0.5, using: &random) }
        let targets = quads.map { quad in
            quad.map { $0 + SIMD3(1, 0, 0) + SIMD3<Double>.normal(using: &random) * 0.01 }
        }
        let calibration = try Calibration(try Correspondences(quads: quads, targets: targets))
        #expect(calibration.evidence.comparison.count > 1)
        let markers = [try PlanMarkers.marker(1, quads[0]), try PlanMarkers.marker(2, Self.square)]
        let errors = try Self.plan(PlannedMotion(calibration, from: .raw, to: .raw), markers).updates
            .map { try #require($0.predictedError) }
        // At 21.5 m the lever is some twenty times as long.
        #expect(errors[1] > 5 * errors[0])
    }

    @Test("row 4: corners are moved in doubles, and no edge or diagonal changes")
    func row4() throws {
        let motion = try PlanMarkers.motion(turn: SIMD3(0.2, 1, -0.4), shift: SIMD3(3, 1, -7))
        let moved = try Self.corners(
            try Self.plan(
                PlannedMotion(motion, from: .raw, to: .raw), [try PlanMarkers.marker(1, Self.square)]
            ).updates.first)
        let rigid = 8 * RigidTransform.pointError * moved.largestMagnitude
        #expect(rigid < 1e-12)
        for corner in 0..<4 {
            #expect((moved.edgeLengths[corner] - Self.square.edgeLengths[corner]).magnitude <= rigid)
        }
        for which in 0..<2 {
            let change = moved.diagonalLengths[which] - Self.square.diagonalLengths[which]
            #expect(change.magnitude <= rigid)
        }
        #expect(moved.rounded != moved)
    }

    @Test("row 5: a vector that would lose a turn is refused, with what it loses at 21.5 m")
    func row5() throws {
        let motion = try PlanMarkers.motion(turn: Self.degree, shift: .zero)
        let markers = [
            try PlanMarkers.marker(1, Self.square), try PlanMarkers.marker(2, Self.square.map { -$0 }),
        ]
        let error = #expect(throws: RecalibrationPlanError.self) {
            try Self.plan(PlannedMotion(motion, from: .raw, to: .calibrated), markers, .vector)
        }
        guard case .vectorLoses(let loss, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // A degree at the farthest corner.
        let arm = Self.square.p3.length
        #expect((loss.largest - arm * QuadLimits.degree).magnitude < arm * pow(QuadLimits.degree, 3))
    }

    @Test("rows 6 to 8: what is wrong, the version and what becomes stale travel with an update")
    func rows6to8() throws {
        var bent = Self.square
        bent.p3.y += 0.03
        let marker = try PlanMarkers.marker(
            1, bent, version: 41, more: #","details":{"long_size":1},"custom_props":{"worldPosition":{}}"#)
        let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(1, 0, 0))
        let update = try #require(
            try Self.plan(PlannedMotion(motion, from: .raw, to: .raw), [marker]).updates.first)
        #expect(update.findings.contains { $0.code == .nonPlanar || $0.code == .folded })
        #expect(update.version == 41)
        #expect(update.staleMembers == ["/details", "/custom_props/worldPosition"])
    }

    @Test("row 9: before-images are the bytes that were read")
    func row9() throws {
        let marker = try PlanMarkers.marker(1, Self.square, more: #","meta":{ "a": 1.0 }"#)
        let motion = try PlanMarkers.motion(turn: Self.degree, shift: .zero)
        let update = try Self.plan(PlannedMotion(motion, from: .raw, to: .raw), [marker]).updates.first
        #expect(update?.before == marker.text)
    }

    @Test("row 10: sessions that nobody chose stay, whatever else is in the list")
    func row10() throws {
        let markers = [
            try PlanMarkers.marker(1, Self.square),
            try PlanMarkers.marker(2, Self.square, session: PlanMarkers.otherSession),
        ]
        let motion = try PlanMarkers.motion(turn: Self.degree, shift: .zero)
        let plan = try Self.plan(PlannedMotion(motion, from: .raw, to: .raw), markers)
        #expect(plan.updates.map(\.index) == [0])
        #expect(plan.leftOut.map(\.reason.code) == ["NOT_CHOSEN"])
    }
}
