internal import QuadGeometry

/// Fits a model to pairs, with numbers for weights or with the noise of each point.
extension MotionEstimate {
    /// `noise` is the deviation of one coordinate of a residual in metres; it is estimated when it is not known. The sums of the
    /// pairs and their rigid estimate are worked out where they are not given.
    init(
        _ pairs: Correspondences, model: MotionModel, noise: Double?, sums: PairSums? = nil,
        rigid: MotionEstimate? = nil
    ) throws(RigidFitError) {
        if pairs.sourceCovariances != nil || pairs.targetCovariances != nil {
            self = try MotionEstimate.byCovariances(pairs, model)
        } else if case .gravity(let tilt) = model {
            self = try MotionEstimate.byGravity(
                pairs, model, tilt: tilt, noise: noise, sums ?? PairSums(pairs, weights: pairs.weights), rigid
            )
        } else {
            let motion = try ScaledMotion(pairs, weights: pairs.weights, model: model, sums: sums)
            try self.init(
                pairs, motion: motion, model: model, weights: .numbers(pairs.weights), tiltWeight: 0,
                noise: noise)
        }
    }

    /// The weight of one radian² of tilt, when a coordinate of weight one has this variance.
    private static func tiltWeight(_ tilt: Double, _ variance: Double) -> Double {
        variance / MotionModel.squareRadians(tilt)
    }

    /// The weight of gravity depends on the noise, which depends on the motion: both are found in turn.
    private static func byGravity(
        _ pairs: Correspondences, _ model: MotionModel, tilt: Double, noise: Double?, _ sums: PairSums,
        _ rigid: MotionEstimate?
    ) throws(RigidFitError) -> MotionEstimate {
        func fitted(_ weight: Double) throws(RigidFitError) -> MotionEstimate {
            let motion = try ScaledMotion(
                pairs, weights: pairs.weights, model: model, tiltWeight: weight, sums: sums)
            return try MotionEstimate(
                pairs, motion: motion, model: model, weights: .numbers(pairs.weights), tiltWeight: weight,
                noise: noise)
        }
        var free = rigid
        if free == nil { free = try? MotionEstimate(pairs, model: .rigid, noise: noise, sums: sums) }
        // Pairs on a line leave a turn to gravity alone, which then must count at all.
        let least = try free == nil ? leastTiltWeight * spread(pairs) : 0
        if let noise { return try fitted(max(tiltWeight(tilt, noise * noise), least)) }
        // Without gravity the noise is never overestimated because of a true tilt.
        var variance: Double
        if let known = free?.variance {
            variance = known
        } else {
            variance = try MotionEstimate(pairs, model: .yaw, noise: nil, sums: sums).variance ?? 0
        }
        for _ in 0..<mostRounds {
            let estimate = try fitted(max(tiltWeight(tilt, variance), least))
            guard let next = estimate.variance else { return estimate }
            if (next - variance).magnitude <= settled * next { return estimate }
            variance = next
        }
        return try fitted(max(tiltWeight(tilt, variance), least))
    }

    /// The weighted squares of the targets about the first.
    private static func spread(_ pairs: Correspondences) throws(RigidFitError) -> Double {
        guard let first = pairs.targets.first else { throw .tooFewPairs(found: 0, needed: 2) }
        var sum = 0.0
        for pair in 0..<pairs.count {
            let arm = pairs.targets[pair] - first
            sum += arm.dot(arm) * (pairs.weights?[pair] ?? 1)
        }
        return sum
    }

    /// The least sum of the squared residuals in units of their noise, which turns and grows with the motion: by
    /// Gauss-Newton steps, with new weights at each.
    private static func byCovariances(
        _ pairs: Correspondences, _ model: MotionModel
    ) throws(RigidFitError) -> MotionEstimate {
        var tiltWeight = 0.0
        if case .gravity(let tilt) = model { tiltWeight = self.tiltWeight(tilt, 1) }
        var motion = try start(pairs, model, tiltWeight)
        var smallest = Double.infinity
        for _ in 0..<mostSteps {
            let weights = try PairWeights(
                pairs, turnedBy: motion.motion.rotation, scale: motion.scale)
            let estimate = try MotionEstimate(
                pairs, motion: motion, model: model, weights: weights, tiltWeight: tiltWeight, noise: nil)
            let step = estimate.step(pairs, tiltWeight)
            // The step's size in deviations, squared: rounding, or far below what can be known and no longer shrinking.
            let size = zip(step, estimate.information * step).reduce(0) { $0 + $1.0 * $1.1 }.magnitude
            let rounding = estimate.rounding(pairs)
            if size <= rounding || size < negligible && size >= smallest {
                return estimate.settled(within: max(size, rounding).squareRoot())
            }
            smallest = min(size, smallest)
            guard
                let next = motion.changed(
                    by: step, about: estimate.changes.anchor, estimate.changes.free)
            else { break }
            motion = next
        }
        throw .solverFailed(status: RigidFit.notSettled)
    }

    /// The step that rounding of the residuals may make, in squared deviations.
    private func rounding(_ pairs: Correspondences) -> Double {
        var sum = 0.0
        for pair in 0..<pairs.count {
            let arm = pairs.targets[pair] - motion.motion.targetCenter
            sum += weights[pair].trace * arm.dot(arm)
        }
        return sum * Double.ulpOfOne * Double.ulpOfOne
    }

    /// The Gauss-Newton step towards the least sum of rᵀW r, in which the weights change with the motion.
    private func step(_ pairs: Correspondences, _ tiltWeight: Double) -> [Double] {
        var slope = [Double](repeating: 0, count: changes.free.count)
        for pair in 0..<pairs.count where weights.counts(pair) {
            let pull = weights[pair] * motion.residual(pairs, pair)
            // Noise of the source turns and grows with it. With S = s² R Cp Rᵀ, the weight w C⁻¹ and the pull u = W r, a
            // turn about e changes rᵀW r / 2 by -(e × y)·u - e·((S u) × u) / w, and growth by -y·u - u·(S u) / w: the
            // pull is that of y + S u / w, the most likely place of the moved source (Deming 1943). Without this
            // the steps end where growth is too small, as a slope is whose noise along the abscissa is ignored.
            var place = motion.moved(pairs.sources[pair])
            if let noise = pairs.sourceCovariances?[pair] {
                let turned = noise.turned(by: motion.motion.rotation) * (motion.scale * motion.scale)
                place += turned * pull / (pairs.weights?[pair] ?? 1)
            }
            for (i, column) in changes.columns(at: place).enumerated() { slope[i] += column.dot(pull) }
        }
        if case .gravity = model {
            let image = motion.motion.rotation * up
            for (i, column) in changes.columns(ofVertical: image).enumerated() {
                slope[i] += column.dot(up - image) * tiltWeight
            }
        }
        return inverse * slope
    }

    /// A motion to start from: each pair counts by the mean of its variances.
    private static func start(
        _ pairs: Correspondences, _ model: MotionModel, _ tiltWeight: Double
    ) throws(RigidFitError) -> ScaledMotion {
        var weights: [Double] = []
        for pair in 0..<pairs.count {
            let noise =
                (pairs.sourceCovariances?[pair].trace ?? 0) + (pairs.targetCovariances?[pair].trace ?? 0)
            guard noise > 0 else { throw .noNoise(pair: pair) }
            weights.append(3 / noise * (pairs.weights?[pair] ?? 1))
        }
        return try ScaledMotion(pairs, weights: weights, model: model, tiltWeight: tiltWeight)
    }

    /// Rounds of noise and motion: each changes the noise by a fraction of what the last did.
    private static let mostRounds = 50
    /// The relative change of the variance at which they end.
    private static let settled = 1e-12
    private static let mostSteps = 1000
    /// In squared deviations: a ten-millionth of what is known.
    private static let negligible = 1e-14
    /// Gravity's least share of the information on turns, where nothing else fixes one of them.
    private static let leastTiltWeight = 0x1p-40
}
