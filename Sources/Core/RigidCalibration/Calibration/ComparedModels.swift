internal import QuadGeometry

/// What it takes to tell what other models would give the pairs of a fit, which nothing is judged by.
struct ComparedModels: Sendable {
    let pairs: Correspondences
    let estimates: ModelEstimates
    let options: CalibrationOptions
    /// Of the chosen model: the root mean square residuals, and those of each pair by the motion without its group.
    let rms: (all: Double, leftOut: Double?)
    /// Under the chosen model and under a similarity.
    let errors: (chosen: ErrorModel?, similarity: ErrorModel?)
    /// What the models without a scale leave out of it: a mean square.
    let growth: Double

    /// The models that the pairs allow, the chosen one first.
    var comparison: [ModelComparison] {
        let points = options.interest.isEmpty ? pairs.sources : options.interest
        return estimates.all(pairs, options).map { one in
            if one.model == estimates.chosen.model {
                return ModelComparison(one, rms, errors.chosen, growth, interest: points)
            }
            return ModelComparison(
                one, LeftOut(one, pairs).rootMeanSquares(),
                one.model == .similarity ? errors.similarity : ErrorModel(pairs, one, options), growth,
                interest: points)
        }
    }
}

/// The results of one model on the pairs.
public struct ModelComparison: Hashable, Sendable {
    public let model: MotionModel
    public let rms: Double
    public let leaveOneOutRMS: Double?
    /// In degrees.
    public let turn, tilt: Double
    /// The 95 % error at the pair or point of interest where it is largest, in metres.
    public let worstError: Double?
}

extension ModelComparison {
    fileprivate init(
        _ estimate: MotionEstimate, _ rms: (all: Double, leftOut: Double?), _ errors: ErrorModel?,
        _ growth: Double, interest: [SIMD3<Double>]
    ) {
        model = estimate.model
        (self.rms, leaveOneOutRMS) = (rms.all, rms.leftOut)
        turn = estimate.motion.motion.rotation.angle / QuadLimits.degree
        tilt = estimate.tilt
        guard let variance = estimate.variance else {
            worstError = nil
            return
        }
        var covariance = MotionCovariance(estimate, variance: variance, errors)
        if model != .similarity { covariance.growth = growth }
        worstError = covariance.worstError(atMoved: interest.map { estimate.motion.moved($0) })
    }
}
