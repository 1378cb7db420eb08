internal import QuadGeometry

/// The evidence of a ``Calibration`` for a drift, without all other evidence, which takes many times as long.
package struct DriftEvidence {
    /// The trend of residuals with their position; `nil` for few pairs.
    package let trend: ResidualTrend?
    /// The squares of residuals along smooth patterns and beside them; `nil` for few pairs.
    package let smoothness: Smoothness?
    private let estimate: MotionEstimate
    private let variance: Double
    private let errors: ErrorModel?

    /// The evidence of pairs, all of which are believed; `nil` where they leave nothing to learn their noise from.
    package init?(_ pairs: Correspondences) throws(RigidFitError) {
        let options = CalibrationOptions(), sums = PairSums(pairs, weights: pairs.weights)
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
        smoothness = Smoothness(pairs, grown, errors)
    }

    /// The covariance of the motion, for the drift in it: what errors of scale add is not there.
    package var covariance: MotionCovariance { MotionCovariance(estimate, variance: variance, errors) }

    /// The squares of residuals along the smoothest patterns that places can have, and along all others: noise has the same share in
    /// each pattern, and a drift more in the smooth ones.
    ///
    /// There are twice as many patterns as make a bend: those of several scans together show also what each shows weakly.
    package struct Smoothness {
        package let smooth, rough: Double
        /// The numbers of coordinates that they are the sums of.
        package let smoothCount, roughCount: Double

        private static let mostPatterns = 12

        init?(_ pairs: Correspondences, _ estimate: MotionEstimate, _ errors: ErrorModel?) {
            var means = MarkerMeans(pairs, estimate)
            means.spread(marker: errors?.marker ?? 0, corner: errors?.corner ?? 1)
            let places = means.together(ScanDrift.mostPlaces)
            guard let space = ResidualSpace(places.means, estimate.changes) else { return nil }
            let found = space.smoothest(min(Smoothness.mostPatterns, space.count / 2)).coordinates
            guard !found.isEmpty else { return nil }
            let smooth = found.reduce(0) { $0 + $1 * $1 }
            let all = space.residuals.reduce(places.squares) { $0 + $1 * $1 }
            let others = 3 * (means.means.count - places.means.count)
            (self.smooth, rough) = (smooth, Double.maximum(all - smooth, 0))
            smoothCount = Double(found.count)
            roughCount = Double(space.count - found.count + others)
        }
    }
}
