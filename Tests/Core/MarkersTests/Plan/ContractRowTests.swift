import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

/// The disagreements of the guides and the app (contract, section 8), row by row, for bodies, markers, plans.
@Suite("Disagreements of the guides")
struct ContractRowTests {
    private static let square = Quad(
        SIMD3(0, 0, 0), SIMD3(0.5, 0, 0), SIMD3(0.5, 0, 0.5), SIMD3(0, 0, 0.5))

    private static func plan(_ marker: Marker, _ mode: PushMode = .raw) throws -> RecalibrationPlan {
        let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(0, 0, 1))
        return try RecalibrationPlan(
            [marker],
            PlanRequest(
                PlannedMotion(motion, from: .raw, to: .raw), mode: mode,
                frames: FrameMembership(chosen: [marker.workSessionID])))
    }

    @Test("row 1: a space without a vector has none")
    func row1() throws {
        let text = #"{"id":"x","key":"a","name":"b","ml_model_url":null,"x_new":1.00}"#
        let space = try Space(JSONValue(text))
        #expect(space.calibrationVector == nil)
        #expect(space.value["scan_url"] == nil)
        #expect(space.value.text.elementsEqual(text.utf8))
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
        var creation = RequestBody.MarkerCreation(workSessionID: marker.workSessionID, quad: Self.square)
        #expect(try JSONValue(creation.json())["calibrated_data"] == nil)
        creation.calibratedData = CalibratedData(Self.square)
        #expect(try JSONValue(creation.json())["calibrated_data"]?.members.count == 5)
    }

    @Test("row 4: a space is made with [0, 0, 0], which calibrates as no vector does")
    func row4() throws {
        let body = RequestBody.creatingSpace(key: "hall-a1", name: "Hall")
        #expect(try JSONValue(body)["calibration_vector"]?.text.elementsEqual("[0.0,0.0,0.0]".utf8) == true)
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
        var session = RequestBody.Session(version: 1)
        session.startedAt = created
        #expect(try JSONValue(session.json)["started_at"]?.string == created)
        // The default date format of the older guide is not a date here.
        #expect(WireDate("758710800") == nil)
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
        for more in ["", #","meta":null,"created_at":null,"updated_at":null"#] {
            let space = try Space(JSONValue(#"{"id":"x","key":"a","name":"b"\#(more)}"#))
            #expect(space.meta == nil && space.createdAt == nil && space.updatedAt == nil)
            let id = #""\#(PlanMarkers.id(1))""#
            let session = try WorkSession(
                JSONValue(
                    #"{"id":\#(id),"space_id":"x","session_type":"other","status":"draft"\#(more)}"#))
            #expect(session.meta == nil && session.createdAt == nil && session.version == nil)
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

    @Test("row 8: a reply without a body is no error")
    func row8() {
        let message = ServerMessage([])
        #expect(message.text.isEmpty)
        #expect(message.error == nil && message.message == nil && message.status == nil)
    }

    @Test("row 9: a body is one object of the names that the server knows")
    func row9() throws {
        let creation = RequestBody.MarkerCreation(
            workSessionID: PlanMarkers.oldSession, quad: Self.square)
        var update = RequestBody.MarkerUpdate(version: 3)
        update.quad = Self.square
        for (body, names) in [
            (try creation.json(), ["work_session_id", "p1", "p2", "p3", "p4"]),
            (try update.json(), ["p1", "p2", "p3", "p4", "version"]),
            (try RequestBody.creating([creation]), ["markers"]),
        ] {
            #expect(try JSONValue(body).members.map(\.name) == names)
        }
    }

    @Test(
        "row 10: what the server says is kept, as JSON or as text",
        arguments: [400, 401, 403, 404, 409, 413, 415, 422, 500, 503])
    func row10(status: Int) {
        let said = ServerMessage(Array(#"{"error":"E","message":"why","status":\#(status)}"#.utf8))
        #expect(said.error == "E" && said.message == "why" && said.status == Int64(status))
        for text in ["version mismatch", "<html>", #"{"detail":"why"}"#, #""why""#, "[1"] {
            let message = ServerMessage(Array(text.utf8))
            #expect(message.text == text)
            #expect(message.error == nil && message.status == nil)
        }
    }

    @Test("row 11: markers are updated, and spaces are found by their key")
    func row11() throws {
        let marker = try Marker(Array(MarkerText.full.utf8))
        #expect(try Self.plan(marker).updates.first?.body() != nil)
        let reply = #"[{"id":"x","key":"warehouse-a1","name":"A"},{"id":"y","key":"b","name":"B"}]"#
        #expect(try Space.list(JSONValue(reply)).filter { $0.key == "warehouse-a1" }.map(\.name) == ["A"])
    }

    @Test("row 12: presence is a user's, so that one who leaves can be named")
    func row12() throws {
        let user = PlanMarkers.id(1).uuidString
        #expect(try JSONValue(RequestBody.presence(of: user))["user_id"]?.string == user)
        #expect(try PresenceReply(JSONValue(#"{"users":["\#(user)"]}"#)).users == [user])
        #expect(try PresenceReply(JSONValue(#"{"users":[]}"#)).users.isEmpty)
    }

    @Test("row 13: a lock is the same by the app's routes and by the others")
    func row13() throws {
        func reply(_ text: String) throws -> LockReply { try LockReply(JSONValue(text)) }
        #expect(try reply(#"{"acquired":true,"token":"t"}"#).isHeld == true)
        #expect(try reply(#"{"acquired":false}"#).isHeld == false)
        for extended in [#"{"extended":true}"#, #"{"acquired":true}"#] {
            #expect(try reply(extended).isHeld == true)
        }
        #expect(try reply(#"{"released":true}"#).isReleased == true)
        #expect(try reply(#"{"locked":true}"#).isLocked == true)
        let extending = RequestBody.locking(seconds: 30, token: "t")
        #expect(try JSONValue(extending).members.map(\.name) == ["token", "ttl_seconds"])
        #expect(try JSONValue(RequestBody.unlocking(token: "t")).members.map(\.name) == ["token"])
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

    @Test(
        "row 17: a reference set names its space by any string",
        arguments: [
            "hall-a1", "910a2dec-8902-4cc1-beeb-8da1658eec67", "910A2DEC-8902-4CC1-BEEB-8DA1658EEC67",
        ])
    func row17(space: String) throws {
        let id = PlanMarkers.id(1)
        let set = try ReferenceSet(
            JSONValue(#"{"id":"\#(id)","space_id":"\#(space)","name":"n","markers":[],"version":1}"#))
        #expect(set.spaceID.text == space)
        #expect(set.spaceID == WireID(space.uppercased()) || set.spaceID.uuid == nil)
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
