import FrameGraph
import QuadGeometry
import RigidCalibration

/// Promises of solved graphs on any machine: places as far off as their covariances say, and the time of a long ring.
enum GraphLaws {
    /// The squared error of a place in deviations is 3 in the mean, to within this share.
    private static let squaresShare = 0.05
    /// Few graphs are judged by this many deviations of their mean instead.
    private static let deviations = 4.0
    private static let ringPoses = 1000
    /// The radius of the ring, in metres.
    private static let radius = 20.0

    /// The mean squared error of places over graphs of 20 poses and 40 edges, and whether it is 3.
    static func squares(_ graphs: Int, seed: UInt64) throws -> (result: [String: Any], isBroken: Bool) {
        var means: [Double] = [], count = 0
        for sample in 0..<graphs {
            let scene = try GraphScene(20, 40, seed: seed &+ 3, sample: sample)
            let solution = try PoseGraph(scene.edges).solve(SolveOptions(root: "0"))[0]
            // The places of a graph share errors, so that a graph is one sample.
            var sum = 0.0, places = 0.0
            for (frame, pose) in scene.poses.enumerated().dropFirst() {
                let own = try solution.pose(of: "\(frame)")
                guard let covariance = try solution.covariance(of: "\(frame)") else { continue }
                let miss = own.rotation.inverted() * (pose.translation - own.translation)
                sum += squared(miss, covariance.rows)
                places += 1
            }
            means.append(sum / places)
            count += Int(places)
        }
        let mean = means.reduce(0, +) / Double(graphs)
        let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(graphs - 1, 1))
        let deviation = (variance / Double(graphs)).squareRoot()
        return (
            ["graphs": graphs, "places": count, "squares_of_3": mean, "deviation": deviation],
            !((mean - 3).magnitude <= Double.maximum(3 * squaresShare, deviations * deviation))
        )
    }

    /// The squared length of a shift in deviations, by the lower right block of 36 numbers.
    private static func squared(_ shift: SIMD3<Double>, _ rows: [Double]) -> Double {
        let block = SymmetricMatrix(
            xx: rows[21], xy: rows[22], xz: rows[23], yy: rows[28], yz: rows[29], zz: rows[35])
        return block.inverse.map { shift.dot($0 * shift) } ?? .nan
    }

    /// The time that a ring of 1,000 poses takes to be solved.
    static func ring(seed: UInt64, rounds: Int) throws -> [String: Any] {
        var random = SeededGenerator(seed: seed, sample: ringPoses)
        let poses = try (0..<ringPoses).map { place in
            let angle = 2 * Double.pi * Double(place) / Double(ringPoses)
            let turn = try GraphScene.motion(SIMD3(0, angle, 0), .zero)
            return try turn * GraphScene.motion(.zero, SIMD3(radius, 0, 0))
        }
        let edges = try (0..<ringPoses).map { place in
            let next = (place + 1) % ringPoses
            let miss = try GraphScene.twist(
                GraphScene.normals(using: &random) * GraphScene.turnNoise,
                GraphScene.normals(using: &random) * GraphScene.shiftNoise)
            return try GraphScene.edge(place, next, poses[place].inverted() * poses[next] * miss)
        }
        let graph = try PoseGraph(edges)
        var times: [Double] = [], solution = try graph.solve(SolveOptions(root: "0"))[0]
        for _ in 0..<rounds {
            times.append(
                try ThreadClock.time { solution = try graph.solve(SolveOptions(root: "0"))[0] } / 1e6)
        }
        return ["poses": ringPoses, "ms": times.median, "steps": solution.steps, "cost": solution.cost]
    }
}
