import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite struct ModelValueTests {
    private static let date = Date(timeIntervalSince1970: 1_763_640_000)
    private static let quad = Quad([0.1, 0, 0], [1, 0, 0], [1, 1, 0.3], [0, 1, 1.0 / 3])

    @Test("W7: values that Swift knows no type of become JSON and come back")
    func untyped() throws {
        let id = UUID()
        let meta: [String: Any] = [
            "text": "Riß", "whole": 3, "part": 0.25, "yes": true, "none": NSNull(), "id": id, "at": Self.date,
            "list": [1, "a", [false]] as [Any], "maybe": Optional<Int>.none as Any,
        ]
        let value = try JSONValue(any: meta)
        let text =
            #"{"at":"2025-11-20T12:00:00Z","id":"\#(id.wireText)","list":[1,"a",[false]],"maybe":null,"none":null,"#
            + #""part":0.25,"text":"Riß","whole":3,"yes":true}"#
        #expect(String(decoding: value.text, as: UTF8.self) == text)
        let back = try #require(value.anyValue as? [String: Any])
        #expect(
            back["text"] as? String == "Riß" && back["whole"] as? Int64 == 3 && back["yes"] as? Bool == true)
        #expect(
            back["part"] as? Double == 0.25 && back["none"] is NSNull && (back["list"] as? [Any])?.count == 3)
        #expect(try JSONValue(any: back) == value)
        let data = try JSONSerialization.data(withJSONObject: ["a": true, "b": [1, 2.5]] as [String: Any])
        let parsed = try JSONValue(any: JSONSerialization.jsonObject(with: data))
        #expect(try parsed == JSONValue(Array(data)) || parsed["a"]?.bool == true)
        let error = #expect(throws: ValueWithoutJSON.self) {
            try JSONValue(any: ["a": [1, Data()] as [Any]])
        }
        #expect(error?.pointer == "/a/1" && error?.type == "Data")
        #expect(throws: JSONError.self) { try JSONValue(any: Double.nan) }
        let late = #expect(throws: ValueWithoutJSON.self) {
            try JSONValue(any: ["at": Date.distantFuture + 1e12])
        }
        #expect(late?.pointer == "/at")
    }

    @Test(
        "W7: the documented words can be listed, a session goes to another space, and a creation is encoded")
    func guideReaders() throws {
        #expect(SessionStatus.allCases.map(\.rawValue) == ["draft", "active", "done", "archived"])
        #expect(SessionType.allCases.map(\.rawValue) == ["inspection", "repair", "other"])
        let space = UUID()
        let body = try JSONValue(UpdateWorkSession(spaceID: WireID(space.wireText)).json(version: 2))
        #expect(body["space_id"]?.string == space.wireText && body["version"]?.integer == 2)
        let marker = CreateMarker(in: UUID(), label: "1", Self.quad)
        let encoded = try JSONValue(Array(JSONEncoder().encode(marker)))
        #expect(encoded["label"]?.string == "1" && encoded["p4"]?.elements[2].double == 1.0 / 3)
    }

    @Test("a marker of values has them, goes to data and comes back to the byte")
    func marker() throws {
        let id = UUID(), session = UUID()
        let marker = try Marker(
            id: id, workSessionID: session, label: "Riß \"1\"", quad: Self.quad, color: "#FF0000", version: 3,
            meta: ["a": 1],
            customProperties: ["severity": "high", "depth": 0.25, "tags": ["edge", nil, true]],
            calibratedData: CalibratedData(Self.quad), created: Self.date, updated: Self.date + 0.25)
        #expect(marker.id == id && marker.workSessionID == session && marker.label == "Riß \"1\"")
        #expect(try marker.quad == Self.quad && marker.version == 3 && marker.color == "#FF0000")
        #expect(marker.customProperties?["tags"]?.elements.count == 3)
        #expect(marker.customProperties?["severity"]?.string == "high")
        #expect(try marker.calibratedData?.quad == Self.quad)
        #expect(marker.createdAt == "2025-11-20T12:00:00Z" && marker.created == Self.date)
        #expect(marker.updated == Self.date + 0.25)
        #expect(try Marker(data: marker.data) == marker)
        // The shortest form of a marker, for an app that has no session yet.
        let short = try Marker(label: "1", quad: Self.quad)
        #expect(short.workSessionID == Marker.noSession && short.version == nil && short.meta == nil)
        #expect(throws: JSONError.self) {
            try Marker(quad: Quad([.nan, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]))
        }
    }

    @Test("spaces, sessions, sets and anchors of values have them, and come back from data")
    func others() throws {
        let space = try Space(
            key: "hall-3", name: "Hall 3", description: "d",
            files: SpaceFiles(modelGLB: "g", modelUSDC: "u", preview: "p", scan: "s", mlModel: "m"),
            calibrationVector: [0, 0, 1], isActive: true, meta: ["a": []], created: Self.date)
        #expect(space.key == "hall-3" && space.files.modelUSDC == "u" && space.files.scan == "s")
        #expect(space.files.preview == "p" && space.files.modelGLB == "g" && space.isActive == true)
        #expect(space.files.mlModel == "m")
        #expect(space.calibration().shift == SIMD3(0, 0, 1) && space.created == Self.date)
        #expect(try Space(data: space.data) == space && space.id.uuid != nil)
        let session = try WorkSession(
            spaceID: space.id, type: .repair, state: .active, version: 1, started: Self.date)
        #expect(session.type == .repair && session.state == .active && session.started == Self.date)
        #expect(try WorkSession(data: session.data) == session)
        let later = try WorkSession(spaceID: space.id, type: "survey", state: "paused")
        #expect(later.type != .other && later.type == "survey" && later.state.rawValue == "paused")
        let set = try ReferenceSet(
            spaceID: space.id, name: "corners", markers: [ReferenceMarker(label: "1", quad: Self.quad)])
        #expect(try set.markers.map { try $0.quad } == [Self.quad])
        #expect(try ReferenceSet(data: set.data) == set)
        let anchor = try Anchor(sessionID: session.id, run: 2, localZ: 1.5, worldPosition: [1, 2, 3])
        #expect(anchor.run == 2 && anchor.worldPosition == SIMD3(1, 2, 3))
        #expect(try Anchor(data: anchor.data) == anchor)
        #expect(throws: JSONError.self) { try Anchor(data: Data("{".utf8)) }
    }

    @Test("models pass through any coder, foreign members included")
    func coders() throws {
        let marker = try Marker(Array(MarkerText.full.utf8))
        let space = try Space(
            JSONValue(#"{"id":"s","key":"k","name":"n","later":{"x":[1.5,null,true,"\u00e9",-7]}}"#))
        func back<Model: Codable>(_ model: Model) throws -> (json: Model, plist: Model) {
            let json = try JSONDecoder().decode(Model.self, from: JSONEncoder().encode(model))
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .binary
            let plist = try PropertyListDecoder().decode(Model.self, from: encoder.encode(model))
            return (json, plist)
        }
        let json = try JSONDecoder().decode(Marker.self, from: JSONEncoder().encode(marker))
        #expect(try json.quad == marker.quad && json.id == marker.id && json.version == marker.version)
        #expect(json.customProperties?["confidence"]?.double == 1.23456789012)
        #expect(json.value["x_future"] != nil && json.foreignMembers.count == marker.foreignMembers.count)
        #expect(try json.calibratedData == marker.calibratedData)
        let read = try JSONDecoder().decode(Space.self, from: JSONEncoder().encode(space))
        #expect(read.value["later"]?["x"]?.elements.map(\.text.count) == [3, 4, 4, 4, 2])
        let session = try WorkSession(spaceID: WireID("x"), type: .inspection)
        let (fromJSON, fromList) = try back(session)
        #expect(fromJSON.id == session.id)
        #expect(fromList.spaceID == session.spaceID)
        #expect(fromList.type == SessionType.inspection)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Marker.self, from: Data(#"{"id":7}"#.utf8))
        }
    }

    @Test("values of the core come back from JSON to the bit", arguments: Seeds.few)
    func core(seed: UInt64) throws {
        func back<Value: Codable>(_ value: Value) throws -> Value {
            try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
        }
        var random = SeededGenerator(seed: seed)
        for strategy in RigidStrategy.allCases {
            let transform = strategy.transform(using: &random)
            #expect(try back(transform) == transform && back(transform.rotation) == transform.rotation)
            let quad = transform * Self.quad
            #expect(try back(quad) == quad && back(CalibratedData(quad)).quad == quad)
            let calibration = SpaceCalibration(CalibrationVector(transform.translation), sign: .subtracted)
            #expect(try back(calibration) == calibration)
        }
        let ray = try Ray(from: [0.1, 2, 3], along: [0, 0, 1])
        #expect(try back(ray) == ray)
        let line = try Ray(from: .zero, along: [0, 0, 1], start: -.infinity, end: 5)
        #expect(try back(line) == line)
        func refused<Value: Codable>(_ type: Value.Type, _ text: String) -> Bool {
            (try? JSONDecoder().decode(type, from: Data(text.utf8))) == nil
        }
        #expect(refused(RigidTransform.self, "[1,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1]"))
        #expect(refused(RigidTransform.self, "[1]") && refused(Rotation.self, "[[1,0,0],[0,1,0]]"))
        #expect(refused(Quad.self, #"{"p1":[0,0,0],"p2":[0,0],"p3":[0,0,0],"p4":[0,0,0]}"#))
        #expect(refused(Ray.self, #"{"origin":[0,0,0],"direction":[0,0,0]}"#))
    }

    @Test("literals are JSON as they are written, and NaN is refused or null")
    func literals() throws {
        let value: JSONValue = ["b": [1, 2.5, -3, "x", true, nil], "a": ["n": nil], "b2": [:], "c": []]
        #expect(
            String(decoding: value.text, as: UTF8.self)
                == #"{"b":[1,2.5,-3,"x",true,null],"a":{"n":null},"b2":{},"c":[]}"#)
        let twice: JSONValue = ["a": 1, "b": 2, "a": 3]
        #expect(String(decoding: twice.text, as: UTF8.self) == #"{"b":2,"a":3}"#)
        let odd: JSONValue = ["x": .number(.nan), "y": .value(value)]
        #expect(odd["x"]?.isNull == true && odd["y"] == value)
        #expect(throws: JSONError.self) { try JSONValue(JSONContent.number(.infinity)) }
        #expect(try JSONValue(JSONContent.string("{}")).string == "{}")
        #expect(try JSONValue("{}").kind == .object)
    }

    @Test("dates become text that means the same instant", arguments: Seeds.few)
    func dates(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let milliseconds = Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let wire = try #require(WireDate(date))
            #expect(wire.hasZone && abs(wire.date.timeIntervalSince(date)) < 1e-6, "\(wire.text)")
            let whole = Date(timeIntervalSince1970: Double(milliseconds / 1000))
            #expect(WireDate(whole)?.date == whole && WireDate(whole)?.text.count == 20)
        }
        #expect(WireDate("2025-01-16T11:00:00+02:00")?.date == WireDate("2025-01-16T09:00:00Z")?.date)
    }
}
