internal import QuadGeometry
internal import RigidCalibration

/// The noise of corners and the error that those of a sighting share, in metres a coordinate: given, or estimated from the scatter
/// within and between sightings.
struct FusionNoise {
    let corner, marker: Double
    /// The degrees of freedom of what was estimated; infinite where all was given.
    let freedom: Double

    /// The deviation of a corner's coordinate.
    var total: Double { (corner * corner + marker * marker).squareRoot() }

    /// The noise that one corner alone would have if it told of a turn of its session what it tells as one of four.
    var ofTurns: Double { (corner * corner + 4 * marker * marker).squareRoot() }

    init(_ problem: FusionProblem, _ options: FusionOptions) {
        var within = 0.0, withinCount = 0.0, between = 0.0, betweenCount = 0.0
        for session in problem.sightings.indices {
            for sighting in problem.sightings[session] where sighting.weights == SIMD4(repeating: 1) {
                let count = problem.sums[sighting.marker].min()
                guard count > 1 else { continue }
                let misses = (0..<4).map { (corner) -> SIMD3<Double> in
                    problem.motions[session] * sighting.quad[corner: corner]
                        - problem.fused[sighting.marker][corner: corner]
                }
                let mean = misses.reduce(SIMD3<Double>.zero, +) / 4
                // A mean of several sightings takes its share of each away.
                let share = 1 - 1 / count
                for miss in misses { within += (miss - mean).dot(miss - mean) }
                withinCount += 9 * share
                between += mean.dot(mean)
                betweenCount += 3 * share
            }
        }
        betweenCount -= (problem.gravity?.isExact == true ? 4 : 6) * Double(problem.names.count - 1)
        let seen = withinCount > 0 ? (within / withinCount).squareRoot() : 0
        corner = Double.maximum(options.cornerNoise ?? seen, FusionNoise.least)
        if let given = options.markerNoise {
            (marker, freedom) = (given, options.cornerNoise == nil ? withinCount : .infinity)
        } else if betweenCount > 1 {
            marker = Double.maximum(between / betweenCount - corner * corner / 4, 0).squareRoot()
            freedom = betweenCount
        } else {
            (marker, freedom) = (FusionNoise.usualMarkerError, .infinity)
        }
    }

    /// In metres: below it differences are rounding.
    static let least = 1e-9
    /// The deviation of one coordinate of a sighting's error where too few are shared to show it.
    private static let usualMarkerError = ErrorModel.usualMarkerError / 2.0.squareRoot()
}
