public import QuadGeometry
internal import RigidCalibration

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
    package static let narrowSpan = 10 * Double.pi / 180
    /// Fewer poses than this are refused.
    package static let leastPoses = 3

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

/// The reason that no place of a camera on a hand was returned.
public enum HandEyeError: Error, Hashable, Sendable {
    case unpairedPoses(hands: Int, cameras: Int)
    case tooFewPoses(found: Int, needed: Int)
    /// The hand hardly turns: its largest turn between two poses is this, in radians, so that the camera's place is not seen.
    case turnFree(largest: Double)
    /// All turns are about one axis of the hand: the camera's shift along it stays unknown. Turns across it are of this size, in radians.
    case axisFree(axis: SIMD3<Double>, across: Double)
    /// The turns of both sides match when one of them is mirrored.
    case mirrored
    case notSettled(steps: Int, lastStep: Double)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .unpairedPoses: "UNPAIRED_POSES"
        case .tooFewPoses: "TOO_FEW_POSES"
        case .turnFree: "TURN_FREE"
        case .axisFree: "AXIS_FREE"
        case .mirrored: "MIRRORED"
        case .notSettled: "NOT_SETTLED"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .unpairedPoses(let hands, let cameras): "\(hands) poses of the hand and \(cameras) of the camera"
        case .tooFewPoses(let found, let needed): "\(found) poses; \(needed) are needed"
        case .turnFree(let largest):
            "the hand turns by at most \(largest) rad, so the camera's place does not show"
        case .axisFree(let axis, _):
            "all turns are about the axis (\(axis.x), \(axis.y), \(axis.z)) of the hand; the shift along it stays unknown"
        case .mirrored: "the turns match only when one side is mirrored"
        case .notSettled(let steps, let last): "after \(steps) steps the camera still moves by \(last)"
        }
    }

    /// The way out.
    public var remedy: String {
        switch self {
        case .unpairedPoses: "give both poses in every row"
        case .tooFewPoses: "add poses that turn the hand about two axes"
        case .turnFree: "turn the hand by 30 degrees or more between poses"
        case .axisFree: "add poses that turn the hand across that axis"
        case .mirrored:
            "look for a left-handed frame, or a camera pose that is the inverse of what is asked for"
        case .notSettled: "look for poses that are paired wrongly"
        }
    }
}

/// The two unknown motions while they are fitted.
struct HandEyeProblem: Sendable {
    let hands, cameras: [RigidTransform]
    let handNoise, cameraNoise: Matrix6
    var x, z: RigidTransform
    var weights: [Double]
    private(set) var steps = 0
    private var factor = BlockCholesky(count: 2, pairs: [(0, 1)])

    init(
        hands: [RigidTransform], cameras: [RigidTransform], handNoise: Matrix6, cameraNoise: Matrix6,
        _ start: HandEyeStart
    ) {
        (self.hands, self.cameras, self.handNoise, self.cameraNoise) = (
            hands, cameras, handNoise, cameraNoise
        )
        (x, z) = (start.x, start.z)
        weights = [Double](repeating: 1, count: hands.count)
    }

    /// The miss of a pose: Z⁻¹ H X C.
    private func miss(_ pose: Int) -> RigidTransform { z.inverted() * hands[pose] * x * cameras[pose] }

    func residual(_ pose: Int) -> SIMD8<Double> { miss(pose).twist.vector }

    /// The matrix that makes a residual one of unit noise.
    ///
    /// The errors of both sides are the exponential of a twist, of which the residual is the logarithm: it has their covariance.
    private func whitening(_ pose: Int) -> Matrix6 {
        let hand = (x * cameras[pose]).inverted().carried(handNoise)
        return (hand + cameraNoise).whitening ?? .zero
    }

    func square(_ pose: Int) -> Double {
        let whitened = whitening(pose) * residual(pose)
        return (whitened * whitened).sum()
    }

    /// The normal matrix of both motions, factored, and the step that it gives.
    private mutating func step() -> [SIMD8<Double>]? {
        let side = assemble()
        return factor.factor() ? factor.solve(side) : nil
    }

    /// Fills in the normal matrix, and returns its right side.
    private mutating func assemble() -> [SIMD8<Double>] {
        factor.clear()
        var side = [SIMD8<Double>](repeating: .zero, count: 2)
        let (place, isTransposed) = factor.place(0, 1)
        for pose in hands.indices {
            let e = miss(pose), r = e.twist.vector
            let jacobian = inverseRightJacobian(r), weight = weights[pose]
            let white = whitening(pose), whitened = white * r
            let whole = white * jacobian
            let first = whole * cameras[pose].inverted().adjointMatrix
            let second = whole * e.inverted().adjointMatrix * -1
            factor.add(first.transposeTimes(first) * weight, toDiagonalOf: 0)
            factor.add(second.transposeTimes(second) * weight, toDiagonalOf: 1)
            let cross = isTransposed ? second.transposeTimes(first) : first.transposeTimes(second)
            factor.add(cross * weight, at: place)
            side[0] -= first.transposeTimes(whitened) * weight
            side[1] -= second.transposeTimes(whitened) * weight
        }
        return side
    }

    /// The covariance of X if one more pose of the hand were measured, and of it alone.
    func cameraCovariance(with hand: RigidTransform) -> Matrix6? {
        var problem = HandEyeProblem(self, and: hand, (hand * x).inverted() * z)
        _ = problem.assemble()
        return problem.factor.factor() ? BlockInverse(problem.factor).covariance(0, 0) : nil
    }

    /// The same problem with one more pose.
    private init(_ problem: HandEyeProblem, and hand: RigidTransform, _ camera: RigidTransform) {
        (hands, cameras) = (problem.hands + [hand], problem.cameras + [camera])
        (handNoise, cameraNoise) = (problem.handNoise, problem.cameraNoise)
        (x, z, weights) = (problem.x, problem.z, problem.weights + [1])
    }

    /// Steps until they are rounding.
    mutating func settle() throws(HandEyeError) {
        var last = Double.infinity
        for _ in 0..<HandEyeProblem.mostSteps {
            guard let step = step() else { throw .notSettled(steps: steps, lastStep: last) }
            x = x.perturbed(by: step[0])
            z = z.perturbed(by: step[1])
            steps += 1
            let size = step.reduce(0.0) { Double.maximum($0, ($1 * $1).max().squareRoot()) }
            guard size.isFinite else { throw .notSettled(steps: steps, lastStep: size) }
            // A step that no longer shrinks is rounding where it is small.
            if size < HandEyeProblem.leastStep || (size < HandEyeProblem.roundingStep && size > last / 2) {
                return
            }
            last = size
        }
        throw .notSettled(steps: steps, lastStep: last)
    }

    private static let mostSteps = 100
    /// In metres and radians.
    private static let leastStep = 1e-12
    private static let roundingStep = 1e-9

    /// Weights by Geman and McClure at scales that fall from 10 deviations to 3, as in a graph.
    mutating func anneal() throws(HandEyeError) {
        var scale = 10.0
        while true {
            for pose in hands.indices {
                let share = scale * scale / (scale * scale + square(pose) / 6)
                weights[pose] = share * share
            }
            try settle()
            guard scale > 3 else { return }
            scale = Double.maximum(scale * 0.7, 3)
        }
    }

    /// The covariance of both motions at the present estimate, block by block.
    mutating func covariance() -> (x: Matrix6, cross: Matrix6, z: Matrix6) {
        _ = step()
        let inverse = BlockInverse(factor)
        return (inverse.covariance(0, 0), inverse.covariance(0, 1), inverse.covariance(1, 1))
    }
}

/// Park and Martin's closed form (1994) over all pairs of poses: turns first, then shifts.
struct HandEyeStart {
    let x, z: RigidTransform
    /// The largest turn between two poses of the hand, in radians.
    let span: Double

    init(_ hands: [RigidTransform], _ cameras: [RigidTransform], noise: Double) throws(HandEyeError) {
        var turns: [(hand: SIMD3<Double>, camera: SIMD3<Double>)] = []
        var motions: [(hand: RigidTransform, camera: RigidTransform)] = []
        for i in hands.indices {
            for j in hands.indices where j > i && j - i <= HandEyeStart.mostApart {
                // H_i X C_i = H_j X C_j, so (H_j⁻¹ H_i) X = X (C_j C_i⁻¹).
                let hand = hands[j].inverted() * hands[i], camera = cameras[j] * cameras[i].inverted()
                motions.append((hand, camera))
                let pair = (hand.rotation.rotationVector, camera.rotation.rotationVector)
                // Near the half turn the vector may point either way.
                if pair.0.length < HandEyeStart.largestTurn, pair.1.length < HandEyeStart.largestTurn {
                    turns.append(pair)
                }
            }
        }
        span = motions.reduce(0) { Double.maximum($0, $1.hand.rotation.angle) }
        guard span > Double.maximum(noise, HandEyeStart.leastTurn) else { throw .turnFree(largest: span) }
        try HandEyeStart.requireAxes(turns.map { $0.hand }, noise: noise)
        // Both signs of each turn, so that the means are zero and the fit finds a rotation alone.
        let sources = turns.map { $0.camera } + turns.map { -$0.camera }
        let targets = turns.map { $0.hand } + turns.map { -$0.hand }
        let fitted = HandEyeStart.fit(sources, targets)
        guard let fitted else { throw .turnFree(largest: span) }
        let rotation = fitted.targetFromSource.rotation
        if let mirrored = fitted.mirroredRMS, mirrored < fitted.rms / 10, fitted.rms > noise {
            throw .mirrored
        }
        // (R_A - 1) t = R b - a, by least squares.
        var normal = Matrix6.identity, side = SIMD8<Double>.zero
        for i in 0..<3 { normal[i, i] = 0 }
        for motion in motions {
            let r = motion.hand.rotation
            let columns = [r.x - SIMD3(1, 0, 0), r.y - SIMD3(0, 1, 0), r.z - SIMD3(0, 0, 1)]
            let right = rotation * motion.camera.translation - motion.hand.translation
            for i in 0..<3 {
                side[i] += columns[i].dot(right)
                for j in 0..<3 { normal[i, j] += columns[i].dot(columns[j]) }
            }
        }
        let solved = normal.inverse.map { $0 * side } ?? .zero
        let shift = SIMD3(solved[0], solved[1], solved[2])
        x = RigidTransform(rotation: rotation, translation: shift) ?? .identity
        z = hands[0] * x * cameras[0]
    }

    private static func fit(_ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>]) -> RigidFit? {
        do throws(RigidFitError) {
            return try RigidFit(Correspondences(sources: sources, targets: targets))
        } catch { return nil }
    }

    /// Refuses turns that are all about one axis to within noise.
    private static func requireAxes(_ turns: [SIMD3<Double>], noise: Double) throws(HandEyeError) {
        let longest = turns.max { $0.dot($0) < $1.dot($1) }?.unit
        guard var axis = longest else { throw .turnFree(largest: 0) }
        // The direction of the greatest scatter, by the power method from the longest turn.
        for _ in 0..<100 {
            let next = turns.reduce(SIMD3<Double>.zero) { $0 + $1 * $1.dot(axis) }
            axis = next.unit ?? axis
        }
        let across = turns.reduce(0.0) { Double.maximum($0, ($1 - axis * $1.dot(axis)).length) }
        guard across > Double.maximum(noise, leastTurn) else { throw .axisFree(axis: axis, across: across) }
    }

    /// Of many poses only those this near each other in order are paired.
    private static let mostApart = 40
    /// In radians: far enough from the half turn that noise does not turn the vector around.
    private static let largestTurn = 3.0
    /// In radians: a thousandth of a degree.
    private static let leastTurn = 2e-5
}
