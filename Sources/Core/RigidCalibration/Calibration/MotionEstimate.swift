internal import QuadGeometry

/// A motion of some model together with how well the pairs know it.
struct MotionEstimate: Sendable {
    let model: MotionModel
    let motion: ScaledMotion
    let weights: PairWeights
    /// The small changes that are free, about the mean of the moved sources.
    let changes: SmallChanges
    /// The information of pairs and gravity on the free changes, in units of one weight; and its inverse.
    let information, inverse: NormalMatrix
    /// The information of the pairs alone.
    let known: NormalMatrix
    /// The weighted squares of the residuals.
    let squares: Double
    /// The degrees of freedom: coordinates less what the motion used up; the gravity prior uses none.
    let freedom: Double
    /// The variance that belongs to a weight of one, or `nil` where neither it nor an estimate is known.
    let variance: Double?
    /// The degrees of freedom of the variance: infinite when it was given.
    let varianceFreedom: Double
    /// The remainder that the steps left, in deviations of the motion.
    private(set) var remainder = 0.0

    /// The same estimate with the remainder that steps left.
    func settled(within remainder: Double) -> MotionEstimate {
        var settled = self
        settled.remainder = remainder
        return settled
    }

    /// Whether residuals can tell anything.
    var hasRedundancy: Bool { freedom > MotionEstimate.leastFreedom }

    /// Degrees of freedom are whole but for gravity's share; less than half a one is none.
    private static let leastFreedom = 0.5

    /// The tilt that the motion gives the vertical, 0 to 180 degrees.
    var tilt: Double { (motion.motion.rotation * up).angle(to: up).map { $0 / QuadLimits.degree } ?? 0 }

    /// The estimate of pairs under the motion that fits them best; `noise` is the deviation of a coordinate in metres,
    /// if known. Where it is an estimate of these pairs nevertheless, `isEstimate` says so.
    init(
        _ pairs: Correspondences, motion: ScaledMotion, model: MotionModel, weights: PairWeights,
        tiltWeight: Double, noise: Double?, isEstimate: Bool = false
    ) throws(RigidFitError) {
        self.model = model
        self.motion = motion
        self.weights = weights
        changes = SmallChanges(
            free: model.freeChanges, anchor: MotionEstimate.anchor(pairs, motion, weights))
        var squares = CompensatedSum()
        var count = 0
        for pair in 0..<pairs.count where weights.counts(pair) {
            let residual = motion.residual(pairs, pair)
            squares.add(residual.dot(weights[pair] * residual))
            count += 1
        }
        self.squares = squares.value
        known = NormalMatrix(pairs, motion, weights, changes)
        var information = known
        if case .gravity = model {
            information.add(
                changes.columns(ofVertical: motion.motion.rotation * up),
                SymmetricMatrix(diagonal: tiltWeight))
        }
        guard let inverse = information.inverse else { throw .motionNotFixed(model: model) }
        self.information = information
        self.inverse = inverse
        freedom = max(Double(3 * count) - inverse.traceOfProduct(known), 0)
        if case .matrices = weights {
            (variance, varianceFreedom) = (1, .infinity)
        } else if let noise {
            (variance, varianceFreedom) = (noise * noise, isEstimate ? freedom : .infinity)
        } else {
            // Where the residuals vanish, a turn that gravity alone fixes is still known no better than gravity.
            var least = 0.0
            if case .gravity(let tilt) = model { least = tiltWeight * MotionModel.squareRadians(tilt) }
            (variance, varianceFreedom) = (
                freedom > MotionEstimate.leastFreedom ? max(self.squares / freedom, least) : nil, freedom
            )
        }
    }

    /// The place the pairs know best: the mean of the moved sources, by weight.
    private static func anchor(
        _ pairs: Correspondences, _ motion: ScaledMotion, _ weights: PairWeights
    ) -> SIMD3<Double> {
        let center = motion.motion.targetCenter
        var total = 0.0, sum = SIMD3<Double>.zero
        for pair in 0..<pairs.count {
            let weight = weights[pair].trace
            sum += (motion.moved(pairs.sources[pair]) - center) * weight
            total += weight
        }
        return center + sum / total
    }
}
