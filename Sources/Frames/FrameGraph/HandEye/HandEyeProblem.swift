internal import QuadGeometry

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

    /// The squared length of a residual in deviations.
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
