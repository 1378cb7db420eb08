extension Matrix6 {
    /// The lower triangular matrix whose product with its transpose this is; `nil` unless it is positive definite.
    var choleskyFactor: Matrix6? {
        var factor = self
        for k in 0..<6 {
            let pivot = factor[k, k]
            guard pivot > 0, pivot.isFinite else { return nil }
            let root = pivot.squareRoot()
            var column = factor[k] / root
            for i in 0..<k { column[i] = 0 }
            column[k] = root
            factor[k] = column
            for j in (k + 1)..<6 { factor[j] -= column * column[j] }
        }
        return factor
    }

    /// The solution of L x = v, for a lower triangular L.
    @inline(__always)
    func forward(_ vector: SIMD8<Double>) -> SIMD8<Double> {
        var rest = vector
        for k in 0..<6 {
            let value = rest[k] / self[k, k]
            rest -= self[k] * value
            rest[k] = value
        }
        return rest
    }

    /// The solution of Lᵀ x = v, for a lower triangular L.
    @inline(__always)
    func backward(_ vector: SIMD8<Double>) -> SIMD8<Double> {
        var result = vector
        for k in stride(from: 5, through: 0, by: -1) {
            var column = self[k]
            column[k] = 0
            result[k] = (result[k] - (column * result).sum()) / self[k, k]
        }
        return result
    }

    /// The inverse of a lower triangular matrix.
    var lowerInverse: Matrix6 {
        var result = Matrix6.identity
        for j in 0..<6 { result[j] = forward(result[j]) }
        return result
    }

    /// The product of this matrix with the inverse of Lᵀ.
    @inline(__always)
    func dividedByTranspose(of lower: Matrix6) -> Matrix6 {
        var result = self
        for k in 0..<6 {
            let column = result[k] / lower[k, k]
            result[k] = column
            for j in (k + 1)..<6 { result[j] -= column * lower[j, k] }
        }
        return result
    }

    /// The inverse of a symmetric positive definite matrix, and `nil` of any other.
    ///
    /// Rows and columns are scaled to a diagonal of one first, so that radians beside metres cost no digits.
    var inverse: Matrix6? {
        var scale = SIMD8<Double>.zero
        for i in 0..<6 {
            guard self[i, i] > 0 else { return nil }
            scale[i] = 1 / self[i, i].squareRoot()
        }
        var scaled = self
        for j in 0..<6 { scaled[j] = scaled[j] * scale * scale[j] }
        guard let half = scaled.choleskyFactor?.lowerInverse else { return nil }
        var result = half.transposeTimes(half).symmetric
        for j in 0..<6 { result[j] = result[j] * scale * scale[j] }
        return result
    }

    /// A matrix W with WᵀW the inverse of this covariance: it makes residuals of one deviation a direction.
    var whitening: Matrix6? {
        guard let lower = choleskyFactor else { return nil }
        return lower.lowerInverse
    }
}
