/// A matrix of six rows and columns, kept by columns; the last two lanes of each column stay zero.
struct Matrix6: Hashable, Sendable {
    var c0, c1, c2, c3, c4, c5: SIMD8<Double>

    static let zero = Matrix6(.zero, .zero, .zero, .zero, .zero, .zero)

    static let identity = Matrix6(diagonal: SIMD8(1, 1, 1, 1, 1, 1, 0, 0))

    @inline(__always)
    init(
        _ c0: SIMD8<Double>, _ c1: SIMD8<Double>, _ c2: SIMD8<Double>, _ c3: SIMD8<Double>,
        _ c4: SIMD8<Double>, _ c5: SIMD8<Double>
    ) {
        (self.c0, self.c1, self.c2, self.c3, self.c4, self.c5) = (c0, c1, c2, c3, c4, c5)
    }

    init(diagonal: SIMD8<Double>) {
        self = .zero
        for i in 0..<6 { self[i, i] = diagonal[i] }
    }

    /// The matrix of 36 numbers, row after row.
    init(rows: [Double]) {
        self = .zero
        for i in 0..<6 {
            for j in 0..<6 { self[i, j] = rows[6 * i + j] }
        }
    }

    @inline(__always)
    subscript(column: Int) -> SIMD8<Double> {
        get {
            switch column {
            case 0: c0
            case 1: c1
            case 2: c2
            case 3: c3
            case 4: c4
            default: c5
            }
        }
        set {
            switch column {
            case 0: c0 = newValue
            case 1: c1 = newValue
            case 2: c2 = newValue
            case 3: c3 = newValue
            case 4: c4 = newValue
            default: c5 = newValue
            }
        }
    }

    @inline(__always)
    subscript(row: Int, column: Int) -> Double {
        get { self[column][row] }
        set { self[column][row] = newValue }
    }

    /// The numbers, row after row.
    var rows: [Double] { (0..<36).map { self[$0 / 6, $0 % 6] } }

    @inline(__always)
    var transposed: Matrix6 {
        Matrix6(
            SIMD8(c0[0], c1[0], c2[0], c3[0], c4[0], c5[0], 0, 0),
            SIMD8(c0[1], c1[1], c2[1], c3[1], c4[1], c5[1], 0, 0),
            SIMD8(c0[2], c1[2], c2[2], c3[2], c4[2], c5[2], 0, 0),
            SIMD8(c0[3], c1[3], c2[3], c3[3], c4[3], c5[3], 0, 0),
            SIMD8(c0[4], c1[4], c2[4], c3[4], c4[4], c5[4], 0, 0),
            SIMD8(c0[5], c1[5], c2[5], c3[5], c4[5], c5[5], 0, 0))
    }

    /// The mean with its transpose, which takes rounding's asymmetry away.
    var symmetric: Matrix6 { (self + transposed) * 0.5 }

    var trace: Double { c0[0] + c1[1] + c2[2] + c3[3] + c4[4] + c5[5] }

    /// The sums of the first and of the last three numbers of the diagonal.
    var turnTrace: Double { c0[0] + c1[1] + c2[2] }
    var shiftTrace: Double { c3[3] + c4[4] + c5[5] }

    var isFinite: Bool { (0..<36).allSatisfy { self[$0 / 6, $0 % 6].isFinite } }

    @inline(__always)
    static func + (a: Matrix6, b: Matrix6) -> Matrix6 {
        Matrix6(a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2, a.c3 + b.c3, a.c4 + b.c4, a.c5 + b.c5)
    }

    @inline(__always)
    static func - (a: Matrix6, b: Matrix6) -> Matrix6 {
        Matrix6(a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2, a.c3 - b.c3, a.c4 - b.c4, a.c5 - b.c5)
    }

    @inline(__always)
    static func * (a: Matrix6, factor: Double) -> Matrix6 {
        Matrix6(
            a.c0 * factor, a.c1 * factor, a.c2 * factor, a.c3 * factor, a.c4 * factor, a.c5 * factor)
    }

    @inline(__always)
    static func * (a: Matrix6, v: SIMD8<Double>) -> SIMD8<Double> {
        let first = a.c0 * v[0] + a.c1 * v[1] + a.c2 * v[2]
        return first + (a.c3 * v[3] + a.c4 * v[4] + a.c5 * v[5])
    }

    @inline(__always)
    static func * (a: Matrix6, b: Matrix6) -> Matrix6 {
        Matrix6(a * b.c0, a * b.c1, a * b.c2, a * b.c3, a * b.c4, a * b.c5)
    }

    @inline(__always)
    func timesTranspose(_ b: Matrix6) -> Matrix6 { self * b.transposed }

    @inline(__always)
    func transposeTimes(_ v: SIMD8<Double>) -> SIMD8<Double> {
        SIMD8(
            (c0 * v).sum(), (c1 * v).sum(), (c2 * v).sum(), (c3 * v).sum(), (c4 * v).sum(), (c5 * v).sum(),
            0, 0)
    }

    @inline(__always)
    func transposeTimes(_ b: Matrix6) -> Matrix6 { transposed * b }
}

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
