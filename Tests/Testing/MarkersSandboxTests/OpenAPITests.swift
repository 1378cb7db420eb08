import HTTPServer
import Markers
import Testing

@testable import MarkersSandbox

@Suite("The OpenAPI document")
struct OpenAPITests {
    @Test("has every route of the router, and no other")
    func routes() throws {
        let document = try Contract.document.get()
        let written = try #require(document["paths"]).members.flatMap { path, item in
            item.members.map { "\($0.name) \(path)" }
        }
        let known = Route.all.filter { $0.opens == nil }.map {
            "\($0.method.rawValue.lowercased()) \($0.path)"
        }
        #expect(written.sorted() == known.sorted())
        #expect(Set(written).count == written.count)
        #expect(document["openapi"]?.string == "3.1.0")
    }

    @Test("has the phone only where it is asked for")
    func phone() throws {
        let document = try JSONValue(OpenAPIDocument.json(), options: JSONOptions(depth: .max))
        let paths = try #require(document["paths"]).members.map(\.name)
        #expect(paths.allSatisfy { $0.hasPrefix("/api/v1/") || $0.hasPrefix("/sandbox/") })
        #expect(!paths.contains("/sandbox/objects") && paths.contains("/sandbox/faults"))
        let used = String(decoding: document.text, as: UTF8.self)
        #expect(!used.contains("DetectedObject"))
    }

    @Test("defines every schema it refers to, and uses every one it defines")
    func references() throws {
        let document = try Contract.document.get()
        let text = String(decoding: document.text, as: UTF8.self)
        let used = text.matches(of: #/"#\/components\/schemas\/(\w+)"/#).map { String($0.output.1) }
        let defined = try #require(document["components"]?["schemas"]).members.map(\.name)
        #expect(Set(used) == Set(defined))
        #expect(Set(defined).count == defined.count)
    }

    @Test("names operations once")
    func names() {
        #expect(Set(Route.all.map(\.operation)).count == Route.all.count)
        #expect(Set(Route.all.map(\.operation)) == Set(Operation.allCases))
    }

    @Test("is what answers are held against: one that is wrong is seen")
    func control() throws {
        let document = try Contract.document.get()
        let marker = try #require(document["components"]?["schemas"]?["Anchor"])
        let good = """
            {"id":"00000000-0000-4000-8000-000000000001","session_id":"00000000-0000-4000-8000-000000000002",
            "run":1,"local_z":1.5,"world_position":[0,0,0],"created_at":"2026-01-01T00:00:00Z",
            "updated_at":"2026-01-01T00:00:00Z"}
            """
        let schema = Schema(document)
        func fault(_ text: String) throws -> String? { schema.fault(try JSONValue(text), marker, "") }
        #expect(try fault(good) == nil)
        for (right, wrong) in [
            ("[0,0,0]", "[0,0]"), ("\"run\":1", "\"run\":1.5"), ("\"run\":1,", ""),
            ("\"run\"", "\"more\":2,\"run\""),
            ("01-01T", "01-01 "), ("000002", "00000"), ("1.5", "null"), ("1.5", "1e11"),
        ] {
            let text = good.replacing(right, with: wrong)
            #expect(text != good)
            #expect(try fault(text) != nil, "\(text)")
        }
    }
}
