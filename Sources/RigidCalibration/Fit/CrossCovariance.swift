internal import QuadGeometry

/// The cross-covariance of a fit in doubles, kept for those who ask about its singular values.
struct CrossCovariance: Sendable {
    let x, y, z: SIMD3<Double>
    /// The sum of the weights.
    let weight: Double
    /// How much of a singular value coordinates can feign by their own rounding, where the points' spread is known.
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

    /// How much of a singular value is rounding: of coordinates up to `reach` and of the largest value.
    func rounding(reach: Double, largest: Double) -> Double {
        let extent = (largest / weight).squareRoot()
        let feigned = 2 * weight * extent * PointSpread.resolution(of: reach + extent)
        return max(rounding ?? feigned, 8 * .ulpOfOne * largest)
    }

    /// Without LAPACK, whose last digits differ between processors.
    var decomposed: SingularValues? { Decomposition.jacobi.decompose(x, y, z) }
}
