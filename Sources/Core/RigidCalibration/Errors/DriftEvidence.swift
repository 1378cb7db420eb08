internal import QuadGeometry

/// The evidence of a ``Calibration`` for a drift, without all other evidence, which takes many times as long.
package struct DriftEvidence {
    /// The trend of residuals with their position; `nil` for few pairs.
    package let trend: ResidualTrend?
    /// The squares of residuals beside what noise with a drift would leave of them; `nil` for few pairs.
    package let ratio: DriftRatio?
    private let estimate: MotionEstimate
    private let variance: Double
    private let errors: ErrorModel?

    /// The evidence of pairs, all of which are believed; `nil` where they leave nothing to learn their noise from.
    package init?(
        _ pairs: Correspondences, _ options: CalibrationOptions = CalibrationOptions()
    ) throws(RigidFitError) {
        let sums = PairSums(pairs, weights: pairs.weights)
        let estimate = try ModelEstimates.chosen(pairs, options, sums)
        guard let variance = estimate.variance else { return nil }
        let errors = ErrorModel(pairs, estimate, options)
        (self.estimate, self.variance, self.errors) = (estimate, variance, errors)
        var grown = estimate
        // Scales that differ bend nothing.
        do throws(RigidFitError) {
            grown = try MotionEstimate(pairs, model: .similarity, noise: options.noise, sums: sums)
        } catch {}
        trend = ResidualTrend(pairs, grown, errors)
        ratio = DriftRatio(pairs, grown, errors)
    }

    /// The covariance of the motion, for the drift in it: what errors of scale add is not there.
    package var covariance: MotionCovariance { MotionCovariance(estimate, variance: variance, errors) }
}
