import HTTPServer
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("Files that a sandbox begins with")
struct SandboxImportTests {
    private static let space = "11111111-0000-4000-8000-000000000001"
    private static let session = "22222222-0000-4000-8000-000000000002"
    private static let marker =
        #"{"id":"33333333-0000-4000-8000-000000000003","work_session_id":"\#(session)","p1":[0,1,0],"p2":[1,1,0],"#
        + #""p3":[1,0,0],"p4":[0,0,0],"version":7,"label":null}"#
    private static let bareSession =
        #"{"id":"\#(session)","space_id":"\#(space)","session_type":"repair","status":"done"}"#

    private static func visitor(_ files: String...) throws -> Visitor {
        var all = SandboxImport(date: "2026-01-01T00:00:00Z")
        for file in files { try all.add(Array(file.utf8)) }
        var options = SandboxOptions(seed: 1)
        options.contents = all.records
        return try Visitor(options)
    }

    @Test("keep ids, versions and members that nobody knows")
    func kept() throws {
        let visitor = try Self.visitor("[\(Self.marker)]", Self.bareSession)
        let reply = try visitor.ask(.get, "/markers?work_session_id=\(Self.session)")
        let read = try #require(reply.json.elements.first)
        #expect(read["id"]?.string == "33333333-0000-4000-8000-000000000003")
        #expect(read["version"]?.integer == 7)
        #expect(read["custom_props"]?.kind == .object, "what a new marker has")
        let odd = Self.marker.replacing(#""version""#, with: #""drone":{"b":1e0,"a":[]},"version""#)
        var all = SandboxImport(date: "2026-01-01T00:00:00Z")
        try all.add(Array(odd.utf8))
        let kept = try #require(all.records.first { $0.content == .marker })
        #expect(String(decoding: kept.json, as: UTF8.self).contains(#""drone":{"b":1e0,"a":[]}"#))
        // Sessions and spaces that are only named are made up.
        #expect(try visitor.ask(.get, "/spaces/\(Self.space)")["key"]?.string == "imported")
        #expect(try visitor.ask(.get, "/work-sessions/\(Self.session)")["status"]?.string == "done")
    }

    @Test("may be the export of a session, which can then be changed", arguments: [true, false])
    func export(isWrapped: Bool) throws {
        let origin = try Self.visitor("[\(Self.marker)]", Self.bareSession)
        let export = try origin.ask(.get, "/work-sessions/\(Self.session)/export").json
        let text = String(decoding: export.text, as: UTF8.self)
        let visitor = try Self.visitor(isWrapped ? #"{"data":\#(text)}"# : text)
        let path = "/markers/33333333-0000-4000-8000-000000000003"
        #expect(try visitor.ask(.patch, path, #"{"label":"A","version":7}"#).version == 8)
        #expect(try visitor.ask(.get, "/spaces").json.elements.count == 1)
    }

    @Test("make up one space for markers of sessions that nobody describes, and no key twice")
    func madeUp() throws {
        let other = Self.marker.replacing("33333333", with: "44444444").replacing(
            "22222222", with: "55555555")
        let taken =
            #"{"id":"99999999-0000-4000-8000-000000000009","key":"imported","name":"Taken","calibration_vector":[]}"#
        let second = taken.replacing("99999999", with: "88888888").replacing(#""imported""#, with: #""hall""#)
        let visitor = try Self.visitor("[\(Self.marker),\(other)]", "[\(taken),\(second)]")
        let keys = try visitor.ask(.get, "/spaces").json.elements.compactMap { $0["key"]?.string }
        #expect(keys == ["imported", "hall", "imported-2"])
        #expect(try visitor.ask(.get, "/work-sessions").json.elements.count == 2)
    }

    @Test(
        "are refused with the place of what is wrong, and add nothing then",
        arguments: [
            ("[\(marker),{}]", JSONError.Code.missingList), ("[\(marker),7]", .wrongType),
            ("[\(marker)", .unexpectedEnd),
            (marker.replacing("[0,1,0]", with: "[0,1]"), .badCorner),
            (marker.replacing("33333333", with: "3"), .notAnIdentifier),
            (bareSession.replacing("session_type", with: "type"), .missingList),
            (#"{"id":"\#(space)","key":"hall","name":"Hall","calibration_vector":[1,2]}"#, .badVector),
            ("[[[[[\(marker)]]]]]", .tooDeep),
        ])
    func refused(file: String, code: JSONError.Code) throws {
        var all = SandboxImport(date: "2026-01-01T00:00:00Z")
        let error = #expect(throws: JSONError.self) { try all.add(Array(file.utf8)) }
        #expect(error?.code == code, "\(file)")
        #expect(all.records.isEmpty)
    }
}
