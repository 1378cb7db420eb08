import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("What a plan makes of neighbours, and the way of one marker")
struct PlanNeighborTests {
    private static let shift = SIMD3(3.0, 0, 0)

    private static func quad(_ x: Double) -> Quad { Quad.rectangle(0.2, 0.2).map { $0 + SIMD3(x, 0, 0) } }

    private static func plan(
        _ markers: [Marker], _ mode: PushMode = .raw, space: SpaceCalibration = SpaceCalibration()
    ) throws -> RecalibrationPlan {
        let motion = try PlanMarkers.motion(turn: .zero, shift: shift)
        return try RecalibrationPlan(
            markers,
            PlanRequest(
                PlannedMotion(motion, from: .raw, to: mode == .vector ? .calibrated : .raw), mode: mode,
                frames: PlanMarkers.frames, space: space))
    }

    private static func label(_ text: String) -> String { ",\"label\":\"\(text)\"" }

    @Test("a moved marker that meets one that stays is named, and one that it left is not")
    func meets() throws {
        let markers = [
            try PlanMarkers.marker(1, Self.quad(3), session: PlanMarkers.otherSession),
            try PlanMarkers.marker(2, Self.quad(0)),
            try PlanMarkers.marker(3, Self.quad(0.1), session: PlanMarkers.otherSession),
            // These two overlap before and after, and both move.
            try PlanMarkers.marker(4, Self.quad(10)), try PlanMarkers.marker(5, Self.quad(10.1)),
            // It cannot be moved, so a marker moved onto it is named, too.
            try PlanMarkers.marker(6, Self.quad(23.1), version: nil),
            try PlanMarkers.marker(7, Self.quad(20)),
        ]
        let found = try Self.plan(markers).neighbors()
        #expect(found.map(\.moved) == [1, 6] && found.map(\.unmoved) == [0, 5])
        #expect(found.map(\.issue.code) == [.duplicateMarker, .overlappingMarker])
    }

    @Test("what was observed again in the new frame is met there under its own label only")
    func observedAgain() throws {
        func markers(_ old: String, _ new: String) throws -> [Marker] {
            [
                try PlanMarkers.marker(1, Self.quad(0), more: old),
                try PlanMarkers.marker(2, Self.quad(3), session: PlanMarkers.newSession, more: new),
            ]
        }
        #expect(try Self.plan(markers(Self.label("Door"), Self.label(" door "))).neighbors().isEmpty)
        #expect(try Self.plan(markers("", Self.label("door"))).neighbors().isEmpty)
        #expect(try Self.plan(markers(Self.label("lamp"), Self.label("door"))).neighbors().count == 1)
    }

    @Test("calibrated corners meet calibrated corners")
    func calibrated() throws {
        let space = SpaceCalibration(CalibrationVector(SIMD3(0, 1, 0)))
        let markers = [
            try PlanMarkers.marker(1, Self.quad(0)),
            try PlanMarkers.marker(
                2, Self.quad(50), session: PlanMarkers.otherSession,
                calibrated: Self.quad(3).map { $0 + SIMD3(0, 1, 0) }),
        ]
        #expect(try Self.plan(markers, .calibrated, space: space).neighbors().map(\.moved) == [0])
        #expect(try Self.plan(markers, .raw, space: space).neighbors().isEmpty)
    }

    @Test("the way of a marker ends where its update puts it, in every mode", arguments: PushMode.allCases)
    func way(mode: PushMode) throws {
        let vector = SIMD3(0, 1.0, 0), space = SpaceCalibration(CalibrationVector(vector))
        let marker = try PlanMarkers.marker(1, Self.quad(0))
        let plan = try Self.plan([marker], mode, space: space)
        let way = try plan.way(of: marker)
        #expect(way.raw == Self.quad(0) && way.calibrated == Self.quad(0).map { $0 + vector })
        #expect(way.storedCalibrated == nil)
        switch try #require(plan.updates.first).change {
        case .corners(let quad, _):
            #expect(way.rawAfter == quad && way.calibratedAfter == quad.map { $0 + vector })
        case .calibrated(let data, _): #expect(way.rawAfter == way.raw && way.calibratedAfter == data.quad)
        case .vector(let quad): #expect(way.rawAfter == way.raw && way.calibratedAfter == quad)
        }
        let stays = try PlanMarkers.marker(2, Self.quad(0), session: PlanMarkers.otherSession)
        guard mode != .vector else { return }
        let still = try Self.plan([stays], mode, space: space).way(of: stays)
        #expect(still.rawAfter == still.raw && still.calibratedAfter == still.calibrated)
        let bad = try PlanMarkers.marker(3, Self.quad(0), more: ",\"p1x\":1")
        let text = String(decoding: bad.text, as: UTF8.self).replacing("\"p1\":[", with: "\"p1\":[9,")
        let error = #expect(throws: JSONError.self) { try plan.way(of: try Marker(Array(text.utf8))) }
        #expect(error?.code == .badCorner)
    }
}
