import QuadGeometry
import RigidCalibration

/// A scene of pairs of which some are wrong, with the motion and the pairs that are right.
struct RobustScene {
    var sources: [SIMD3<Double>] = []
    var targets: [SIMD3<Double>] = []
    var isRight: [Bool] = []
    var groups: [Int]?
    /// The motion of the right pairs.
    let motion: RigidTransform
    /// In metres.
    var bound = 0.03

    /// The side of the room in metres, and the noise of each coordinate.
    static let room = 10.0
    static let noise = 0.005

    var pairs: Correspondences {
        get throws { try Correspondences(sources: sources, targets: targets, groups: groups) }
    }

    /// Least squares on the pairs that are right.
    var oracle: RigidFit {
        get throws { try RigidFit(pairs.selected(isRight.indices.filter { isRight[$0] })) }
    }

    /// So many pairs in a room, of which `right` follow one motion, `second` another and the rest none.
    static func pairs(_ count: Int, right: Int, second: Int = 0, _ random: inout SeededGenerator) -> Self {
        let motions = [motion(&random), motion(&random)]
        var scene = RobustScene(motion: motions[0])
        for pair in 0..<count {
            let p = place(&random)
            scene.sources.append(p)
            scene.isRight.append(pair < right)
            scene.targets.append(
                pair < right + second
                    ? noisy(motions[pair < right ? 0 : 1] * p, &random) : motions[0] * place(&random))
        }
        let order = scene.sources.indices.shuffled(using: &random)
        scene.sources = order.map { scene.sources[$0] }
        scene.targets = order.map { scene.targets[$0] }
        scene.isRight = order.map { scene.isRight[$0] }
        return scene
    }

    /// Markers of 20 cm, of which some were moved since, each on its own.
    static func markers(_ count: Int, moved: Int, _ random: inout SeededGenerator) -> Self {
        let motion = motion(&random)
        var scene = RobustScene(motion: motion)
        for marker in 0..<count {
            let isMoved = marker < moved
            let turn = rotation(&random), center = place(&random)
            let own = isMoved ? RobustScene.motion(&random) : nil
            for (x, y) in [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)] {
                let p = center + turn * SIMD3(x, y, 0)
                scene.sources.append(p)
                scene.targets.append(noisy(motion * (own.map { $0 * p } ?? p), &random))
                scene.isRight.append(!isMoved)
            }
        }
        scene.groups = scene.sources.indices.map { $0 / 4 }
        return scene
    }

    /// The root mean square distance between a fit and the motion meant, over the corners of the room.
    func error(_ fit: RigidFit) -> Double {
        let corners = (0..<8).map { corner in
            SIMD3<Double>(Double(corner & 1), Double(corner >> 1 & 1), Double(corner >> 2)) - 0.5
        }
        let squares = corners.map { corner in
            let p = corner * RobustScene.room
            let miss = fit.targetFromSource * p - motion * p
            return miss.dot(miss)
        }
        return (squares.reduce(0, +) / 8).squareRoot()
    }

    static func place(_ random: inout SeededGenerator) -> SIMD3<Double> {
        .random(in: -room / 2...room / 2, using: &random)
    }

    static func noisy(_ point: SIMD3<Double>, _ random: inout SeededGenerator) -> SIMD3<Double> {
        point + SIMD3(normal(&random), normal(&random), normal(&random)) * noise
    }

    /// Nearly normal: twelve uniform numbers, less their mean.
    private static func normal(_ random: inout SeededGenerator) -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }

    static func rotation(_ random: inout SeededGenerator) -> Rotation {
        while true {
            let q = SIMD4<Double>.random(in: -1...1, using: &random)
            let length = (q * q).sum()
            if length > 0.01, length <= 1, let turn = try? Rotation(quaternionXYZW: q / length.squareRoot()) {
                return turn
            }
        }
    }

    static func motion(_ random: inout SeededGenerator) -> RigidTransform {
        RigidTransform(rotation: rotation(&random), translation: place(&random)) ?? .identity
    }
}
