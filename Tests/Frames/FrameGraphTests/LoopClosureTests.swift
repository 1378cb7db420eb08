import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("Loops show errors")
struct LoopClosureTests {
    @Test("A loop misses by what 40 digits say")
    func golden() throws {
        let report = ClosureReport(try GoldenGraph.loop())
        let closure = try #require(report.closures.first)
        #expect(closure.frames == ["a", "b", "c"])
        #expect(PoseGraphTests.isNear(closure.turn, 0.3 * GoldenGraph.degree))
        #expect(PoseGraphTests.isNear(closure.squaredDistance, 2.50545431019))
        #expect(PoseGraphTests.isNear(closure.probability, 0.86785674253))
        #expect(!closure.fails && report.suspects.isEmpty && report.unchecked.isEmpty)
    }

    @Test("A half turn is a number, with the axis either way")
    func halfTurn() throws {
        let graph = try PoseGraph([
            GoldenGraph.edge("a", "b", GoldenGraph.yaw(180, .zero)), GoldenGraph.edge("b", "a", .identity),
        ])
        let closure = try #require(ClosureReport(graph).closures.first)
        #expect(closure.isHalfTurn && closure.turn.isFinite && closure.fails)
        #expect(ClosureReport(graph).hasNoMajority)
    }

    @Test("One loop that fails accuses all of its edges alike")
    func noMajority() throws {
        let wrong = GoldenGraph.yaw(0, SIMD3(1, 0, 0))
        let graph = try PoseGraph([
            GoldenGraph.edge("a", "b", wrong), GoldenGraph.edge("b", "c", wrong),
            GoldenGraph.edge("c", "a", wrong),
        ])
        let report = ClosureReport(graph)
        #expect(report.hasNoMajority)
        #expect(report.suspectGroups == [[0, 1, 2]])
    }

    @Test("Two of three ways that agree accuse the third, wherever it is named")
    func majority() throws {
        for wrong in 0..<3 {
            let graph = try PoseGraph(
                (0..<3).map { place in
                    try GoldenGraph.edge(
                        "a", "b",
                        GoldenGraph.yaw(0, SIMD3(place == wrong ? 1.5 : 1, 0.001 * Double(place), 0)))
                })
            let report = ClosureReport(graph)
            #expect(report.suspectGroups.count == 1 && report.suspects.count == 1)
            #expect(report.suspects.allSatisfy { graph.edges[$0].motion.translation.x == 1.5 })
            #expect(!report.hasNoMajority)
        }
    }

    @Test("An edge that no single cycle contradicts is accused by all of them together")
    func together() throws {
        let graph = try PoseGraph(
            (0..<31).map { place in
                try GoldenGraph.edge("a", "b", GoldenGraph.yaw(0, SIMD3(place == 17 ? 1.0315 : 1, 0, 0)))
            })
        let report = ClosureReport(graph)
        #expect(report.closures.allSatisfy { !$0.fails })
        #expect(report.suspects.map { graph.edges[$0].motion.translation.x } == [1.0315])
    }

    @Test("Errors that are stated too small accuse no edge, but one far beyond all others")
    func understated() throws {
        var blamed = 0, named = 0
        for sample in 0..<Self.understatedGraphs {
            var generator = SeededGenerator(seed: Seeds.first, sample: sample)
            var edges = try GoldenGraph.random(frames: 12, edges: 36, using: &generator).edges
            for place in edges.indices { edges[place] = try Self.sharpened(edges[place]) }
            blamed += ClosureReport(try PoseGraph(edges)).suspects.isEmpty ? 0 : 1
            let wrong = Int.random(in: edges.indices, using: &generator)
            edges[wrong] = PoseEdge(
                from: edges[wrong].from, to: edges[wrong].to,
                motion: edges[wrong].motion * GoldenGraph.yaw(0, SIMD3(2, 0, 0)),
                covariance: edges[wrong].covariance)
            let graph = try PoseGraph(edges), report = ClosureReport(graph)
            let place = try #require(graph.edges.firstIndex(of: edges[wrong]))
            named +=
                report.unchecked.contains(place) || report.suspectGroups.first?.contains(place) == true
                ? 1 : 0
        }
        #expect(blamed <= Self.mostUnderstated && named >= Self.understatedGraphs - Self.mostUnderstated)
    }

    private static let understatedGraphs = 20, mostUnderstated = 1

    /// The edge with a quarter of its deviations.
    private static func sharpened(_ edge: PoseEdge) throws -> PoseEdge {
        let covariance = try EdgeCovariance(turn: 0.05 * GoldenGraph.degree, shift: 0.005 / 4)
        return PoseEdge(from: edge.from, to: edge.to, motion: edge.motion, covariance: covariance)
    }

    /// 30 deviations of an edge, in a random direction of its six.
    @Test("The wrong edge is named and no sound one")
    func wrongEdge() throws {
        let graphs = Effort.count(1000, quick: 60)
        var named = 0, blamed = 0, checked = 0
        for sample in 0..<graphs {
            var generator = SeededGenerator(seed: Seeds.first, sample: sample)
            var edges = try GoldenGraph.random(frames: 20, edges: 40, using: &generator).edges
            let wrong = Int.random(in: edges.indices, using: &generator)
            let draws = (0..<6).map { _ in GoldenGraph.normal(&generator) }
            let scale = 30 / draws.reduce(0) { $0 + $1 * $1 }.squareRoot()
            let turn = SIMD3(draws[0], draws[1], draws[2]) * (scale * 0.2 * GoldenGraph.degree)
            let shift = SIMD3(draws[3], draws[4], draws[5]) * (scale * 0.005)
            let miss = edges[wrong].motion * GoldenGraph.twist(turn, shift)
            edges[wrong] = try GoldenGraph.edge(edges[wrong].from, edges[wrong].to, miss)
            let graph = try PoseGraph(edges), report = ClosureReport(graph)
            let place = try #require(graph.edges.firstIndex(of: edges[wrong]))
            let group = report.suspectGroups.first { $0.contains(place) } ?? []
            // Nothing contradicts an edge in no loop, such as the only one of a frame.
            checked += report.unchecked.contains(place) ? 0 : 1
            named += group.isEmpty ? 0 : 1
            // Edges in series with the wrong one cannot be told from it, and are named as one group.
            blamed += report.suspects.contains { !group.contains($0) } ? 1 : 0
        }
        // One in two hundred may be judged wrongly, give or take four deviations of that count.
        let expected = Self.wronglyJudged * Double(graphs), most = expected + 4 * expected.squareRoot()
        #expect(Double(checked - named) <= most)
        #expect(Double(blamed) <= most)
    }

    private static let wronglyJudged = 0.005
}
