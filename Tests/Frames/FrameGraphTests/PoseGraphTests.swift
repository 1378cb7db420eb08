import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("Frames are seen through others")
struct PoseGraphTests {
    /// The share by which values computed with 40 digits may be missed: they are given to 12.
    static let given = 1e-9
    /// The effect that rounding may have on a transform through three edges, in metres and radians.
    static let rounding = 1e-12

    static func isNear(_ value: Double, _ golden: Double) -> Bool {
        (value - golden).magnitude <= given * golden.magnitude
    }

    @Test(
        "A way through two or three edges is that of 40 digits",
        arguments: [
            ("a", "c", SIMD3(5.2139380484327, 0, 4.83022221559489), -35, 27.5542163665),
            ("a", "d", SIMD3(4.31236078366855, -0.5, 7.86125478481291), 75, 41.9334659867),
        ])
    func ways(to: String, from: String, shift: SIMD3<Double>, yaw: Double, deviation: Double) throws {
        let view = try GoldenGraph.chain().transform(to: to, from: from)
        #expect((view.motion.translation - shift).length < PoseGraphTests.rounding)
        let turn = view.motion.rotation.rotationVector
        #expect((turn - SIMD3(0, yaw * GoldenGraph.degree, 0)).length < PoseGraphTests.rounding)
        let covariance = try #require(view.covariance)
        #expect(PoseGraphTests.isNear(covariance.shiftDeviation * 1000, deviation))
    }

    @Test("The covariance and its inverse's are those of 40 digits")
    func diagonals() throws {
        let turns = [2.43693935829, 2.43693935829, 2.43693935829]
        let there = turns + [7.04054979081, 35.4617419787, 33.4211921879]
        let back = turns + [34.6466426074, 72.644802289, 42.9981596816]
        for (to, from, golden) in [("a", "c", there), ("c", "a", back)] {
            let rows = try #require(try GoldenGraph.chain().transform(to: to, from: from).covariance).rows
            for (place, value) in golden.enumerated() {
                #expect(PoseGraphTests.isNear(rows[7 * place] * 1e5, value))
            }
        }
    }

    @Test("The way back is the inverse", arguments: Seeds.few)
    func inverse(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let graph = try PoseGraph(GoldenGraph.random(frames: 12, edges: 11, using: &generator).edges)
        let there = try graph.transform(to: "0", from: "11"), back = try graph.transform(to: "11", from: "0")
        let product = (there.motion * back.motion).twist
        #expect(product.rotation.length < PoseGraphTests.rounding)
        #expect(product.translation.length < 100 * PoseGraphTests.rounding)
        let turned = try #require(there.covariance).inverted(of: there.motion)
        for (one, other) in zip(turned.rows, try #require(back.covariance).rows) {
            #expect(
                (one - other).magnitude <= PoseGraphTests.given * turned.rows.map(\.magnitude).reduce(0, max))
        }
    }

    @Test("Of two ways the surer one is taken")
    func surer() throws {
        let sure = try GoldenGraph.edge("a", "b", GoldenGraph.ab),
            unsure = try EdgeCovariance(turn: 1, shift: 1)
        let direct = PoseEdge(from: "a", to: "c", motion: GoldenGraph.ab * GoldenGraph.bc, covariance: unsure)
        let graph = try PoseGraph([direct, sure, GoldenGraph.edge("b", "c", GoldenGraph.bc)])
        #expect(try graph.transform(to: "a", from: "c").path == ["a", "b", "c"])
    }

    @Test("The order of insertion changes no bit", arguments: Seeds.few)
    func order(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let edges = try GoldenGraph.random(frames: 15, edges: 30, using: &generator).edges
        let one = try PoseGraph(edges), other = try PoseGraph(edges.shuffled(using: &generator))
        #expect(one == other)
        #expect(ClosureReport(one) == ClosureReport(other))
        #expect(try one.solve()[0].poses == other.solve()[0].poses)
    }

    @Test("Frames without a way between them are named")
    func unconnected() throws {
        let graph = try PoseGraph([
            GoldenGraph.edge("a", "b", GoldenGraph.ab), GoldenGraph.edge("c", "d", GoldenGraph.cd),
        ])
        #expect(throws: PoseGraphError.unconnected(["a", "b"], count: 2, ["c", "d"], otherCount: 2)) {
            try graph.transform(to: "a", from: "d")
        }
        #expect(graph.components == [["a", "b"], ["c", "d"]])
        #expect(throws: PoseGraphError.noSuchFrame("e")) { try graph.transform(to: "e", from: "a") }
    }

    @Test("What is no edge is refused")
    func refusals() throws {
        #expect(throws: PoseGraphError.selfEdge(frame: "a")) {
            try PoseGraph([GoldenGraph.edge("a", "a", GoldenGraph.ab)])
        }
        #expect(throws: PoseGraphError.badName("a b")) {
            try PoseGraph([GoldenGraph.edge("a b", "c", GoldenGraph.ab)])
        }
        let far = GoldenGraph.yaw(0, SIMD3(2e6, 0, 0))
        #expect(throws: PoseGraphError.outOfRange(edge: "a to b", metres: 2e6)) {
            try PoseGraph([GoldenGraph.edge("a", "b", far)])
        }
        #expect(throws: CovarianceError.zero) { try EdgeCovariance(turn: 0, shift: 0) }
        #expect(throws: CovarianceError.notPositiveDefinite) { try EdgeCovariance(turn: 0, shift: 1) }
        #expect(throws: CovarianceError.nonFinite) { try EdgeCovariance(turn: .nan, shift: 1) }
        #expect(throws: CovarianceError.wrongCount(20)) {
            try EdgeCovariance(upperTriangle: [Double](repeating: 1, count: 20))
        }
    }

    @Test("A graph of no edge, of one, and a lone frame are answered")
    func small() throws {
        #expect(try PoseGraph().solve().isEmpty)
        let one = try PoseGraph([GoldenGraph.edge("a", "b", GoldenGraph.ab)], frames: ["alone"])
        let solutions = try one.solve()
        #expect(solutions.map(\.frames) == [["a", "b"], ["alone"]])
        #expect(solutions[0].probability == nil && solutions[0].freedom == 0)
        #expect(ClosureReport(one).unchecked == [0])
    }
}
