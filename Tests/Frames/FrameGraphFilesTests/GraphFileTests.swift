import FrameGraph
import FrameGraphFiles
import QuadGeometry
import StrictJSON
import TestSupport
import Testing

@Suite("Graphs of frames in JSON")
struct GraphFileTests {
    @Test("Reading and writing give the same graph and the same bytes", arguments: Seeds.few)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let edges = try (0..<8).map { place in
            let twist = Twist(
                rotation: SIMD3.normal(using: &generator), translation: SIMD3.normal(using: &generator))
            let covariance = try EdgeCovariance(turn: 0.003, shift: 0.005)
            let motion = try #require(RigidTransform(twist: twist))
            return PoseEdge(
                from: "frame\(place)", to: "frame\((place + 1) % 5)", motion: motion,
                covariance: covariance.inverted(of: motion), label: place == 3 ? "a \"scan\"" : "",
                time: place == 4 ? 1.5e9 : nil)
        }
        let graph = try PoseGraph(edges.shuffled(using: &generator), frames: ["alone"])
        let file = GraphFile(
            graph, poses: ["alone": edges[0].motion, "frame0": .identity], held: ["frame0"])
        let read = try GraphFile(reading: file.bytes)
        #expect(read == file)
        #expect(read.bytes == file.bytes)
    }

    @Test("A rotation in single precision is corrected by an amount that the file states")
    func corrected() throws {
        let file = try GraphFile(
            reading: Array(GraphFileTests.text(columns: "[1.0001,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]").utf8))
        #expect(file.corrected > 0 && file.corrected < NearestTransform.largestDefect)
        #expect(file.graph.edges[0].motion.rotation == .identity)
        #expect(file.graph.edges[0].motion.translation == SIMD3(1, 2, 3))
    }

    @Test("A document of a run reads as its graph")
    func solved() throws {
        let graph = try GraphFile(reading: Array(GraphFileTests.text().utf8)).graph
        var document = GraphDocument(graph)
        document.run = GraphDocument.Run()
        document.add(ClosureReport(graph))
        document.add(try graph.solve())
        document.add(try graph.transform(to: "a", from: "b"))
        #expect(try GraphFile(reading: document.document(openDepth: 2)).graph == graph)
    }

    private static let matrix = "[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]"
    private static let covariance = "[1,0,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,1,0,1]"
    private static let frames = #"[{"name":"a"},{"name":"b"}]"#

    private static func text(
        schema: String = "quadcal.graph/1", frames: String = frames, to: String = "b",
        columns: String = matrix, covariance: String = covariance
    ) -> String {
        """
        {"schema":"\(schema)",
        "frames":\(frames),
        "edges":[
        {"from":"a","to":"\(to)",
        "columns":\(columns),
        "covariance":\(covariance)}]}
        """
    }

    @Test(
        "What is no graph is refused with its member and its line",
        arguments: [
            (text(schema: "quadcal.fit/1"), 1, "/schema", "UNKNOWN_WORD"),
            ("{}", 1, "/schema", "MISSING_MEMBER"), ("[1]", 1, "", "WRONG_TYPE"),
            (String(text().dropLast(30)), 6, "/edges/0/covariance/7", "UNEXPECTED_END"),
            (
                text(frames: #"[{"name":"a"},{"name":"a"},{"name":"b"}]"#), 2, "/frames/1/name",
                "DUPLICATE_FRAME"
            ),
            (text(frames: #"[{"name":"a"},{"name":"b"},{"name":"c c"}]"#), 2, "/frames/2/name", "BAD_NAME"),
            (
                text(frames: #"[{"name":"a","held":true},{"name":"b"}]"#), 2, "/frames/0/held",
                "HELD_WITHOUT_POSE"
            ),
            (
                text(frames: #"[{"name":"a","columns":[1]},{"name":"b"}]"#), 2, "/frames/0/columns",
                "WRONG_COUNT"
            ),
            (text(to: "c"), 4, "/edges/0/to", "NO_FRAME"), (text(to: "a"), 4, "/edges/0/to", "SELF_EDGE"),
            (text(columns: "[NaN]"), 5, "/edges/0/columns/0", "VALUE_EXPECTED"),
            (text(columns: "[2,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]"), 5, "/edges/0/columns", "NO_MOTION"),
            (text(columns: "[-1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]"), 5, "/edges/0/columns", "NO_MOTION"),
            (text(columns: "[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]"), 5, "/edges/0/columns", "NO_MOTION"),
            (text(columns: "[1,0,0,0,0,1,0,0,0,0,1,0,2e6,0,0,1]"), 5, "/edges/0/columns", "OUT_OF_RANGE"),
            (text(covariance: "[1,2,3]"), 6, "/edges/0/covariance", "WRONG_COUNT"),
            (
                text(covariance: "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]"), 6, "/edges/0/covariance",
                "NO_COVARIANCE"
            ),
            (
                text(covariance: "[1,0,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,1,0,-1]"), 6, "/edges/0/covariance",
                "NOT_POSITIVE_DEFINITE"
            ),
        ])
    func refusals(text: String, line: Int, pointer: String, code: String) {
        #expect {
            _ = try GraphFile(reading: Array(text.utf8))
        } throws: { error in
            guard let error = error as? GraphFileError else { return false }
            #expect(error.code == code && error.line == line && error.pointer == pointer, "\(error)")
            return !error.message.isEmpty && !error.remedy.isEmpty
        }
    }
}
