import FrameGraph
import FrameReports
import QuadGeometry
import Testing

@Suite("Runs over graphs of frames")
struct GraphRunTests {
    /// Graphs in which noise alone puts a sound edge beside the wrong one.
    private static let graphs = 100, mostBlamed = 4

    @Test("name the wrong edge of the demo, whatever its errors, and hardly ever a sound one")
    func demo() throws {
        var blamed = 0
        for seed in 1...Self.graphs {
            let demo = try DemoGraph(seed: UInt64(seed))
            let run = try GraphRun(GraphInput(demo: demo.graph), GraphQuestion())
            let wrong = try #require(run.graph.edges.firstIndex(of: demo.wrong))
            #expect(run.outcome == .contradict && run.closures.suspects.contains(wrong), "seed \(seed)")
            blamed += run.closures.suspects == [wrong] ? 0 : 1
        }
        #expect(blamed <= Self.mostBlamed)
    }

    @Test("say that all closures hold, that one fails, that nothing is checked, or nothing joined")
    func outcomes() throws {
        func outcome(_ edges: [PoseEdge]) throws -> GraphRun.Outcome {
            let graph = try PoseGraph(edges, frames: ["a", "b", "c"])
            return try GraphRun(GraphInput(demo: graph), GraphQuestion()).outcome
        }
        func edge(_ from: String, _ to: String, _ x: Double) throws -> PoseEdge {
            let motion = try #require(RigidTransform(rotation: .identity, translation: SIMD3(x, 0, 0)))
            return PoseEdge(
                from: from, to: to, motion: motion, covariance: try EdgeCovariance(turn: 0.001, shift: 0.005))
        }
        let path = try [edge("a", "b", 1), edge("b", "c", 1)]
        #expect(try outcome([]) == .unconnected)
        #expect(try outcome(path) == .doubtful)
        #expect(try outcome(path + [edge("c", "a", -2)]) == .agree)
        #expect(try outcome(path + [edge("c", "a", -3)]) == .contradict)
        // Two edges of p 0.0005: too far off alone, but not among 300 pairs of others.
        let apart = 0.005 * (2 * 24.1).squareRoot()
        let pair = try [edge("a", "b", 1), edge("a", "b", 1 + apart)]
        let others = try (0..<300).flatMap {
            try [edge("\($0)", "\($0)'", 1), edge("\($0)", "\($0)'", 1.001)]
        }
        #expect(try outcome(pair) == .contradict)
        #expect(try outcome(pair + others) == .agree)
        // Many edges that miss by a little each: no closure fails, but all together do.
        let worn = try (0..<30).map { try edge("a", "b", $0 % 2 == 0 ? 1.016 : 0.984) }
        #expect(try outcome(worn) == .doubtful)
        // One edge that is too far off for all others together, though no closure fails.
        let bent = try (0..<31).map { try edge("a", "b", $0 == 17 ? 1.0315 : 1) }
        #expect(try outcome(bent) == .contradict)
    }

    @Test("answer by the path or by the solution, which is surer")
    func views() throws {
        let demo = try DemoGraph(seed: 1)
        var question = GraphQuestion()
        (question.from, question.to) = ("hall", "store")
        let path = try #require(try GraphRun(GraphInput(demo: demo.graph), question).view)
        question.isSolved = true
        let solved = try #require(try GraphRun(GraphInput(demo: demo.graph), question).view)
        #expect(path.path.first == "store" && path.path.last == "hall" && solved.path.isEmpty)
        let (long, short) = (try #require(path.covariance), try #require(solved.covariance))
        #expect(short.shiftBound < long.shiftBound)
        question.to = "nowhere"
        #expect(throws: GraphInputError.graph(.noSuchFrame("nowhere"))) {
            try GraphRun(GraphInput(demo: demo.graph), question)
        }
    }
}
