import FrameGraph
import QuadGeometry

/// A made-up graph: true poses turned anyhow within ±5 m, a chain with random loops, edges of 0.2° and 5 mm a direction.
struct GraphScene {
    let poses: [RigidTransform]
    var edges: [PoseEdge] = []

    static let turnNoise = 0.2 * Double.pi / 180
    static let shiftNoise = 0.005
    /// Poses and edges of the sizes that are compared.
    static let sizes = [(5, 10), (20, 40), (20, 80), (100, 300), (200, 600)]

    init(_ frames: Int, _ count: Int, seed: UInt64, sample: Int) throws {
        var random = SeededGenerator(seed: seed, sample: sample)
        var poses = [RigidTransform.identity]
        for _ in 1..<frames {
            let shift = SIMD3(
                Double.random(in: -5...5, using: &random), .random(in: -5...5, using: &random),
                .random(in: -5...5, using: &random))
            poses.append(try GraphScene.motion(GraphScene.normals(using: &random), shift))
        }
        self.poses = poses
        var pairs = (0..<frames - 1).map { [$0, $0 + 1] }
        var taken = Set(pairs)
        while pairs.count < count {
            let pair = [Int.random(in: 0..<frames, using: &random), .random(in: 0..<frames, using: &random)]
            if pair[0] < pair[1], taken.insert(pair).inserted { pairs.append(pair) }
        }
        for pair in pairs {
            let turn = GraphScene.normals(using: &random) * GraphScene.turnNoise
            let shift = GraphScene.normals(using: &random) * GraphScene.shiftNoise
            let truth = poses[pair[0]].inverted() * poses[pair[1]]
            edges.append(try GraphScene.edge(pair[0], pair[1], truth * GraphScene.twist(turn, shift)))
        }
    }

    static func edge(_ from: Int, _ to: Int, _ motion: RigidTransform) throws -> PoseEdge {
        PoseEdge(
            from: "\(from)", to: "\(to)", motion: motion,
            covariance: try EdgeCovariance(turn: turnNoise, shift: shiftNoise))
    }

    static func twist(_ turn: SIMD3<Double>, _ shift: SIMD3<Double>) throws -> RigidTransform {
        guard let motion = RigidTransform(twist: Twist(rotation: turn, translation: shift)) else {
            throw BenchError.violated("a twist is not finite")
        }
        return motion
    }

    /// The motion of a rotation vector and a translation.
    static func motion(_ turn: SIMD3<Double>, _ shift: SIMD3<Double>) throws -> RigidTransform {
        guard let rotation = Rotation(rotationVector: turn),
            let motion = RigidTransform(rotation: rotation, translation: shift)
        else { throw BenchError.violated("a motion is not finite") }
        return motion
    }

    static func normals(using random: inout SeededGenerator) -> SIMD3<Double> {
        SIMD3(normal(&random), normal(&random), normal(&random))
    }

    /// A number near the normal distribution: twelve uniform ones have its variance, and tails to six deviations.
    private static func normal(_ random: inout SeededGenerator) -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }

    /// The twelve numbers of a motion, column after column.
    static func columns(_ motion: RigidTransform) -> [Double] {
        let r = motion.rotation
        return [r.x, r.y, r.z, motion.translation].flatMap { [$0.x, $0.y, $0.z] }
    }
}
