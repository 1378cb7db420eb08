import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("Planning again on the result of a plan")
struct PlanRepeatTests {
    struct Case: Sendable {
        let mode: PushMode
        let from, to: PointKind
        let vector: SIMD3<Double>?
        let sign: VectorSign
    }

    private static let cases: [Case] = {
        let kinds: [(PointKind, PointKind)] = [
            (.raw, .raw), (.calibrated, .calibrated), (.raw, .calibrated),
        ]
        let vectors: [SIMD3<Double>?] = [nil, SIMD3(1.5, 0, 2)]
        var cases: [Case] = []
        for mode in PushMode.allCases {
            for (from, to) in kinds where mode != .vector || to == .calibrated {
                for vector in vectors {
                    for sign in VectorSign.allCases {
                        cases.append(Case(mode: mode, from: from, to: to, vector: vector, sign: sign))
                    }
                }
            }
        }
        return cases
    }()

    @Test("is ALREADY_APPLIED or changes nothing, in all modes", arguments: cases, Seeds.few)
    func again(it: Case, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let space = SpaceCalibration(it.vector.flatMap { CalibrationVector($0) }, sign: it.sign)
        let markers = try (0..<30).map {
            try PlanMarkers.marker($0, PlanMarkers.quad(within: 60, using: &random).rounded)
        }
        var server = PlanServer(space: space, markers: markers)
        let turn = it.mode == .vector ? SIMD3<Double>.zero : SIMD3(0.01, 0.7, 0)
        let motion = try PlanMarkers.motion(turn: turn, shift: SIMD3(2, 0.1, 3))
        let fitted = try markers.prefix(4).map { marker in
            FittedMarker(
                id: marker.id, corners: try marker.quad.map { $0 + space.shift(to: it.from) })
        }
        func plan(_ fitted: [FittedMarker]) throws -> RecalibrationPlan {
            try RecalibrationPlan(
                server.markers,
                PlanRequest(
                    PlannedMotion(motion, from: it.from, to: it.to, fitted: fitted), mode: it.mode,
                    frames: PlanMarkers.frames, space: server.space))
        }
        let first = try plan(fitted)
        #expect(first.updates.count == markers.count)
        #expect(first.vectorUpdate != nil || it.mode != .vector)
        try server.carryOut(first)
        do {
            let second = try plan(fitted)
            #expect(second.updates.isEmpty && second.vectorUpdate == nil, "seed \(seed), \(it)")
            #expect(second.unchanged.count == markers.count)
        } catch let error as RecalibrationPlanError {
            #expect(error.code == "ALREADY_APPLIED")
            #expect(it.mode != .calibrated, "seed \(seed), \(it)")
        }
        // Without ids a motion is only known to be applied where writing it again is harmless.
        let blind = try plan([])
        #expect(blind.notes.contains(.onlyTheJobCanTell))
        if it.mode == .calibrated { #expect(blind.updates.isEmpty, "seed \(seed), \(it)") }
    }

    @Test("half a plan is seen as applied, too")
    func half() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let markers = try (0..<6).map {
            try PlanMarkers.marker($0, PlanMarkers.quad(within: 9, using: &random))
        }
        let motion = PlannedMotion(
            try PlanMarkers.motion(turn: SIMD3(0, 0.1, 0), shift: SIMD3(1, 0, 0)), from: .raw, to: .raw,
            fitted: try markers.map { FittedMarker(id: $0.id, corners: try $0.quad) })
        for mode in [PushMode.raw, .calibrated] {
            let request = PlanRequest(motion, mode: mode, frames: PlanMarkers.frames)
            let plan = try RecalibrationPlan(
                markers, PlanRequest(motion, mode: .raw, frames: PlanMarkers.frames))
            var now = markers
            now[2] = try plan.updates[2].after()
            let error = #expect(throws: RecalibrationPlanError.self) { try RecalibrationPlan(now, request) }
            guard case .alreadyApplied(let state)? = error else { continue }
            #expect(state.onTarget == [markers[2].id])
            #expect(state.onSource.count == 5)
            #expect(state.isPartial)
        }
    }

    @Test("fitted markers that are gone or were moved by somebody are named")
    func drifted() throws {
        var random = SeededGenerator(seed: Seeds.first)
        var markers = try (0..<3).map {
            try PlanMarkers.marker($0, PlanMarkers.quad(within: 9, using: &random))
        }
        let motion = PlannedMotion(
            try PlanMarkers.motion(turn: .zero, shift: SIMD3(1, 0, 0)), from: .raw, to: .raw,
            fitted: try markers.map { FittedMarker(id: $0.id, corners: try $0.quad) })
        try markers[0].setQuad(try markers[0].quad.moved(by: SIMD3(0, 0.5, 0)))
        let gone = markers.removeLast()
        let plan = try RecalibrationPlan(
            markers, PlanRequest(motion, mode: .raw, frames: PlanMarkers.frames))
        #expect(plan.notes == [.fittedMissing([gone.id]), .fittedElsewhere([markers[0].id])])
    }

    @Test(
        "a motion below what stored numbers can tell changes nothing", arguments: [PushMode.raw, .calibrated])
    func tiny(mode: PushMode) throws {
        let quad = Quad.rectangle(0.2, 0.2).moved(by: SIMD3(21.5, 0, 0))
        let step = Double(Float(21.5).ulp)
        for (shift, isUpdate) in [(0.9e-6 + step, false), (1.1e-6 + step, true), (0, false)] {
            let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(0, shift, 0))
            let plan = try RecalibrationPlan(
                [try PlanMarkers.marker(1, quad)],
                PlanRequest(
                    PlannedMotion(motion, from: .raw, to: .raw), mode: mode, frames: PlanMarkers.frames))
            #expect(plan.updates.isEmpty == !isUpdate)
            #expect(plan.unchanged.isEmpty == isUpdate)
        }
    }
}
