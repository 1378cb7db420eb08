import Foundation
import QuadGeometry
import Testing

@testable import Markers

@Suite("What else the server sends")
struct WireModelTests {
    private static let id = "910a2dec-8902-4cc1-beeb-8da1658eec67"

    private static func space(_ members: String = "") throws -> Space {
        try Space(JSONValue(#"{"id":"\#(id)","key":"hall","name":"Hall"\#(members)}"#))
    }

    @Test("a space has a calibration vector of three numbers or none")
    func vector() throws {
        for none in ["", #","calibration_vector":null"#, #","calibration_vector":[]"#] {
            #expect(try Self.space(none).calibrationVector == nil)
        }
        #expect(try Self.space(#","calibration_vector":[1.5,0.0,2]"#).calibrationVector == SIMD3(1.5, 0, 2))
        for bad in ["[1]", "[1,2]", "[1,2,3,4]", "[1,2,null]", "7", "{}", "[1,2,1e999]"] {
            let error = #expect(throws: JSONError.self) { try Self.space(#","calibration_vector":\#(bad)"#) }
            #expect(error?.code == .badVector)
            #expect(error?.pointer == "/calibration_vector")
        }
    }

    @Test("a space may lack what the guides disagree on, and keeps what has no name here")
    func space() throws {
        let space = try Self.space(#","meta":null,"scan_url":"x.obj","ml_model_url":7"#)
        #expect(space.meta == nil && space.isActive == nil && space.createdAt == nil)
        #expect(space.value["ml_model_url"]?.integer == 7)
        let error = #expect(throws: JSONError.self) { try Space(JSONValue(#"{"id":"x","key":"hall"}"#)) }
        #expect(error?.code == .missingMember)
        #expect(error?.pointer == "/name")
        #expect(
            try Space.list(JSONValue(#"{"stale":true,"spaces":[{"id":"a","key":"b","name":"c"}]}"#)).map(
                \.key) == ["b"])
        #expect(try Space.list(JSONValue("[]")).isEmpty)
    }

    @Test("an odd element of a list is refused by name, and the others are read")
    func oddElements() throws {
        let spaces = try Space.list(
            JSONValue(
                """
                [{"id":"a","key":"six","name":"c","calibration_vector":[1,2,3,4,5,6]},
                 {"id":"b","key":"hall","name":"Hall"},7,{"id":"d","key":3,"name":"low"}]
                """))
        #expect(spaces.map(\.key) == ["hall"] && spaces.count == 1)
        #expect(spaces.refused.map(\.name) == ["six", nil, "low"])
        #expect(spaces.refused.map(\.id) == ["a", nil, "d"])
        #expect(spaces.refused.map(\.error.code) == [.badVector, .wrongType, .wrongType])
        #expect(spaces.refused.map(\.error.line) == [1, 2, 2])
        #expect(spaces.refused.map(\.error.column) == [56, 40, 58])
        #expect(spaces.refused.map(\.error.pointer) == ["/0/calibration_vector", "/2", "/3/key"])

        let session = #"{"id":"\#(Self.id)","space_id":"s","session_type":"x","status":"y"}"#
        let sessions = try WorkSession.list(
            JSONValue(#"{"data":[\#(session),{"id":"\#(Self.id)","space_id":"s"}]}"#))
        #expect(sessions.count == 1 && sessions.refused.map(\.id) == [Self.id])
        let anchor = #"{"id":"\#(Self.id)","session_id":"\#(Self.id)","run":2,"local_z":5.5,"world_position"#
        let anchors = try Anchor.list(JSONValue(#"[\#(anchor)":[1,2]},\#(anchor)":[1,2,3]}]"#))
        #expect(anchors.count == 1 && anchors.refused.map(\.error.pointer) == ["/0/world_position"])
        let set = #"{"id":"\#(Self.id)","space_id":"s","name":"set","markers":"#
        let sets = try ReferenceSet.list(
            JSONValue(#"{"a":[],"data":[\#(set)7},\#(set)[{"id":"\#(Self.id)"},{"label":"door"}]}]}"#))
        #expect(sets.refused.map(\.error.pointer) == ["/data/0/markers"] && sets.refused[0].name == "set")
        #expect(sets[0].markers.count == 1 && sets[0].refused.map(\.name) == ["door"])
    }

    @Test("a reply without a list names the members that it has")
    func noList() throws {
        for (text, found) in [
            (#"{"items":[],"total":0}"#, JSONError.Found.members(["items", "total"])), ("{}", .members([])),
            (#"{"spaces":{}}"#, .members(["spaces"])), ("7", .value(.number)),
        ] {
            let error = #expect(throws: JSONError.self) { try Space.list(JSONValue(text)) }
            #expect(error?.code == .missingList && error?.found == found, "\(text)")
        }
    }

    @Test("identifiers are equal as UUIDs, others as they are written")
    func identifiers() {
        #expect(WireID(Self.id) == WireID(Self.id.uppercased()))
        #expect(Set([WireID(Self.id), WireID(Self.id.uppercased()), WireID("a"), WireID("A")]).count == 3)
    }

    @Test("a session of an unknown type or status is a session")
    func session() throws {
        let session = try WorkSession(
            JSONValue(
                #"{"id":"\#(Self.id)","space_id":"\#(Self.id.uppercased())","session_type":"x","status":"y","version":7}"#
            ))
        #expect(session.spaceID.uuid == session.id)
        #expect(session.version == 7)
    }

    @Test("a reference marker's corners are refused alone")
    func referenceSet() throws {
        let good = #"{"id":"\#(Self.id)","p1":[0,0,0],"p2":[1,0,0],"p3":[1,1,0],"p4":[0,1,0]}"#
        let set = try ReferenceSet(
            JSONValue(
                #"{"id":"\#(Self.id)","space_id":"hall","name":"set","version":1,"markers":[\#(good),"#
                    + #"\#(good.replacing("[1,1,0]", with: "[1,1]"))]}"#))
        #expect(try set.markers[0].quad.p3 == SIMD3(1, 1, 0))
        let error = #expect(throws: JSONError.self) { try set.markers[1].quad }
        #expect(error?.code == .badCorner)
        #expect(error?.pointer == "/markers/1/p3")
    }

    @Test("anchors and laser rows are read")
    func anchors() throws {
        let anchor = try Anchor(
            JSONValue(
                #"{"id":"\#(Self.id)","session_id":"\#(Self.id)","run":2,"local_z":5.5,"world_position":[1,2,3]}"#
            ))
        #expect(anchor.run == 2 && anchor.localZ == 5.5 && anchor.worldPosition == SIMD3(1, 2, 3))
        let guide = try LaserGuide(
            JSONValue(
                #"{"id":"\#(Self.id)","space_id":"s","grid":[{"x":0,"z":1.5,"segment_length":0.3},{"x":0,"z":2,"segment_length":0}]}"#
            ))
        #expect(guide.grid.map(\.z) == [1.5, 2] && guide.grid.map(\.hasSegment) == [true, false])
    }

    @Test("errors come as JSON, as text or not at all")
    func errors() {
        let documented = ServerMessage(
            Array(#"{"error":"Not Found","message":"no marker","status":404}"#.utf8))
        #expect(
            documented.error == "Not Found" && documented.message == "no marker" && documented.status == 404)
        #expect(ServerMessage(Array("bad gateway".utf8)).text == "bad gateway")
        #expect(ServerMessage([]).text.isEmpty && ServerMessage(Array("n\0o\0".utf8)).text.isEmpty)
        #expect(
            ServerMessage([UInt8](repeating: 0xff, count: 1_000_000)).text.unicodeScalars.count
                == ServerMessage.longestText)
    }

    @Test(
        "a page for people is named by its title",
        arguments: [
            ("<!DOCTYPE html>\n<html><head><title>\n 502  Bad\nGateway </title>", "502 Bad Gateway"),
            ("<html lang=en><TITLE lang=\"en\">Log in</TITLE>", "Log in"),
            ("  <!-- a --> <!-- <title>no</title>--><HTML>", "no"), ("<head><title></title>", nil),
            ("<html><title>cut", nil), ("\u{FEFF}<html>", nil),
        ] as [(String, String?)])
    func pages(text: String, title: String?) {
        let message = ServerMessage(Array(text.utf8))
        #expect(message.isPage && message.title == title && message.message == nil)
    }

    @Test(
        "what is no page has no title",
        arguments: [
            "", "no", "<error><title>a</title></error>", "{\"message\":\"<html>\"}", "\"<html>\"",
            String(repeating: "<!---->", count: 300) + "?", "<!-- <html>",
        ])
    func noPages(text: String) {
        let message = ServerMessage(Array(text.utf8))
        #expect(!message.isPage && message.title == nil)
    }

    @Test("a lock is held under either name")
    func locks() throws {
        #expect(try LockReply(JSONValue(#"{"acquired":true,"token":"t"}"#)).token == "t")
        #expect(try LockReply(JSONValue(#"{"extended":true}"#)).isHeld == true)
        #expect(try LockReply(JSONValue(#"{"acquired":false,"token":null}"#)).isHeld == false)
        #expect(try PresenceReply(JSONValue(#"{"users":["a","b"]}"#)).users == ["a", "b"])
    }

    @Test("bodies leave out what they do not change and keep foreign values byte for byte")
    func bodies() throws {
        var update = RequestBody.MarkerUpdate(version: 9)
        #expect(String(decoding: try update.json(), as: UTF8.self) == #"{"version":9}"#)
        update.quad = Quad(SIMD3(0, 0, 0), SIMD3(0.1, 0, 0), SIMD3(0.1, 0, 0.1), SIMD3(0, 0, 0.1))
        update.customProperties = try JSONValue(#"{ "a": 1.00 }"#)
        #expect(
            String(decoding: try update.json(), as: UTF8.self)
                == #"{"p1":[0.0,0.0,0.0],"p2":[0.1,0.0,0.0],"p3":[0.1,0.0,0.1],"p4":[0.0,0.0,0.1],"custom_props":{ "a": 1.00 },"version":9}"#
        )
        let session = try #require(UUID(uuidString: Self.id))
        var creation = RequestBody.MarkerCreation(
            workSessionID: session, quad: Quad(.zero, .one, .zero, .one))
        creation.label = "x"
        let bulk = String(decoding: try RequestBody.creating([creation]), as: UTF8.self)
        #expect(
            bulk.hasPrefix(#"{"markers":[{"work_session_id":"\#(Self.id)","label":"x","p1":[0.0,0.0,0.0]"#))
        creation.quad.p1.x = .nan
        #expect(throws: JSONError.self) { try creation.json() }
        #expect(
            String(decoding: RequestBody.locking(seconds: 30, token: "t"), as: UTF8.self)
                == #"{"token":"t","ttl_seconds":30}"#)
        #expect(
            String(decoding: try RequestBody.calibrating(by: SIMD3(1, 0, 2)), as: UTF8.self)
                == #"{"calibration_vector":[1.0,0.0,2.0]}"#)
    }
}
