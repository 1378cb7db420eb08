import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("A plan in a space that has a vector")
struct PlanVectorTests {
    private static let square = Quad(
        SIMD3(21, 0, 0), SIMD3(21.5, 0, 0), SIMD3(21.5, 0, 0.5), SIMD3(21, 0, 0.5))
    private static let vector = SIMD3(1.5, 0.0, 2.0)
    private static let turn = SIMD3(0.0, QuadLimits.degree, 0)

    private static func plan(
        _ markers: [Marker], _ motion: AnchoredMotion, _ mode: PushMode, from: PointKind, to: PointKind,
        sign: VectorSign = .added
    ) throws -> RecalibrationPlan {
        try RecalibrationPlan(
            markers,
            PlanRequest(
                PlannedMotion(motion, from: from, to: to), mode: mode, frames: PlanMarkers.frames,
                space: SpaceCalibration(CalibrationVector(vector), sign: sign)))
    }

    private static func corners(_ plan: RecalibrationPlan) throws -> Quad {
        switch try #require(plan.updates.first).change {
        case .corners(let quad, _), .vector(let quad): quad
        case .calibrated(let data, _): data.quad
        }
    }

    @Test("raw corners moved by (R, t) are seen at R p + t + v, so that T(p + v) needs t + R v - v")
    func composition() throws {
        let motion = try PlanMarkers.motion(turn: Self.turn, shift: SIMD3(2, 0, 3))
        let (rotation, t) = (motion.rotation, SIMD3(2.0, 0, 3))
        let markers = [try PlanMarkers.marker(1, Self.square)]
        let tolerance = StoredTolerance(magnitude: 0)
        let plain = try Self.plan(markers, motion, .raw, from: .raw, to: .raw)
        #expect(tolerance.allows(try Self.corners(plain), Self.square.map { rotation * $0 + t }))
        #expect(plain.notes.contains { $0.code == "VECTOR_STAYS_ON_TOP" })
        let landing = try Self.plan(markers, motion, .raw, from: .calibrated, to: .calibrated)
        let corrected = t + rotation * Self.vector - Self.vector
        #expect(tolerance.allows(try Self.corners(landing), Self.square.map { rotation * $0 + corrected }))
        let own = PlannedMotion(motion, from: .calibrated, to: .calibrated)
            .rawFromRaw(in: SpaceCalibration(CalibrationVector(Self.vector)))
        #expect(tolerance.allows(try Self.corners(landing), own * Self.square))
        let calibrated = try Self.plan(markers, motion, .calibrated, from: .calibrated, to: .calibrated)
        #expect(
            tolerance.allows(
                try Self.corners(calibrated), Self.square.map { rotation * ($0 + Self.vector) + t }))
        let onTop = try Self.plan(markers, motion, .calibrated, from: .raw, to: .raw)
        #expect(
            tolerance.allows(try Self.corners(onTop), Self.square.map { rotation * $0 + t + Self.vector }))
    }

    @Test(
        "a shift is added to the vector where it leads on from calibrated points, and replaces it from raw ones"
    )
    func shift() throws {
        let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(0, 0, 1))
        let markers = [try PlanMarkers.marker(1, Self.square)]
        for (from, sign, expected) in [
            (PointKind.calibrated, VectorSign.added, SIMD3(1.5, 0.0, 3.0)), (.raw, .added, SIMD3(0, 0, 1)),
            (.calibrated, .subtracted, SIMD3(1.5, 0, 1)), (.raw, .subtracted, SIMD3(0, 0, -1)),
        ] {
            let plan = try Self.plan(markers, motion, .vector, from: from, to: .calibrated, sign: sign)
            #expect(plan.vectorUpdate?.after.numbers == expected)
        }
    }

    @Test("one degree at 21.5 m does not fit into a vector, and what is lost is said")
    func turned() throws {
        let motion = try PlanMarkers.motion(turn: Self.turn, shift: .zero)
        let markers = [
            try PlanMarkers.marker(1, Self.square), try PlanMarkers.marker(2, Self.square.map { -$0 }),
        ]
        let error = #expect(throws: RecalibrationPlanError.self) {
            try Self.plan(markers, motion, .vector, from: .raw, to: .calibrated)
        }
        guard case .vectorLoses(let loss, let worst)? = error else {
            Issue.record("accepted")
            return
        }
        #expect((loss.largest - 0.375).magnitude < 0.0005)
        #expect(loss.overTolerance == [0, 1])
        #expect(worst == markers[loss.worst].id)
    }

    @Test("a turn that no stored number shows fits into a vector")
    func hardlyTurned() throws {
        let motion = try PlanMarkers.motion(turn: SIMD3(0, 1e-8, 0), shift: SIMD3(0, 0, 1))
        let plan = try Self.plan(
            [try PlanMarkers.marker(1, Self.square), try PlanMarkers.marker(2, Self.square.map { -$0 })],
            motion, .vector, from: .raw, to: .calibrated)
        let update = try #require(plan.vectorUpdate)
        #expect(update.loss.largest > 0)
        #expect(plan.updates.count == 2)
    }

    @Test("a vector is not used where it would move markers that are to stay")
    func others() throws {
        let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(0, 0, 1))
        let markers = [
            try PlanMarkers.marker(1, Self.square),
            try PlanMarkers.marker(2, Self.square, session: PlanMarkers.newSession),
            try PlanMarkers.marker(3, Self.square, session: PlanMarkers.otherSession),
        ]
        let error = #expect(throws: RecalibrationPlanError.self) {
            try Self.plan(markers, motion, .vector, from: .raw, to: .calibrated)
        }
        #expect(error == .vectorMovesOthers(2))
        let raw = #expect(throws: RecalibrationPlanError.self) {
            try Self.plan([markers[0]], motion, .vector, from: .raw, to: .raw)
        }
        #expect(raw == .vectorLeadsToCalibrated)
        #expect(try Self.plan([], motion, .vector, from: .raw, to: .calibrated).vectorUpdate == nil)
    }
}
