internal import QuadGeometry

/// Sums over pairs about a point of each side.
struct ShiftedSums {
    var shift: (source: SIMD3<Double>, target: SIMD3<Double>)
    var source = DoubleDoubleVector.zero, target = DoubleDoubleVector.zero
    /// Σ b aᵀ.
    var cross = DoubleDoubleMatrix.zero
    var sourceSquares = DoubleDouble.zero, targetSquares = DoubleDouble.zero

    init(about source: SIMD3<Double>, _ target: SIMD3<Double>) { shift = (source, target) }

    /// Adds a pair in 106 digits.
    mutating func add(_ p: SIMD3<Double>, _ q: SIMD3<Double>) {
        let a = DoubleDoubleVector(exactDifference: p, shift.source)
        let b = DoubleDoubleVector(exactDifference: q, shift.target)
        source = source + a
        target = target + b
        cross = DoubleDoubleMatrix(cross.x + b * a.x, cross.y + b * a.y, cross.z + b * a.z)
        sourceSquares += a.dot(a)
        targetSquares += b.dot(b)
    }
}
