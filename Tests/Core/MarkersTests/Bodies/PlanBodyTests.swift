import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("What a plan sends")
struct PlanBodyTests {
    private static let shift = SIMD3(0.0, 0, 1)

    private static func plan(
        _ marker: Marker, _ mode: PushMode, from: PointKind = .raw, to: PointKind = .raw,
        space: SpaceCalibration = SpaceCalibration()
    ) throws -> RecalibrationPlan {
        let motion = PlannedMotion(try PlanMarkers.motion(turn: .zero, shift: shift), from: from, to: to)
        return try RecalibrationPlan(
            [marker],
            PlanRequest(
                motion, mode: mode, frames: FrameMembership(chosen: [marker.workSessionID]), space: space))
    }

    private static func text(_ bytes: [UInt8]?) -> String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let square = Quad(
        SIMD3(0, 0, 0), SIMD3(0.5, 0, 0), SIMD3(0.5, 0, 0.5), SIMD3(0, 0, 0.5))

    @Test("raw corners go with the version they were read in, and nothing else")
    func raw() throws {
        let plan = try Self.plan(try PlanMarkers.marker(1, Self.square), .raw)
        #expect(
            Self.text(plan.updates[0].body())
                == #"{"version":3,"p1":[0.0,0.0,1.0],"p2":[0.5,0.0,1.0],"p3":[0.5,0.0,1.5],"p4":[0.0,0.0,1.5]}"#
        )
        #expect(plan.updates[0].displacement == 1)
        #expect(plan.updates[0].version == 3)
    }

    @Test("calibrated data has all five members")
    func calibrated() throws {
        let plan = try Self.plan(try PlanMarkers.marker(1, Self.square), .calibrated)
        #expect(
            Self.text(plan.updates[0].body())
                == #"{"version":3,"calibrated_data":{"p1":[0.0,0.0,1.0],"p2":[0.5,0.0,1.0],"#
                + #""p3":[0.5,0.0,1.5],"p4":[0.0,0.0,1.5],"center":[0.25,0.0,1.25]}}"#)
    }

    @Test("a vector goes to the space once and to no marker")
    func vector() throws {
        let plan = try Self.plan(
            try PlanMarkers.marker(1, Self.square), .vector, from: .calibrated, to: .calibrated,
            space: SpaceCalibration(CalibrationVector(SIMD3(1.5, 0, 2))))
        #expect(plan.updates.count == 1)
        #expect(plan.updates[0].body() == nil)
        #expect(plan.updates[0].change == .vector(Self.square.moved(by: SIMD3(1.5, 0, 3))))
        let update = try #require(plan.vectorUpdate)
        #expect(Self.text(update.body) == #"{"calibration_vector":[1.5,0.0,3.0]}"#)
        #expect(update.before?.numbers == SIMD3(1.5, 0, 2))
    }

    @Test("what others wrote goes through byte for byte", arguments: [PushMode.raw, .calibrated])
    func passthrough(mode: PushMode) throws {
        let odd =
            #"{ "a" : 1.0, "b":1.23456789012,"c":12345678901234567890 ,"d":"\u00e9\/é","e":-0.0,"f":1e2}"#
        let text = MarkerText.full
            .replacing(#"{"confidence":1.23456789012,"tags":["x"]}"#, with: odd)
            .replacing("[-0.23,0.06,1.03]", with: "[-0.23,0.06,1.13]")
            .replacing(#""meta":{"a":1.0}"#, with: #""meta": {"z":[ ],"a":{}}"#)
        let marker = try Marker(Array(text.utf8))
        let update = try #require(try Self.plan(marker, mode).updates.first)
        #expect(update.before == Array(text.utf8))
        let body = try #require(Self.text(update.body(keeping: [.customProperties, .meta, .version, .p1])))
        #expect(body.contains(#""custom_props":\#(odd)"#))
        #expect(body.contains(#""meta":{"z":[ ],"a":{}}"#))
        #expect(body.contains(#""version":9007199254740993"#))
        #expect(throws: Never.self) { try JSONValue(body) }
        let after = try update.after()
        for field in MarkerField.allCases where after[field] != marker[field] {
            #expect(mode == .raw ? MarkerField.corners.contains(field) : field == .calibratedData)
        }
        #expect(after.foreignMembers.map(\.value) == marker.foreignMembers.map(\.value))
        #expect(after[.customProperties]?.text.elementsEqual(odd.utf8) == true)
    }

    @Test("what is no longer true afterwards is named")
    func stale() throws {
        let props =
            #","details":{"long_size":1},"custom_props":{"frame_dims":{},"frame_dims_mesh":1,"worldPosition":{"x":1},"#
            + #""severity":"low","frame~/":1}"#
        let marker = try PlanMarkers.marker(1, Self.square, more: props)
        #expect(
            try Self.plan(marker, .raw).updates[0].staleMembers == [
                "/details", "/custom_props/frame_dims", "/custom_props/frame_dims_mesh",
                "/custom_props/worldPosition",
            ])
        #expect(try Self.plan(marker, .calibrated).updates[0].staleMembers == ["/custom_props/worldPosition"])
        #expect(try Self.plan(try PlanMarkers.marker(1, Self.square), .raw).updates[0].staleMembers.isEmpty)
    }

    @Test("the name of a plan is the same everywhere, and another for every other plan")
    func digest() throws {
        let marker = try PlanMarkers.marker(1, Self.square)
        let plan = try Self.plan(marker, .raw)
        #expect(plan.digest == SHA256.hex(of: plan.text[...]))
        #expect(plan.digest == "46baa238f256498805bda687e6c23d3830fd1905bcbbe07464964ff976eb2b93")
        var seen: Set<String> = [plan.digest]
        let again = try Self.plan(marker, .raw)
        #expect(again.digest == plan.digest)
        let others = [
            try Self.plan(marker, .calibrated), try Self.plan(marker, .raw, from: .calibrated),
            try Self.plan(marker, .raw, space: SpaceCalibration(CalibrationVector(SIMD3(0, 0, 1)))),
            try Self.plan(marker, .raw, space: SpaceCalibration(nil, sign: .subtracted)),
            try Self.plan(try PlanMarkers.marker(2, Self.square), .raw),
            try Self.plan(try PlanMarkers.marker(1, Self.square, version: 4), .raw),
            try Self.plan(try PlanMarkers.marker(1, Self.square, more: #","label":"x""#), .raw),
            try Self.plan(try PlanMarkers.marker(1, Self.square.moved(by: SIMD3(0, 1e-9, 0))), .raw),
        ]
        for other in others { #expect(seen.insert(other.digest).inserted) }
        #expect(throws: Never.self) { try JSONValue(plan.text) }
    }
}
