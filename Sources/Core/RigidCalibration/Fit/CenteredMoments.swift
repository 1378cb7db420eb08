internal import QuadGeometry

/// The sums over pairs that a fit is made of, about rounded centers, in 106 bits, about 32 digits.
///
/// Differences of coordinates are taken exactly before anything is multiplied, so an offset of a million kilometres
/// costs no digits; and the sums keep twice the digits of a double, so a line a ten-millionth as thick as it is long
/// still has its turn.
struct CenteredMoments {
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

/// The cross-covariance of a fit in doubles, kept for those who ask about its singular values.
struct CrossCovariance: Sendable {
    let x, y, z: SIMD3<Double>
    let weight: Double
    /// The part of a singular value that rounding of coordinates can feign, where the points' spread is known.
    let rounding: Double?

    init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>, weight: Double, rounding: Double?) {
        self.x = x
        self.y = y
        self.z = z
        self.weight = weight
        self.rounding = rounding
    }

    init(_ cross: DoubleDoubleMatrix, weight: Double, rounding: Double?) {
        self.init(cross.x.rounded, cross.y.rounded, cross.z.rounded, weight: weight, rounding: rounding)
    }

    /// The part of a singular value that is rounding: of coordinates up to `reach` and of the largest value.
    func rounding(reach: Double, largest: Double) -> Double {
        let extent = (largest / weight).squareRoot()
        let feigned = 2 * weight * extent * PointSpread.resolution(of: reach + extent)
        return max(rounding ?? feigned, 8 * .ulpOfOne * largest)
    }

    /// Without LAPACK, whose last digits differ between processors.
    var decomposed: SingularValues? { Decomposition.jacobi.decompose(x, y, z) }
}
