import Foundation
import HTTPServer
import Markers
import Testing

@testable import MarkersSandbox

@Suite("Variants of lists")
struct ListVariantTests {
    /// A server with a session of 250 markers.
    private static func visitor(_ variant: Variant) throws -> (visitor: Visitor, path: String) {
        let visitor = try Visitor(SandboxOptions(seed: 1, variants: [variant]))
        let session = try visitor.session(in: try visitor.space())
        let bodies = Array(repeating: Visitor.marker(in: session), count: 250).joined(separator: ",")
        #expect(try visitor.ask(.post, "/markers/bulk", #"{"markers":[\#(bodies)]}"#).status == 201)
        return (visitor, "/api/v1/markers?work_session_id=\(session)")
    }

    private static func list(_ visitor: Visitor, _ path: String) throws -> (ids: [String], next: String?) {
        let response = visitor.answer(IncomingRequest(.get, try RequestTarget(path)))
        let link = response.fields.first { $0.name == "Link" }?.value
        let ids = try JSONValue(response.body).elements.compactMap { $0["id"]?.string }
        return (ids, link?.wholeMatch(of: #/<(.*)>; rel="next"/#).map { String($0.output.1) })
    }

    @Test("go round in pages, or on for ever with markers that are not there")
    func endless() throws {
        for (variant, most) in [(Variant.loopingLists, 250), (.endlessLists, 1200)] {
            let (visitor, path) = try ListVariantTests.visitor(variant)
            var (ids, next): (Set<String>, String?) = ([], path)
            for _ in 0..<12 {
                let page = try ListVariantTests.list(visitor, try #require(next))
                ids.formUnion(page.ids)
                next = page.next
            }
            #expect(ids.count == most && next != nil)
        }
    }

    @Test("never end where they are empty")
    func empty() throws {
        let visitor = try Visitor(SandboxOptions(seed: 1, variants: [.endlessLists]))
        let page = try ListVariantTests.list(visitor, "/api/v1/anchors?offset=700")
        #expect(page.ids.isEmpty && page.next == "/api/v1/anchors?offset=800")
    }

    @Test("have their elements under items")
    func items() throws {
        let (visitor, path) = try ListVariantTests.visitor(.itemLists)
        let list = try JSONValue(visitor.answer(IncomingRequest(.get, try RequestTarget(path))).body)
        #expect(list["items"]?.elements.count == 250)
    }

    @Test("hold what a server is given from the start, however odd")
    func contents() throws {
        let id = UUID()
        let text = #"{"id":"\#(id.wireText)","key":"odd","name":7}"#
        let record = SandboxRecord(.space, id: id, owner: nil, json: Array(text.utf8))
        let visitor = try Visitor(SandboxOptions(seed: 1, contents: [record]))
        let list = visitor.answer(IncomingRequest(.get, try RequestTarget("/api/v1/spaces")))
        #expect(String(decoding: list.body, as: UTF8.self) == "[\(text)]")
    }

    @Test("begin with one element that cannot be understood, beside sound ones")
    func odd() throws {
        let visitor = try Visitor(SandboxOptions(seed: 1, variants: [.oddElements]))
        let space = try visitor.space()
        let session = try visitor.session(in: space)
        _ = try visitor.marker(in: session)
        let set = #"{"name":"R","markers":[]}"#
        #expect(try visitor.ask(.post, "/spaces/\(space)/reference-sets", set).status == 201)
        let anchor = #"{"session_id":"\#(session)","run":1,"local_z":1,"world_position":[1,1,1]}"#
        #expect(try visitor.ask(.post, "/anchors", anchor).status == 201)
        func elements(_ path: String) throws -> [JSONValue] {
            let request = IncomingRequest(.get, try RequestTarget("/api/v1" + path))
            return try JSONValue(visitor.answer(request).body).elements
        }
        let spaces = try elements("/spaces")
        #expect(spaces.first?["calibration_vector"]?.elements.count == 6)
        #expect(throws: JSONError.self) { try Space(spaces[0]) }
        #expect(try Space(spaces[1]).id.text == space && spaces.count == 2)
        #expect(try elements("/spaces?key=key-0").count == 1)
        let sessions = try elements("/work-sessions?space_id=\(space)")
        #expect(throws: JSONError.self) { try WorkSession(sessions[0]) }
        #expect(try WorkSession(sessions[1]).spaceID.text == sessions[0]["space_id"]?.string)
        let sets = try elements("/spaces/\(space)/reference-sets")
        #expect(throws: JSONError.self) { try ReferenceSet(sets[0]) }
        #expect(try ReferenceSet(sets[1]).markers.isEmpty)
        let anchors = try elements("/anchors?session_id=\(session)")
        #expect(throws: JSONError.self) { try Anchor(anchors[0]) }
        #expect(try Anchor(anchors[1]).run == 1)
        #expect(try elements("/markers").count == 1)
    }
}
