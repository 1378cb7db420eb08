internal import QuadGeometry

/// Whether residuals of places near each other are alike: a bend of the scan rather than noise.
public struct ResidualTrend: Hashable, Sendable {
    /// The direction in which the pairs are spread most, in the target frame.
    public let axis: SIMD3<Double>
    /// The extent of the pairs along it, in metres.
    public let length: Double
    /// The displacement by the bend beside the best motion: root mean square over the places, in metres.
    public let rms: Double
    /// The largest difference between the displacements of two places, in metres.
    public let peakToPeak: Double
    /// The root mean square of what the bend leaves, in metres.
    public let rest: Double
    /// The probability of as much of a trend if there were none.
    public let probability: Double
    /// A displacement below it is no more than rounding, in metres.
    private let rounding: Double

    /// Whether it is a drift: not by chance, and not small beside the noise or the rounding of coordinates.
    public var isDrift: Bool {
        probability < ResidualTrend.significance && rms > ResidualTrend.leastShare * rest && rms > rounding
    }

    /// Below this probability a trend is no chance.
    public static let significance = 1e-3
    /// Below this share of the noise a bend changes no marker enough to matter.
    public static let leastShare = 0.3
    /// The patterns that make a bend: two in each direction, as many as a square and a cube along a line.
    private static let mostPatterns = 6

    /// Judges the smoothest patterns that residuals can have beside those that they have at random, by an F-test.
    ///
    /// A drift makes the errors of near places alike, so its covariance says which patterns are smooth: on a line these are
    /// bends, round a room waves. A pattern has the same size as any other where errors have nothing to do with each other.
    ///
    /// - Parameter errors: The errors of markers and corners, where they are told apart.
    init?(_ pairs: Correspondences, _ estimate: MotionEstimate, _ errors: ErrorModel? = nil) {
        var means = MarkerMeans(pairs, estimate)
        means.spread(marker: errors?.marker ?? 0, corner: errors?.corner ?? 1)
        let places = means.together(ScanDrift.mostPlaces)
        guard let space = ResidualSpace(places.means, estimate.changes) else { return nil }
        let others = 3 * (means.means.count - places.means.count)
        let smooth = space.smoothest(min(ResidualTrend.mostPatterns, space.count / 2))
        let count = smooth.coordinates.count
        guard count > 0 else { return nil }
        let bent = smooth.coordinates.reduce(0) { $0 + $1 * $1 }
        let all = space.residuals.reduce(places.squares) { $0 + $1 * $1 }
        let freedom = Double(space.count - count + others)
        let left = Double.maximum(all - bent, 0) / freedom
        // Noise that was stated too small would make a trend of every residual.
        let stated = ResidualTrend.stated(means, estimate, errors)
        let noise = Double.maximum(stated, left)
        let law = FDistribution(above: Double(count), below: stated > left ? .infinity : freedom)
        let gain = bent / Double(count)
        probability = noise > 0 ? law.exceedance(gain / noise) : gain > 0 ? 0 : 1
        rest = (3 * left).squareRoot()
        let centers = places.means.map { $0.center - estimate.changes.anchor }
        let spread = centers.reduce(SymmetricMatrix.zero) { $0 + SymmetricMatrix(product: $1, $1) }
        axis = spread.strongestDirection ?? up
        let along = centers.map { [axis] in $0.dot(axis) }
        length = (along.max() ?? 0) - (along.min() ?? 0)
        let shifts = smooth.displacements
        rms = (shifts.reduce(0) { $0 + $1.dot($1) } / Double(shifts.count)).squareRoot()
        peakToPeak = shifts.reduce(0) { most, one in
            shifts.reduce(most) { Double.maximum($0, (one - $1).length) }
        }
        rounding = pairs.rounding
    }

    /// The variance of a typical place's residual where it was stated, in square metres; zero where it was not.
    private static func stated(
        _ means: MarkerMeans, _ estimate: MotionEstimate, _ errors: ErrorModel?
    ) -> Double {
        if let errors { return errors.freedom == .infinity ? errors.mean : 0 }
        guard estimate.varianceFreedom == .infinity, let variance = estimate.variance else { return 0 }
        return variance * means.means.reduce(0) { $0 + 1 / $1.weight } / Double(means.means.count)
    }
}
