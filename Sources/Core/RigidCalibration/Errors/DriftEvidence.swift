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

/// The squares of residuals beside what noise with a drift would leave of them, for a test that no size of the noise enters.
///
/// Against a drift of one size beside the noise no test of scale-free residuals finds more (King and Hillier 1985): Σ y² / (1 + ρ λ) over
/// Σ y², in the directions of the drift's covariance with its eigenvalues λ. A drift makes it small. Other sizes are found nearly as well.
package struct DriftRatio {
    /// The squares, and those with the weights of a drift.
    private let squares, weighted: Double
    /// The weights, 1 / (1 + ρ λ), of every direction.
    private let weights: [Double]

    /// The drift's variance beside that of the noise that is looked for, in the mean of all directions.
    private static let size = 10.0

    init?(_ pairs: Correspondences, _ estimate: MotionEstimate, _ errors: ErrorModel?) {
        var means = MarkerMeans(pairs, estimate)
        means.spread(marker: errors?.marker ?? 0, corner: errors?.corner ?? 1)
        let places = means.together(ScanDrift.mostPlaces)
        guard let space = ResidualSpace(places.means, estimate.changes) else { return nil }
        // The differences within places that were put together tell of noise alone.
        let others = 3 * (means.means.count - places.means.count)
        guard let factor = space.covariance(drift: DriftRatio.size, own: 1).choleskyFactor else { return nil }
        weighted = factor.forward(space.residuals).reduce(places.squares) { $0 + $1 * $1 }
        squares = space.residuals.reduce(places.squares) { $0 + $1 * $1 }
        weights =
            SymmetricSpectrum(space.drift, size: space.count).values.map {
                1 / (1 + DriftRatio.size * Double.maximum($0, 0))
            } + [Double](repeating: 1, count: others)
    }

    /// The probability of as small a ratio of all together without any drift.
    ///
    /// - Parameter share: The share of the residuals that is free, where they have something in common.
    package static func chance(of all: [DriftRatio], share: Double) -> Double {
        let squares = all.reduce(0) { $0 + $1.squares }
        guard squares > 0 else { return 1 }
        let ratio = all.reduce(0) { $0 + $1.weighted } / squares
        return exceedance(all.flatMap { $0.weights.map { ratio - $0 } }, share: share)
    }

    /// The probability that a sum of squares of deviations with these factors is positive, where its mean is not (Lugannani and Rice
    /// 1980; Kuonen 1999).
    private static func exceedance(_ factors: [Double], share: Double) -> Double {
        guard let largest = factors.max(), largest > 0 else { return 0 }
        guard factors.reduce(0, +) < 0 else { return 1 }
        // The slope of log E exp(t Q) rises from the mean to infinity at 1/2 over the largest factor.
        var low = 0.0, high = 0.5 / largest
        for _ in 0..<halvings {
            let t = (low + high) / 2
            let slope = factors.reduce(0) { $0 + $1 / (1 - 2 * t * $1) }
            if slope < 0 { low = t } else { high = t }
        }
        let t = low
        var height = 0.0, curvature = 0.0
        for factor in factors {
            let rest = 1 - 2 * t * factor
            height -= logarithm(rest) / 2
            curvature += 2 * (factor / rest) * (factor / rest)
        }
        let w = (-2 * share * height).squareRoot(), v = t * (share * curvature).squareRoot()
        guard w > 0, v > 0 else { return 0.5 }
        let deviations = w + logarithm(v / w) / w
        guard deviations > 0 else { return 0.5 }
        let square = FDistribution(above: 1, below: .infinity).exceedance(deviations * deviations)
        return square / 2
    }

    private static let halvings = 60
}
