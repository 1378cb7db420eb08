import Foundation
import FrameGraph
import FrameGraphFiles
import FrameReports
import MarkersReport
import QuadGeometry
import StrictJSON
import Testing

@Suite("A graph of frames as a page")
struct GraphPageTests {
    private static func page(_ graph: PoseGraph) throws -> String {
        let run = try GraphRun(GraphInput(demo: graph), GraphQuestion())
        let document = run.document(version: "1", exit: "good").document(openDepth: 2)
        let page = GraphPage(run, PageStamp(version: "1", date: "2026-01-01", document: document))
        return String(decoding: page.html, as: UTF8.self)
    }

    /// A triangle that does not close.
    private static func triangle(_ names: [String], source: String) throws -> PoseGraph {
        try PoseGraph(
            (0..<3).map { place in
                let shift = [SIMD3(1.0, 0, 0), SIMD3(0, 0, 1), SIMD3(-1, 0, -1.5)][place]
                let motion = try #require(RigidTransform(rotation: .identity, translation: shift))
                return PoseEdge(
                    from: names[place], to: names[(place + 1) % 3], motion: motion,
                    covariance: try EdgeCovariance(turn: 0.01, shift: 0.01), label: source)
            })
    }

    @Test("has the verdict, a drawing and the tables, and names what is suspect")
    func parts() throws {
        let page = try Self.page(DemoGraph(seed: 1).graph)
        let parts = ["verdict", "figures", "views", "closures", "edges", "frames", "data"]
        let places = try parts.map { part in
            try #require(page.range(of: "<section id=\"\(part)\"")?.lowerBound, "\(part)")
        }
        #expect(places == places.sorted())
        #expect(page.contains("lab to workshop (scan 12): "))
        #expect(page.matches(of: #/<circle [^>]*r="5"><title>/#).count == 7)
        #expect(page.matches(of: #/<title>[^<]* deviations/#).count == 12)
        #expect(!page.contains("nan") && !page.contains("inf"))
    }

    @Test("is the data file, too: what --json prints, whatever is in its names")
    func data() throws {
        for graph in [
            try DemoGraph(seed: 1).graph, try Self.triangle(["a</script>", "b", "c"], source: "\u{202E}"),
        ] {
            let page = try Self.page(graph)
            let start = try #require(page.range(of: "id=\"quadcal-graph\">")?.upperBound)
            let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)?.lowerBound)
            let read = try GraphFile(reading: Array(page[start..<end].utf8))
            #expect(read.graph == graph)
            let document = try GraphDocument(JSONValue(Array(page[start..<end].utf8)))
            #expect(document.findings?.contains { $0.severity == "error" && !$0.edges.isEmpty } == true)
        }
    }

    @Test("loads nothing, and is the same for the same run")
    func alone() throws {
        let graph = try DemoGraph(seed: 1).graph, page = try Self.page(graph)
        for word in ["http:", "https:", "src=", "href=", "url(", "@import", " style="] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("default-src 'none'; style-src 'sha256-"))
        #expect(try Self.page(graph) == page)
    }

    @Test(
        "no name becomes anything but text",
        arguments: ["</script><script>alert(1)</script>", "\"'&<b>", "\u{202E}lab", "<!--", "]]>"])
    func hostile(text: String) throws {
        func tags(_ page: String) -> [String] {
            page.matches(of: #/<[a-z\/!][^ >]*/#).map { String($0.output) }
        }
        let plain = try Self.page(Self.triangle(["a", "b", "c"], source: "d"))
        let page = try Self.page(Self.triangle(["a" + text, "b", "c"], source: text))
        #expect(tags(page) == tags(plain))
        #expect(!page.unicodeScalars.contains { $0.properties.isBidiControl })
    }

    @Test("of a graph without edges, or of one frame, has no drawing")
    func empty() throws {
        for frames in [[], ["a"], ["a", "b"]] {
            let page = try Self.page(PoseGraph(frames: frames))
            #expect(!page.contains("<svg") && page.contains("nothing is connected"))
        }
    }
}
