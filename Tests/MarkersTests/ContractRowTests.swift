import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

/// Where the guides and the app disagree (contract, section 8), row by row, as far as markers and plans are concerned.
@Suite("Disagreements of the guides")
struct ContractRowTests {
    private static let square = Quad(
        SIMD3(0, 0, 0), SIMD3(0.5, 0, 0), SIMD3(0.5, 0, 0.5), SIMD3(0, 0, 0.5))

    private static func plan(_ marker: Marker, _ mode: PushMode = .raw) throws -> RecalibrationPlan {
        let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(0, 0, 1))
        return try RecalibrationPlan(
            [marker],
            RecalibrationRequest(
                PlannedMotion(motion, from: .raw, to: .raw), mode: mode,
                frames: FrameMembership(chosen: [marker.workSessionID])))
    }

    @Test("row 1: a space without a vector has none")
    func row1() throws {
        let space = try JSONValue(#"{"id":"x","key":"a","name":"b","ml_model_url":null,"x_new":1}"#)
        #expect(try CalibrationVector(space["calibration_vector"]) == nil)
    }

    @Test("row 2: a marker without custom_props and calibrated_data is planned in every mode")
    func row2() throws {
        let marker = try PlanMarkers.marker(1, Self.square)
        #expect(marker.customProperties == nil)
        #expect(try marker.calibratedData == nil)
        for mode in [PushMode.raw, .calibrated] {
            let update = try #require(try Self.plan(marker, mode).updates.first)
            #expect(update.staleMembers.isEmpty)
        }
    }

    @Test("row 3: calibrated_data is sent only where it is asked for")
    func row3() throws {
        let marker = try PlanMarkers.marker(1, Self.square, calibrated: Self.square)
        for (mode, isSent) in [(PushMode.raw, false), (.calibrated, true)] {
            let body = try #require(try Self.plan(marker, mode).updates.first?.body())
            #expect((try JSONValue(body)["calibrated_data"] != nil) == isSent)
        }
    }

    @Test("row 4: no vector and [0, 0, 0] calibrate alike")
    func row4() throws {
        let zero = try CalibrationVector(try JSONValue("[0,0,0]"))
        #expect(zero != nil)
        #expect(SpaceCalibration(zero).shift == SpaceCalibration().shift)
    }

    @Test("row 5: dates are read by us and go on as they were written")
    func row5() throws {
        let marker = try Marker(Array(MarkerText.full.utf8))
        let created = try #require(marker.createdAt)
        let updated = try #require(marker.updatedAt)
        // Two hours ahead of UTC, and so a fraction of a second before it was created.
        let isEarlier = try #require(WireDate(updated)) < #require(WireDate(created))
        #expect(isEarlier)
        #expect(try Self.plan(marker).updates.first?.after().createdAt == created)
    }

    @Test("row 6: meta and dates may be missing")
    func row6() throws {
        for text in [
            MarkerText.small(3), MarkerText.small(3).dropLast() + #","meta":null,"created_at":null}"#,
        ] {
            let marker = try Marker(Array(text.utf8))
            #expect(marker.meta == nil)
            #expect(marker.createdAt == nil)
            #expect(try Self.plan(marker).updates.count == 1)
        }
    }

    @Test(
        "row 7: numbers in foreign values keep their text",
        arguments: ["1.0", "1.23456789012", "12345678901234567890", "-0.0", "1e2", "100.00", "true"])
    func row7(number: String) throws {
        let marker = try PlanMarkers.marker(
            1, Self.square, more: #","custom_props":{"length":\#(number)},"meta":{"x":\#(number)}"#)
        let update = try #require(try Self.plan(marker).updates.first)
        let body = try JSONValue(try #require(update.body(keeping: [.customProperties, .meta])))
        for field in [body["custom_props"]?["length"], body["meta"]?["x"]] {
            #expect(field?.text.elementsEqual(number.utf8) == true)
        }
        #expect(try update.after()[.customProperties] == marker[.customProperties])
    }

    @Test(
        "row 14: a version is a whole number of 64 bits, and no other",
        arguments: [Int64.max, 9_007_199_254_740_993, 0])
    func row14(version: Int64) throws {
        let marker = try PlanMarkers.marker(1, Self.square, version: version)
        let body = try JSONValue(try #require(try Self.plan(marker).updates.first?.body()))
        #expect(body["version"]?.integer == version)
        for text in ["1.5", "9223372036854775808", "\"3\""] {
            #expect(throws: JSONError.self) {
                try PlanMarkers.marker(1, Self.square, version: nil, more: #","version":\#(text)"#)
            }
        }
    }

    @Test(
        "row 15: a list is bare or under markers or data",
        arguments: ["%", #"{"markers":%}"#, #"{"data":%}"#])
    func row15(form: String) throws {
        let list = "[\(MarkerText.small(1)),\(MarkerText.small(2))]"
        #expect(try MarkerList(Array(form.replacing("%", with: list).utf8)).markers.count == 2)
    }

    @Test("row 16: details go by two sets of names, and both are stale once raw corners move")
    func row16() throws {
        for side in ["x_negative", "left_distance"] {
            let marker = try PlanMarkers.marker(1, Self.square, more: #","details":{"\#(side)":0.25}"#)
            #expect(try marker.details?.xNegative == 0.25)
            #expect(try Self.plan(marker).updates.first?.staleMembers == ["/details"])
        }
    }

    @Test("row 18: an update is a PATCH, so its body holds what changes and the version")
    func row18() throws {
        let marker = try Marker(Array(MarkerText.full.utf8))
        let raw = try JSONValue(try #require(try Self.plan(marker).updates.first?.body()))
        #expect(raw.members.map(\.name) == ["version", "p1", "p2", "p3", "p4"])
        let shifted = try JSONValue(
            try #require(
                try Self.plan(try PlanMarkers.marker(1, Self.square), .calibrated).updates.first?.body()))
        #expect(shifted.members.map(\.name) == ["version", "calibrated_data"])
    }
}
