internal import QuadGeometry

/// The sums over pairs that a fit is made of, about rounded centers, in 106 digits.
///
/// Differences of coordinates are taken exactly before anything is multiplied, so an offset of a million kilometres
/// costs no digits; and the sums keep twice the digits of a double, so a line a ten-millionth as thick as it is long
/// still has its turn.
struct CenteredMoments {
    /// The sum of the weights.
    var weight = DoubleDouble.zero
    /// Rounded means, taken as exact from here on.
    let sourceCenter, targetCenter: SIMD3<Double>
    /// The true means less the rounded ones.
    private(set) var sourceRest = DoubleDoubleVector.zero
    private(set) var targetRest = DoubleDoubleVector.zero
    /// Σ w q pᵀ about the true means, q targets and p sources.
    private(set) var cross = DoubleDoubleMatrix.zero

    /// The moments of pairs, all with weight one or each with its own.
    init(_ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>], weights: [Double]?) {
        sourceCenter = CenteredMoments.center(sources, weights)
        targetCenter = CenteredMoments.center(targets, weights)
        var sourceSum = DoubleDoubleVector.zero, targetSum = DoubleDoubleVector.zero
        for i in sources.indices {
            let p = DoubleDoubleVector(exactDifference: sources[i], sourceCenter)
            let q = DoubleDoubleVector(exactDifference: targets[i], targetCenter)
            let w = DoubleDouble(weights?[i] ?? 1)
            let wp = weights == nil ? p : p * w
            weight += w
            sourceSum = sourceSum + wp
            targetSum = targetSum + (weights == nil ? q : q * w)
            cross.x = cross.x + q * wp.x
            cross.y = cross.y + q * wp.y
            cross.z = cross.z + q * wp.z
        }
        let share = DoubleDouble(1) / weight
        sourceRest = sourceSum * share
        targetRest = targetSum * share
        cross.x = cross.x - targetRest * sourceSum.x
        cross.y = cross.y - targetRest * sourceSum.y
        cross.z = cross.z - targetRest * sourceSum.z
    }

    /// A point near the mean; its rounding does not matter, since the rest is kept.
    private static func center(_ points: [SIMD3<Double>], _ weights: [Double]?) -> SIMD3<Double> {
        var sum = SIMD3<Double>.zero
        guard let weights else {
            for point in points { sum += point }
            return sum / Double(points.count)
        }
        var total = 0.0
        for (point, weight) in zip(points, weights) {
            sum += point * weight
            total += weight
        }
        return sum / total
    }
}
