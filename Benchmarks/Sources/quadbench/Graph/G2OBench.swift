import Foundation
import FrameGraph
import FrameGraphFiles

/// Graphs in files of g2o that GTSAM and this package read alike: the cost of each file by both, ours and those that GTSAM wrote.
enum G2OBench {
    static let usage = "g2o [--seed S] [--python PYTHON] [--peer SCRIPT]"

    /// The relative difference of two costs of one file.
    private static let mostApart = 1e-12

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let command =
            try options.required("python") + " " + (options["peer"] ?? "Benchmarks/Peers/g2o_costs.py")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("g2o-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [[String: Any]] = [], largest = 0.0
        for (sample, size) in GraphScene.sizes.prefix(3).enumerated() {
            let scene = try GraphScene(size.0, size.1, seed: seed, sample: sample)
            let graph = try PoseGraph(scene.edges)
            let poses = scene.poses.enumerated().map { ("\($0.offset)", $0.element) }
            let ours = folder.appendingPathComponent("ours-\(sample).g2o")
            let theirs = folder.appendingPathComponent("theirs-\(sample).g2o")
            let file = G2OFile(graph, poses: Dictionary(uniqueKeysWithValues: poses))
            try Data(file.bytes).write(to: ours)
            let output = try PeerProcess.output(of: command, files: ours.path, theirs.path)
            guard let costs = try JSONSerialization.jsonObject(with: output) as? [Double], costs.count == 2
            else {
                throw BenchError.peer(command, "printed something else than two costs")
            }
            for (name, place, cost) in [("ours", ours, costs[0]), ("theirs", theirs, costs[1])] {
                let read = try G2OFile(reading: Array(Data(contentsOf: place)))
                guard let own = try read.graph().cost(at: read.poses) else {
                    throw BenchError.violated("a vertex has no pose")
                }
                let apart = (own / cost - 1).magnitude
                largest = max(largest, apart.isNaN ? .infinity : apart)
                files.append([
                    "written_by": name, "poses": size.0, "edges": size.1, "cost": own, "apart": apart,
                ])
            }
        }
        return ["seed": seed, "files": files, QuadBench.failure: !(largest <= mostApart)]
    }
}
