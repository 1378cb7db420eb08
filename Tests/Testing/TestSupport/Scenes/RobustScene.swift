public import QuadGeometry
public import RigidCalibration

/// Pairs of which some are wrong, with the motion of the correct ones.
public struct RobustScene {
    public var sources: [SIMD3<Double>] = []
    public var targets: [SIMD3<Double>] = []
    public var isRight: [Bool] = []
    public var groups: [Int]?
    public let motion: RigidTransform

    /// The side of the room and the noise of each coordinate, in metres.
    public static let room = 10.0
    public static let noise = 0.005
    /// Six deviations of the noise.
    public static let bound = 0.03

    /// This many pairs in a room, of which `right` follow one motion, `second` another and the rest none.
    public static func pairs(
        _ count: Int, right: Int, second: Int = 0, using random: inout SeededGenerator
    ) -> RobustScene {
        let motions = [anyMotion(&random), anyMotion(&random)]
        var scene = RobustScene(motion: motions[0])
        for pair in (0..<count).shuffled(using: &random) {
            let p = place(&random)
            scene.sources.append(p)
            scene.isRight.append(pair < right)
            scene.targets.append(
                pair < right + second
                    ? motions[pair < right ? 0 : 1] * p + anyNoise(&random) : motions[0] * place(&random))
        }
        return scene
    }

    /// Markers of 20 cm, the first of which were moved since, each on its own.
    public static func markers(_ count: Int, moved: Int, using random: inout SeededGenerator) -> RobustScene {
        var scene = RobustScene(motion: anyMotion(&random))
        for marker in 0..<count {
            let stand = anyMotion(&random), away = anyMotion(&random)
            for corner in Quad.rectangle(0.2, 0.2).corners {
                let p = stand * corner
                scene.sources.append(p)
                scene.targets.append(scene.motion * (marker < moved ? away * p : p) + anyNoise(&random))
                scene.isRight.append(marker >= moved)
            }
        }
        scene.groups = scene.sources.indices.map { $0 / 4 }
        return scene
    }

    /// The pairs, all lengths times a factor.
    public func pairs(scale: Double = 1) throws -> Correspondences {
        try Correspondences(
            sources: sources.map { $0 * scale }, targets: targets.map { $0 * scale }, groups: groups)
    }

    /// Least squares on the correct pairs.
    public var oracle: RigidFit {
        get throws { try RigidFit(pairs().selected(isRight.indices.filter { isRight[$0] })) }
    }

    /// The root mean square distance of a fit from the motion, over the correct pairs.
    public func error(_ fit: RigidFit) -> Double {
        var sum = 0.0, count = 0.0
        for (p, isRight) in zip(sources, isRight) where isRight {
            let miss = fit.targetFromSource * p - motion * p
            sum += miss.dot(miss)
            count += 1
        }
        return (sum / count).squareRoot()
    }

    public static func place(_ random: inout SeededGenerator) -> SIMD3<Double> {
        .random(in: -room / 2...room / 2, using: &random)
    }

    private static func anyMotion(_ random: inout SeededGenerator) -> RigidTransform {
        let turn = Rotation(
            angle: .random(in: 0...Double.pi, using: &random), axis: .randomDirection(using: &random))
        return RigidTransform(rotation: turn ?? .identity, translation: place(&random)) ?? .identity
    }

    /// Nearly normal in each coordinate: twelve uniform numbers, less their mean.
    private static func anyNoise(_ random: inout SeededGenerator) -> SIMD3<Double> {
        var sum = SIMD3<Double>(repeating: -6)
        for _ in 0..<12 { sum += SIMD3<Double>.random(in: 0..<1, using: &random) }
        return sum * noise
    }
}
