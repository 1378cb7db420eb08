import HTTPServer
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("Validators of what is shown")
struct EntityTagTests {
    private static let seed: UInt64 = 11
    private static let steps = 300

    /// Every path of two sessions whose answers have a tag.
    private func paths(_ space: String, _ sessions: [String], _ markers: [String]) -> [String] {
        [
            "/spaces", "/spaces/\(space)", "/work-sessions", "/work-sessions?space_id=\(space)", "/markers",
            "/anchors",
        ]
            + ["/spaces/\(space)/reference-sets"]
            + sessions.flatMap {
                [
                    "/work-sessions/\($0)", "/markers?work_session_id=\($0)", "/work-sessions/\($0)/markers",
                    "/anchors?session_id=\($0)",
                ]
            } + markers.map { "/markers/\($0)" }
    }

    @Test("name one state each, through changes of every kind, and are asked for in vain only after them")
    func states() throws {
        let visitor = try Visitor(), space = try visitor.space()
        let sessions = [try visitor.session(in: space), try visitor.session(in: space)]
        var markers = try sessions.map { try visitor.marker(in: $0).id }
        var shown: [String: [String: String]] = [:]
        var random = SeededGenerator(seed: Self.seed)
        var unchanged = 0
        for _ in 0..<Self.steps {
            let marker = markers.randomElement(using: &random) ?? ""
            let session = sessions.randomElement(using: &random) ?? ""
            let version = try visitor.ask(.get, "/markers/\(marker)").version
            switch Int.random(in: 0..<8, using: &random) {
            case 0: markers.append(try visitor.marker(in: session).id)
            case 1:
                try visitor.ask(
                    .patch, "/markers/\(marker)", #"{"version":\#(version),"label":"\#(version)"}"#)
            case 2:
                let move = #"{"version":\#(version),"work_session_id":"\#(session)"}"#
                try visitor.ask(.patch, "/markers/\(marker)", move)
            case 3 where markers.count > 2:
                try visitor.ask(.delete, "/markers/\(marker)")
                markers.removeAll { $0 == marker }
            case 4:
                let x = Int.random(in: 0..<9, using: &random)
                try visitor.ask(.patch, "/spaces/\(space)", #"{"calibration_vector":[\#(x),0,0]}"#)
            case 5: try visitor.ask(.post, "/markers/\(marker)/details/calculate", "{}")
            case 6:
                let x = Int.random(in: 0..<3, using: &random)
                let anchor = #""run":1,"local_z":\#(x),"world_position":[\#(version),0,0]"#
                try visitor.ask(.post, "/anchors", #"{"session_id":"\#(session)",\#(anchor)}"#)
            default: try visitor.ask(.patch, "/markers/\(marker)", #"{"version":99999,"label":"refused"}"#)
            }
            for path in paths(space, sessions, markers) {
                let reply = try visitor.ask(.get, path)
                let tag = try #require(reply.fields.first { $0.name == "ETag" }?.value)
                let body = String(decoding: reply.json.text, as: UTF8.self)
                if let before = shown[path]?[tag] {
                    #expect(before == body, "\(path) has two states of the tag \(tag)")
                    unchanged += 1
                }
                shown[path, default: [:]][tag] = body
                let again = try visitor.ask(
                    .get, path, fields: [HeaderField("if-none-match", "\"x\", W/\(tag)")])
                #expect(again.status == 304 && again.json.isNull)
            }
        }
        print("seed \(Self.seed): \(unchanged) answers had the tag of an earlier one")
        #expect(unchanged > Self.steps)
    }

    @Test("are not there without them, nor of what is missing")
    func none() throws {
        let bare = try Visitor(SandboxOptions(seed: 1, variants: [.noTags]))
        #expect(try bare.ask(.get, "/spaces").fields.allSatisfy { $0.name != "ETag" })
        let visitor = try Visitor(), unknown = "00000000-0000-4000-8000-000000000000"
        let reply = try visitor.ask(.get, "/markers/\(unknown)", fields: [HeaderField("if-none-match", "*")])
        #expect(reply.status == 404 && reply.fields.allSatisfy { $0.name != "ETag" })
    }

    @Test("differ between servers with other contents, and agree between the same ones")
    func runs() throws {
        func tag(_ seed: UInt64, key: String) throws -> String? {
            let visitor = try Visitor(SandboxOptions(seed: seed))
            try visitor.ask(.post, "/spaces", #"{"key":"\#(key)","name":"Hall"}"#)
            return try visitor.ask(.get, "/spaces").fields.first { $0.name == "ETag" }?.value
        }
        #expect(try tag(1, key: "a") == tag(1, key: "a"))
        #expect(try tag(1, key: "a") != tag(2, key: "a"))
    }
}
