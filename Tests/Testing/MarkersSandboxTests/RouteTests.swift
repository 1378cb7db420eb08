import HTTPServer
import Markers
import QuadGeometry
import Testing

@testable import MarkersSandbox

@Suite("Routes")
struct RouteTests {
    @Test("make, list, find, change and remove spaces and sessions, with all that is in them")
    func spaces() throws {
        let visitor = try Visitor()
        let space = try visitor.space(#","calibration_vector":[1.5,0.0,2.0],"meta":{"a":1.50}"#)
        let read = try visitor.ask(.get, "/spaces/\(space.uppercased())")
        #expect(read["meta"].map { String(decoding: $0.text, as: UTF8.self) } == #"{"a":1.50}"#)
        #expect(try Space(read.json).calibrationVector == SIMD3(1.5, 0, 2))
        #expect(try visitor.ask(.get, "/spaces?key=key-0").json.elements.count == 1)
        #expect(try visitor.ask(.get, "/spaces?key=none").json.elements.isEmpty)
        #expect(try visitor.ask(.post, "/spaces", #"{"key":"key-0","name":"b"}"#).status == 409)
        #expect(try visitor.ask(.patch, "/spaces/\(space)", #"{"is_active":false}"#).status == 200)
        #expect(try visitor.ask(.get, "/spaces").json.elements.isEmpty)
        #expect(try visitor.ask(.get, "/spaces?include_inactive=true").json.elements.count == 1)
        let session = try visitor.session(in: space)
        let other = try visitor.session(in: space)
        let done = try visitor.ask(.patch, "/work-sessions/\(other)", #"{"status":"done","version":1}"#)
        #expect(done.version == 2)
        #expect(
            try visitor.ask(.patch, "/work-sessions/\(other)", #"{"status":"draft","version":1}"#).status
                == 409)
        #expect(
            try visitor.ask(.get, "/work-sessions?space_id=\(space)&status=done").json.elements.count == 1)
        let marker = try visitor.marker(in: session).id
        #expect(try visitor.ask(.get, "/work-sessions/\(session)/markers").json.elements.count == 1)
        #expect(try visitor.ask(.delete, "/spaces/\(space)").status == 204)
        #expect(try visitor.ask(.get, "/markers/\(marker)").status == 404)
        #expect(try visitor.ask(.get, "/work-sessions").json.elements.isEmpty)
    }

    @Test("give a new marker an id, a version, and corners shifted by the vector", arguments: [1.0, -1])
    func calibration(sign: Double) throws {
        let visitor = try Visitor(SandboxOptions(seed: 1, variants: sign < 0 ? [.subtractVector] : []))
        let session = try visitor.session(in: try visitor.space(#","calibration_vector":[0,0,1]"#))
        let marker = try Marker(Array(try visitor.marker(in: session, #","label":"A""#).json.text))
        #expect(marker.version == 1 && marker.label == "A")
        let (raw, calibrated) = (try marker.quad, try #require(try marker.calibratedData))
        #expect((0..<4).allSatisfy { calibrated.quad[corner: $0] == raw[corner: $0] + SIMD3(0, 0, sign) })
        #expect(calibrated.statedCenter == calibrated.center)
    }

    @Test(
        "take whole numbers however they are written, and no others",
        arguments: [
            ("1e17", 409), ("5e17", 409), ("2.0", 409), ("1.5", 422), ("5e18", 422), ("1e300", 422),
            ("-1e0", 422),
        ])
    func wholeNumbers(version: String, status: Int) throws {
        let visitor = try Visitor()
        let marker = try visitor.marker(in: try visitor.session(in: try visitor.space("")), "")
        let answer = try visitor.ask(.patch, "/markers/\(marker.id)", #"{"label":"B","version":\#(version)}"#)
        #expect(answer.status == status)
    }

    @Test("change a marker of the version that is given, and no other member than those that may be")
    func update() throws {
        let visitor = try Visitor()
        let session = try visitor.session(in: try visitor.space(#","calibration_vector":[0,0,1]"#))
        let marker = try visitor.marker(in: session, #","custom_props":{"b":1.0,"a":[1e2]}"#)
        let path = "/markers/\(marker.id)"
        let named = try visitor.ask(.patch, path, #"{"label":"B","version":1}"#)
        #expect(named.version == 2)
        #expect(
            named["custom_props"].map { String(decoding: $0.text, as: UTF8.self) } == #"{"b":1.0,"a":[1e2]}"#)
        let conflict = try visitor.ask(.patch, path, #"{"label":"C","version":1}"#)
        #expect(conflict.status == 409 && conflict["message"]?.string == "the version is 2, not 1")
        // Without a version the last writer wins, as on the real server.
        #expect(try visitor.ask(.patch, path, #"{"label":"D"}"#).version == 3)
        let moved = try visitor.ask(.patch, path, #"{"p1":[0,0,0],"version":3}"#)
        #expect(moved["calibrated_data"]?["p1"]?.elements.map(\.double) == [0, 0, 1])
        let set = #"{"p1":[9,9,9],"p2":[1,0,0],"p3":[1,0,1],"p4":[0,0,1],"center":[5,5,5]}"#
        let calibrated = try visitor.ask(.patch, path, #"{"calibrated_data":\#(set),"version":4}"#)
        #expect(calibrated["calibrated_data"].map { String(decoding: $0.text, as: UTF8.self) } == set)
        #expect(
            try visitor.ask(.patch, path, #"{"calibrated_data":null,"version":5}"#)["calibrated_data"]?.isNull
                == false)
        // A whole number may be written with a point, and remains one.
        let run = try visitor.ask(
            .post, "/anchors",
            #"{"session_id":"\#(session)","run":2.0,"local_z":1,"world_position":[1,1,1]}"#)
        #expect(try Anchor(run.json).run == 2)
        for body in [
            #"{"id":"x"}"#, #"{"created_at":"2026-01-01T00:00:00Z"}"#, #"{"details":{}}"#, #"{"p1":[0,0]}"#,
            #"{"p1":[0,0,1e10]}"#, #"{"version":1.5}"#, #"{"version":-1}"#, #"{"label":7}"#, "[]",
            #"{"work_session_id":"x"}"#,
        ] {
            #expect(try visitor.ask(.patch, path, body).status == 422, "\(body)")
        }
        #expect(try visitor.ask(.patch, path, #"{"label":"x","label":"y"}"#).status == 400)
        #expect(try visitor.ask(.get, path).version == 6)
        #expect(try visitor.ask(.delete, path).status == 204)
        #expect(try visitor.ask(.patch, path, #"{"version":6}"#).status == 404)
    }

    @Test("make all markers of a list or none")
    func bulk() throws {
        let visitor = try Visitor()
        let session = try visitor.session(in: try visitor.space())
        let good = Visitor.marker(in: session),
            lost = Visitor.marker(in: "00000000-0000-4000-8000-000000000000")
        #expect(try visitor.ask(.post, "/markers/bulk", #"{"markers":[\#(good),\#(lost)]}"#).status == 404)
        #expect(try visitor.ask(.get, "/markers").json.elements.isEmpty)
        let made = try visitor.ask(.post, "/markers/bulk", #"{"markers":[\#(good),\#(good)]}"#)
        #expect(made.status == 201)
        let listed = try visitor.ask(.get, "/markers?work_session_id=\(session)")
        #expect(listed.json.elements == made.json.elements && listed.json.elements.count == 2)
    }

    @Test("compute details by the contract's formulas, for a marker and for a session")
    func details() throws {
        let visitor = try Visitor()
        let session = try visitor.session(in: try visitor.space())
        let marker = try visitor.marker(in: session)
        let path = "/markers/\(marker.id)/details"
        #expect(marker["details"]?.isNull == true)
        #expect(try visitor.ask(.get, path).status == 404)
        #expect(try visitor.ask(.post, "\(path)/calculate", "{}").status == 200)
        let details = try MarkerDetails(try visitor.ask(.get, path).json)
        let expected = MarkerMetrics(try Marker(Array(marker.json.text)).quad)
        #expect(details.centerLong == expected.center.z && details.longSize == expected.length)
        let sides = [details.xNegative, details.xPositive, details.zNegative, details.zPositive]
        let (least, greatest) = (expected.least, expected.greatest)
        #expect(sides == [least.x, greatest.x, least.z, greatest.z])
        #expect(try visitor.ask(.get, "/markers/\(marker.id)").version == 1)
        #expect(
            try visitor.ask(.put, path, #"{"x_negative":7,"custom_props":{"by":"hand"}}"#)["x_negative"]?
                .double == 7)
        #expect(try visitor.ask(.delete, path).status == 204)
        #expect(try visitor.ask(.delete, path).status == 404)
        let all = try visitor.ask(.post, "/work-sessions/\(session)/markers/calculate-details")
        #expect(all["calculated"]?.integer == 1)
        // New corners make them stale.
        #expect(
            try visitor.ask(.patch, "/markers/\(marker.id)", #"{"p1":[0,0,0]}"#)["details"]?.isNull == true)
    }

    @Test("keep reference sets, laser rows and anchors")
    func targets() throws {
        let visitor = try Visitor()
        let space = try visitor.space()
        let session = try visitor.session(in: space)
        let set =
            #"{"name":"R","markers":[{"id":"00000000-0000-4000-8000-00000000000A","label":"a",\#(Visitor.corners)}]}"#
        #expect(try visitor.ask(.post, "/spaces/\(space)/reference-sets", set).status == 201)
        let sets = try ReferenceSet.list(try visitor.ask(.get, "/spaces/\(space)/reference-sets").json)
        #expect(sets.first?.markers.first?.label == "a")
        #expect(try visitor.ask(.get, "/spaces/\(space)/laser-guide").status == 404)
        let grid = #"{"grid":[{"x":0,"z":1.5,"segment_length":0.2}]}"#
        #expect(try visitor.ask(.put, "/spaces/\(space)/laser-guide", grid).status == 200)
        #expect(
            try LaserGuide(try visitor.ask(.get, "/spaces/\(space)/laser-guide").json).grid.count == 1)
        func anchor(_ row: String, _ x: Int) throws -> Visitor.Reply {
            try visitor.ask(
                .post, "/anchors",
                #"{"session_id":"\#(session)","run":1,"local_z":\#(row),"world_position":[\#(x),0,0]}"#)
        }
        let first = try anchor("5.5", 1)
        #expect(first.status == 201)
        let again = try anchor("5.5000000000001", 2)
        #expect(again.status == 200 && again.id == first.id)
        #expect(try anchor("5.499999", 3).status == 201)
        #expect(try Anchor.list(try visitor.ask(.get, "/anchors?session_id=\(session)").json).count == 2)
        let moved = try visitor.ask(.patch, "/anchors/\(first.id)", #"{"world_position":[7,8,9]}"#)
        #expect(try Anchor(moved.json).worldPosition == SIMD3(7, 8, 9))
        #expect(try visitor.ask(.patch, "/anchors/\(first.id)", #"{"run":2}"#).status == 422)
        #expect(try visitor.ask(.delete, "/anchors/\(first.id)").status == 204)
    }

    @Test("carry a session to another space, under new ids and that space's vector")
    func transfer() throws {
        let visitor = try Visitor()
        let session = try visitor.session(in: try visitor.space())
        let marker = try visitor.marker(in: session, #","label":"A""#)
        let export = try visitor.ask(.get, "/work-sessions/\(session)/export")
        let target = try visitor.space(#","calibration_vector":[0,1,0]"#)
        let text = String(decoding: export.json.text, as: UTF8.self)
        let copy = try visitor.ask(.post, "/spaces/\(target)/import", text)
        #expect(copy.status == 201)
        let markers = try MarkerList(
            Array(try visitor.ask(.get, "/work-sessions/\(copy.id)/markers").json.text)
        ).markers
        let carried = try #require(markers.first)
        #expect(carried.label == "A" && carried.id.wireText != marker.id)
        #expect(try carried.quad == Marker(Array(marker.json.text)).quad)
        #expect(try carried.calibratedData?.quad.p1 == carried.quad.p1 + SIMD3(0, 1, 0))
    }

    @Test("say what is wrong with a request")
    func refusals() throws {
        let visitor = try Visitor()
        let wrongType = [HeaderField("content-type", "text/plain")]
        #expect(try visitor.ask(.get, "/nothing").status == 404)
        #expect(try visitor.ask(.get, "/markers/42").status == 400)
        // "bulk" is a path of its own, and no marker.
        #expect(try visitor.ask(.patch, "/markers/bulk", #"{"label":"A"}"#).status == 405)
        #expect(try visitor.ask(.get, "/markers?limit=5").status == 400)
        #expect(try visitor.ask(.get, "/markers?work_session_id=5").status == 400)
        #expect(try visitor.ask(.get, "/health", "{}").status == 400)
        #expect(try visitor.ask(.post, "/spaces", "{").status == 400)
        #expect(try visitor.ask(.post, "/spaces", #"{"name":"b"}"#)["pointer"]?.string == "/key")
        #expect(
            try visitor.ask(.post, "/spaces", #"{"key":"a","name":"b","color":1}"#)["pointer"]?.string
                == "/color")
        #expect(try visitor.ask(.post, "/spaces", #"{"key":"\u0007","name":"b"}"#).status == 422)
        #expect(try visitor.ask(.post, "/spaces", #"{"key":"a","name":"\u0000"}"#).status == 422)
        let request = IncomingRequest(
            .post, try RequestTarget("/api/v1/spaces"), fields: wrongType, body: Array("{}".utf8))
        #expect(visitor.answer(request).status == 415)
        let other = try visitor.ask(.put, "/markers")
        #expect(other.status == 405)
        #expect(other.fields.contains(HeaderField("Allow", "GET, HEAD, POST")))
    }

    @Test("log every write once, with what was sent and by whom")
    func log() throws {
        let visitor = try Visitor()
        let session = try visitor.session(in: try visitor.space())
        let marker = try visitor.marker(in: session).id
        let agent = [HeaderField("user-agent", "editor")]
        _ = try visitor.ask(.patch, "/markers/\(marker)", #"{"label":"A","version":1}"#, fields: agent)
        _ = try visitor.ask(.patch, "/markers/\(marker)", #"{"label":"A","version":1}"#, fields: agent)
        let events = try visitor.ask(.get, "/events?entity_id=\(marker)").json.elements
        #expect(events.map { $0["action"]?.string } == ["create", "update"])
        #expect(events.last?["agent"]?.string == "editor")
        #expect(events.last?["body"]?["label"]?.string == "A")
        #expect(try visitor.ask(.get, "/events?after=3").json.elements.count == 1)
    }

    @Test("answer the same to the same requests of one seed")
    func seeds() throws {
        func story() throws -> [[UInt8]] {
            let visitor = try Visitor(SandboxOptions(seed: 9))
            let session = try visitor.session(in: try visitor.space())
            return try [
                visitor.marker(in: session), visitor.ask(.post, "/locks/\(session)", #"{"ttl_seconds":5}"#),
            ]
            .map { Array($0.json.text) }
        }
        #expect(try story() == story())
    }
}
