import FrameGraph
import QuadGeometry
import TestSupport

/// The graphs whose answers were computed with 40 digits by mpmath, and made-up ones.
enum GoldenGraph {
    static let degree = Double.pi / 180
    static let ab = yaw(40, SIMD3(2, 0, 1)), bc = yaw(-75, SIMD3(0, 0, 5)), cd = yaw(110, SIMD3(1, -0.5, 3))

    static func yaw(_ degrees: Double, _ shift: SIMD3<Double>) -> RigidTransform {
        let turn = Rotation(angle: degrees * degree, axis: SIMD3(0, 1, 0)) ?? .identity
        return RigidTransform(rotation: turn, translation: shift) ?? .identity
    }

    static func twist(_ turn: SIMD3<Double>, _ shift: SIMD3<Double>) -> RigidTransform {
        RigidTransform(twist: Twist(rotation: turn, translation: shift)) ?? .identity
    }

    /// An edge of 0.2° and 5 mm a direction, unless stated.
    static func edge(
        _ from: String, _ to: String, _ motion: RigidTransform, turn: Double = 0.2 * degree,
        label: String = ""
    ) throws -> PoseEdge {
        PoseEdge(
            from: from, to: to, motion: motion, covariance: try EdgeCovariance(turn: turn, shift: 0.005),
            label: label)
    }

    static func chain() throws -> PoseGraph {
        try PoseGraph([edge("a", "b", ab), edge("b", "c", bc), edge("c", "d", cd)])
    }

    /// The loop whose last edge is off by 0.3° about y and 10 mm along x.
    static func loop() throws -> PoseGraph {
        let miss = twist(SIMD3(0, 0.3 * degree, 0), SIMD3(0.01, 0, 0))
        return try PoseGraph([
            edge("a", "b", ab), edge("b", "c", bc), edge("c", "a", (ab * bc).inverted() * miss),
        ])
    }

    /// The square ring whose last side is 40 mm off.
    static func ring(turn: Double) throws -> PoseGraph {
        let sides = [SIMD3(1.0, 0, 0), SIMD3(0, 0, 1), SIMD3(-1, 0, 0), SIMD3(0.04, 0, -1)]
        return try PoseGraph(
            sides.enumerated().map { try edge("\($0)", "\(($0 + 1) % 4)", yaw(0, $1), turn: turn) })
    }

    /// True poses turned anyhow within ±5 m, a chain with random loops, and how edges miss them.
    static func random(
        frames: Int, edges: Int, using generator: inout SeededGenerator,
        noise: (inout SeededGenerator) -> Double = normal
    ) throws -> (poses: [RigidTransform], edges: [PoseEdge]) {
        func vector(_ draw: (inout SeededGenerator) -> Double) -> SIMD3<Double> {
            SIMD3(draw(&generator), draw(&generator), draw(&generator))
        }
        var poses = [RigidTransform.identity]
        for _ in 1..<frames {
            let turn = Rotation(rotationVector: vector(normal)) ?? .identity
            let shift = vector { Double.random(in: -5...5, using: &$0) }
            poses.append(RigidTransform(rotation: turn, translation: shift) ?? .identity)
        }
        var pairs = (0..<frames - 1).map { [$0, $0 + 1] }
        var taken = Set(pairs)
        while pairs.count < edges {
            let pair = [
                Int.random(in: 0..<frames, using: &generator), .random(in: 0..<frames, using: &generator),
            ]
            if pair[0] < pair[1], taken.insert(pair).inserted { pairs.append(pair) }
        }
        let measured = try pairs.map { pair in
            let miss = twist(vector(noise) * (0.2 * degree), vector(noise) * 0.005)
            return try edge("\(pair[0])", "\(pair[1])", poses[pair[0]].inverted() * poses[pair[1]] * miss)
        }
        return (poses, measured)
    }

    static func normal(_ generator: inout SeededGenerator) -> Double { Double.normal(using: &generator) }
}
