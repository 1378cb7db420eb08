internal import QuadGeometry
public import RigidCalibration

/// A cloud of points on a bumpy closed surface and its grown, turned and shifted copy, in which some points are wrong: what
/// published sets of registration with a scale look like.
public struct CloudScene {
    public private(set) var sources: [SIMD3<Double>] = []
    public var targets: [SIMD3<Double>] = []
    public var isRight: [Bool] = []
    public let growth: Double
    private let turn: Rotation
    private let shift: SIMD3<Double>

    /// The noise of each coordinate of a target beside the size of the copy.
    public static let noise = 0.01
    /// A cloud of size one has wrong targets anywhere in a cube so many times as wide as its copy.
    public static let reach = 3.0

    /// Six deviations of the noise, in metres of the targets.
    public var bound: Double { 6 * CloudScene.noise * growth }

    public init(_ count: Int, wrong: Int, growth: Double, using random: inout SeededGenerator) {
        self.growth = growth
        turn =
            Rotation(
                angle: .random(in: 0...Double.pi, using: &random), axis: .randomDirection(using: &random))
            ?? .identity
        shift = SIMD3<Double>.random(in: -1...1, using: &random)
        for pair in (0..<count).shuffled(using: &random) {
            let direction = SIMD3<Double>.randomDirection(using: &random)
            // Two bumps on a ball: no turn brings it back onto itself.
            let bumps = 0.3 * max(direction.x, 0) + 0.2 * max(direction.y + direction.z - 1, 0)
            let point = direction * (0.4 + bumps)
            var target = turn * point
            for axis in 0..<3 { target[axis] += CloudScene.anyNoise(&random) }
            if pair < wrong {
                target = .random(in: -CloudScene.reach / 2...CloudScene.reach / 2, using: &random)
            }
            sources.append(point)
            targets.append((target + shift) * growth)
            isRight.append(pair >= wrong)
        }
    }

    /// The root mean square distance of a fit from the true motion, over some of the pairs.
    public func error(_ fit: Calibration, _ pairs: [Int]) -> Double {
        let sum = pairs.reduce(0) { sum, pair in
            let miss = fit.moved(sources[pair]) - (turn * sources[pair] + shift) * growth
            return sum + miss.dot(miss)
        }
        return (sum / Double(pairs.count)).squareRoot()
    }

    public func pairs() throws -> Correspondences { try Correspondences(sources: sources, targets: targets) }

    /// Nearly normal: twelve uniform numbers, less their mean.
    private static func anyNoise(_ random: inout SeededGenerator) -> Double {
        noise * (0..<12).reduce(-6) { sum, _ in sum + .random(in: 0..<1, using: &random) }
    }
}
