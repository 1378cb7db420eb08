import Foundation
import FrameGraph
import QuadGeometry

/// Pose graphs beside GTSAM: how far apart both optima are, and the times of both in the same run; how large errors are in
/// deviations; and whether loops name a wrong edge.
enum GraphBench {
    static let usage = "graph [--seed S] [--graphs N] [--suspects N] [--python PYTHON] [--peer SCRIPT]"

    /// The largest distance of both optima, in metres and in numbers of a rotation matrix.
    private static let mostApart = 1e-9
    /// Rounds of which the median time counts.
    private static let rounds = 5

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let graphs = try options.count("graphs", default: 60),
            suspects = try options.count("suspects", default: 1000)
        let squares = try GraphLaws.squares(suspects, seed: seed),
            named = try SuspectBench.run(suspects, seed: seed)
        var result: [String: Any] = [
            "seed": seed, "suspects": named.result, "places": squares.result,
            "ring": try GraphLaws.ring(seed: seed, rounds: rounds),
        ]
        var table: [[String: Any]] = [], scenes: [[String: Any]] = [], isApart = false
        for (frames, edges) in GraphScene.sizes {
            var row = Row()
            for sample in 0..<(frames < 100 ? graphs : max(graphs / 20, 3)) {
                let scene = try GraphScene(frames, edges, seed: seed, sample: sample)
                let solution = try row.add(scene, rounds: rounds)
                scenes.append(document(scene, solution, table.count))
            }
            table.append(row.document(frames, edges))
        }
        if let python = options["python"] {
            let script = options["peer"] ?? "Benchmarks/Peers/pose_graphs.py"
            for (place, peer) in try answers(python + " " + script, scenes).enumerated() {
                table[place].merge(peer) { $1 }
                let apart = max(peer["apart_m"] as? Double ?? .nan, peer["apart_R"] as? Double ?? .nan)
                isApart = isApart || !(apart <= mostApart)
                if let theirs = peer["gtsam_ms"] as? Double, let ours = table[place]["ms"] as? Double {
                    table[place]["times_of_gtsam"] = ours / theirs
                }
            }
        }
        result["table"] = table
        result[QuadBench.failure] = isApart || squares.isBroken || named.isBroken
        return result
    }

    /// The sums over the graphs of a size.
    private struct Row {
        var graphs = 0, cost = 0.0, squares = 0.0, misses = 0.0, times: [Double] = []

        mutating func add(_ scene: GraphScene, rounds: Int) throws -> GraphSolution {
            let graph = try PoseGraph(scene.edges), options = SolveOptions(root: "0")
            var solution = try graph.solve(options)[0]
            for _ in 0..<rounds {
                times.append(try ThreadClock.time { solution = try graph.solve(options)[0] } / 1e6)
            }
            graphs += 1
            cost += solution.cost / Double(solution.freedom)
            for (frame, pose) in scene.poses.enumerated().dropFirst() {
                let own = try solution.pose(of: "\(frame)"),
                    covariance = try solution.covariance(of: "\(frame)")
                let twist = (own.inverted() * pose).twist, miss = own.translation - pose.translation
                squares += (covariance?.squaredDistance(twist) ?? .nan) / Double(scene.poses.count - 1)
                misses += miss.dot(miss) / Double(scene.poses.count - 1)
            }
            return solution
        }

        func document(_ frames: Int, _ edges: Int) -> [String: Any] {
            [
                "name": "\(frames) poses and \(edges) edges", "poses": frames, "edges": edges,
                "graphs": graphs, "ms": times.median,
                "cost_of_expected": cost / Double(graphs), "squared_distance_of_6": squares / Double(graphs),
                "rms_mm": 1000 * (misses / Double(graphs)).squareRoot(),
            ]
        }
    }

    private static func document(_ scene: GraphScene, _ solution: GraphSolution, _ size: Int) -> [String: Any]
    {
        [
            "size": size,
            "edges": scene.edges.map { [$0.from, $0.to] },
            "motions": scene.edges.map { GraphScene.columns($0.motion) },
            "sigmas": [GraphScene.turnNoise, GraphScene.shiftNoise], "cost": solution.cost,
            "poses": scene.poses.indices.map { frame in
                GraphScene.columns((try? solution.pose(of: "\(frame)")) ?? .identity)
            },
        ]
    }

    /// The peer's answers to the same graphs, by size.
    private static func answers(_ command: String, _ scenes: [[String: Any]]) throws -> [[String: Any]] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "graphs-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try JSONSerialization.data(withJSONObject: scenes).write(to: file)
        let output = try PeerProcess.output(of: command, files: file.path)
        guard let rows = try JSONSerialization.jsonObject(with: output) as? [[String: Any]] else {
            throw BenchError.peer(command, "printed something else than a list")
        }
        return rows
    }
}
