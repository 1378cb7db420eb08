public import QuadGeometry

/// The place of a camera on a hand, and of its target in the base, from poses of both.
///
/// The base sees the hand at H, the hand the camera at X, the camera the target at C: H X C is the target in the base for every pose.
/// Both unknown motions are those of greatest likelihood, with the noise of each side.
public struct HandEyeFit: Sendable {
    /// The pose of the camera in the hand (X), and of the target in the base (Z).
    public let handFromCamera, baseFromTarget: RigidTransform
    /// The covariance of X and that of Z, each for itself.
    public let cameraCovariance, targetCovariance: EdgeCovariance
    /// The 144 numbers of the covariance of both, row after row: X, then Z, each turn first.
    public let covariance: [Double]
    /// The twist that each pose misses the target by.
    public let residuals: [Twist]
    /// The squared length of each residual in deviations.
    public let squares: [Double]
    /// The weight of each pose: 1 unless the fit is robust.
    public let weights: [Double]
    /// The largest turn of the hand between two poses, in radians.
    public let span: Double
    /// The steps taken.
    public let steps: Int
    let problem: HandEyeProblem

    /// The sum of the weighted squares, and what is expected of it.
    public var cost: Double { zip(weights, squares).reduce(0) { $0 + $1.0 * $1.1 } }
    /// The number of residuals less that of unknowns: the cost to expect.
    public var freedom: Int { 6 * squares.count - 12 }

    /// The probability that noise alone leaves a greater cost.
    public var probability: Double { chiSquareExceedance(cost, freedom: freedom) }

    /// Whether the hand turns so little that small errors of turns make large ones of shifts.
    public var isNarrow: Bool { span < HandEyeFit.narrowSpan }

    /// Ten degrees, in radians.
    public static let narrowSpan = 10 * Double.pi / 180
    /// Fewer poses than this are refused.
    public static let leastPoses = 3

    /// The fit to poses, pair by pair.
    ///
    /// - Parameters:
    ///   - hands: The poses of the hand in the base.
    ///   - cameras: The poses of the target in the camera.
    ///   - handNoise: The error of each pose of the hand; `nil` where it is exact beside the camera's.
    ///   - cameraNoise: The error of each pose of the target.
    ///   - isRobust: Whether poses that miss by many deviations count less.
    public init(
        hands: [RigidTransform], cameras: [RigidTransform], handNoise: EdgeCovariance? = nil,
        cameraNoise: EdgeCovariance, isRobust: Bool = false
    ) throws(HandEyeError) {
        guard hands.count == cameras.count else {
            throw .unpairedPoses(hands: hands.count, cameras: cameras.count)
        }
        guard hands.count >= HandEyeFit.leastPoses else {
            throw .tooFewPoses(found: hands.count, needed: HandEyeFit.leastPoses)
        }
        let noise = ((handNoise?.turnDeviation ?? 0) + cameraNoise.turnDeviation) * 2
        let start = try HandEyeStart(hands, cameras, noise: noise)
        var problem = HandEyeProblem(
            hands: hands, cameras: cameras, handNoise: handNoise?.matrix ?? .zero,
            cameraNoise: cameraNoise.matrix,
            start)
        if isRobust { try problem.anneal() } else { try problem.settle() }
        (handFromCamera, baseFromTarget) = (problem.x, problem.z)
        let blocks = problem.covariance()
        cameraCovariance = EdgeCovariance(unchecked: blocks.x)
        targetCovariance = EdgeCovariance(unchecked: blocks.z)
        covariance = (0..<12).flatMap { row in
            (0..<12).map { column in
                switch (row < 6, column < 6) {
                case (true, true): blocks.x[row, column]
                case (true, false): blocks.cross[row, column - 6]
                case (false, true): blocks.cross[column, row - 6]
                case (false, false): blocks.z[row - 6, column - 6]
                }
            }
        }
        residuals = hands.indices.map { Twist(problem.residual($0)) }
        squares = hands.indices.map { problem.square($0) }
        (weights, span, steps) = (problem.weights, start.span, problem.steps)
        self.problem = problem
    }
}

/// The further pose of a hand that would make the place of the camera known best.
public struct HandEyeAdvice: Sendable {
    /// The known pose to turn the hand from, by its place in the list.
    public let pose: Int
    /// The axis to turn it about, in the hand's own frame, and the angle in radians.
    public let axis: SIMD3<Double>
    public let angle: Double
    /// The covariance of the camera's place then.
    public let cameraCovariance: EdgeCovariance
}

extension HandEyeFit {
    /// The pose, among turns of known poses by thirty degrees about 13 axes either way, after which the shift of X is known best.
    ///
    /// Of many poses a part is looked at. `nil` where none helps.
    public var advice: HandEyeAdvice? {
        let poses = problem.hands.indices
        let step = max(poses.count / HandEyeFit.mostBases, 1)
        var best: HandEyeAdvice?, least = cameraCovariance.shiftDeviation
        for pose in stride(from: 0, to: poses.count, by: step) {
            for axis in HandEyeFit.axes {
                guard let turn = Rotation(angle: HandEyeFit.advisedAngle, axis: axis),
                    let motion = RigidTransform(rotation: turn, translation: .zero),
                    let matrix = problem.cameraCovariance(with: problem.hands[pose] * motion)
                else { continue }
                let covariance = EdgeCovariance(unchecked: matrix.symmetric)
                // Rounding decides nothing.
                guard covariance.shiftDeviation < least * (1 - HandEyeFit.leastGain) else { continue }
                least = covariance.shiftDeviation
                best = HandEyeAdvice(
                    pose: pose, axis: axis, angle: HandEyeFit.advisedAngle, cameraCovariance: covariance)
            }
        }
        return best
    }

    private static let mostBases = 20
    private static let leastGain = 1e-9
    private static let advisedAngle = 30 * Double.pi / 180

    /// Edges, diagonals of faces and diagonals of a cube, either way.
    private static let axes: [SIMD3<Double>] = {
        var axes: [SIMD3<Double>] = []
        for x in -1...1 {
            for y in -1...1 {
                for z in -1...1 {
                    if let axis = SIMD3(Double(x), Double(y), Double(z)).unit { axes.append(axis) }
                }
            }
        }
        return axes
    }()
}
