import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("Graphs whose turns are far off")
struct RelaxationTests {
    /// A ring, or a chain with random loops, whose edges turn wrong by this deviation a direction.
    private static func scene(
        _ frames: Int, chords: Int, degrees: Double, using generator: inout SeededGenerator
    ) throws -> (graph: PoseGraph, poses: [String: RigidTransform]) {
        func normal(_ scale: Double) -> SIMD3<Double> { SIMD3.normal(using: &generator) * scale }
        let turn = degrees * GoldenGraph.degree
        var poses: [RigidTransform] = []
        for _ in 0..<frames {
            let rotation = try #require(Rotation(rotationVector: normal(1)))
            poses.append(try #require(RigidTransform(rotation: rotation, translation: normal(5))))
        }
        var pairs = (0..<frames).map { ($0, ($0 + 1) % frames) }
        for _ in 0..<chords {
            let from = Int.random(in: 0..<frames, using: &generator)
            let to = Int.random(in: 1..<frames, using: &generator)
            pairs.append((from, (from + to) % frames))
        }
        let covariance = try EdgeCovariance(turn: turn, shift: 0.05)
        let edges = try pairs.map { from, to in
            let miss = try #require(
                RigidTransform(twist: Twist(rotation: normal(turn), translation: normal(0.05))))
            return PoseEdge(
                from: "\(from)", to: "\(to)", motion: poses[from].inverted() * poses[to] * miss,
                covariance: covariance)
        }
        var named: [String: RigidTransform] = [:]
        for (place, pose) in poses.enumerated() { named["\(place)"] = pose }
        return (try PoseGraph(edges), named)
    }

    /// Of 40 graphs; 3 were lost, in a worse minimum or not settled, while steps of the whole problem began at the tree itself.
    private static let graphs = 40, mostLost = 1

    @Test("are solved as well as at the true poses, where edges turn wrong by 20° a direction")
    func turns() throws {
        var lost: [Int] = []
        for seed in 1...Self.graphs {
            var generator = SeededGenerator(seed: UInt64(seed))
            let (graph, poses) = try Self.scene(20, chords: 20, degrees: 20, using: &generator)
            let truth = try #require(graph.cost(at: poses))
            do {
                if try graph.solve()[0].cost > truth { lost.append(seed) }
            } catch { lost.append(seed) }
        }
        #expect(lost.count <= Self.mostLost, "seeds \(lost)")
    }

    @Test("have the same solution as before where the start is good", arguments: 1...5)
    func sound(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (graph, poses) = try Self.scene(20, chords: 20, degrees: 1, using: &generator)
        let solution = try graph.solve()[0]
        #expect(solution.cost <= (try #require(graph.cost(at: poses))))
    }
}
