internal import QuadGeometry

/// A symmetric 3x3 matrix, such as the covariance of a point in square metres.
public struct SymmetricMatrix: Hashable, Sendable {
    public var xx, xy, xz, yy, yz, zz: Double

    public init(xx: Double, xy: Double, xz: Double, yy: Double, yz: Double, zz: Double) {
        self.xx = xx
        self.xy = xy
        self.xz = xz
        self.yy = yy
        self.yz = yz
        self.zz = zz
    }

    /// The same in all directions.
    public init(diagonal value: Double) {
        self.init(xx: value, xy: 0, xz: 0, yy: value, yz: 0, zz: value)
    }

    /// No noise at all.
    public static let zero = SymmetricMatrix(diagonal: 0)

    /// The symmetric half of a bᵀ, (a bᵀ + b aᵀ) / 2.
    package init(product a: SIMD3<Double>, _ b: SIMD3<Double>) {
        self.init(
            xx: a.x * b.x, xy: (a.x * b.y + a.y * b.x) / 2, xz: (a.x * b.z + a.z * b.x) / 2, yy: a.y * b.y,
            yz: (a.y * b.z + a.z * b.y) / 2, zz: a.z * b.z)
    }

    /// The sum, entry by entry.
    public static func + (a: Self, b: Self) -> Self {
        Self(
            xx: a.xx + b.xx, xy: a.xy + b.xy, xz: a.xz + b.xz, yy: a.yy + b.yy, yz: a.yz + b.yz,
            zz: a.zz + b.zz)
    }

    /// The difference, entry by entry.
    public static func - (a: Self, b: Self) -> Self { a + b * -1 }

    /// Every entry times a number.
    public static func * (a: Self, factor: Double) -> Self {
        Self(
            xx: a.xx * factor, xy: a.xy * factor, xz: a.xz * factor, yy: a.yy * factor, yz: a.yz * factor,
            zz: a.zz * factor)
    }

    /// The matrix applied to a vector.
    public static func * (a: Self, v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
            a.xz * v.x + a.yz * v.y + a.zz * v.z)
    }

    subscript(row: Int, column: Int) -> Double {
        switch (min(row, column), max(row, column)) {
        case (0, 0): xx
        case (0, 1): xy
        case (0, 2): xz
        case (1, 1): yy
        case (1, 2): yz
        default: zz
        }
    }

    /// The sum of the diagonal, which of a covariance is the mean square of the error's length.
    public var trace: Double { xx + yy + zz }

    func traceOfProduct(_ other: Self) -> Double {
        xx * other.xx + yy * other.yy + zz * other.zz + 2 * (xy * other.xy + xz * other.xz + yz * other.yz)
    }

    var squared: Self {
        let x = SIMD3(xx, xy, xz), y = SIMD3(xy, yy, yz), z = SIMD3(xz, yz, zz)
        return Self(xx: x.dot(x), xy: x.dot(y), xz: x.dot(z), yy: y.dot(y), yz: y.dot(z), zz: z.dot(z))
    }

    /// The product of the eigenvalues.
    public var determinant: Double {
        xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    }

    /// The sum of the products of the eigenvalues, two by two.
    var minorSum: Double { xx * yy - xy * xy + yy * zz - yz * yz + zz * xx - xz * xz }

    /// The inverse, or `nil` of a singular matrix.
    public var inverse: SymmetricMatrix? {
        // Scaled by a power of two, so that no product of three leaves the range of doubles.
        let largest = Double.maximum(
            SIMD3(xx, xy, xz).largestMagnitude, SIMD3(yy, yz, zz).largestMagnitude)
        guard largest > 0, largest.isFinite else { return nil }
        let scale = Double(sign: .plus, exponent: -Int(largest.exponent), significand: 1)
        let m = self * scale
        let determinant = m.determinant
        guard determinant != 0 else { return nil }
        return SymmetricMatrix(
            xx: m.yy * m.zz - m.yz * m.yz, xy: m.xz * m.yz - m.xy * m.zz, xz: m.xy * m.yz - m.xz * m.yy,
            yy: m.xx * m.zz - m.xz * m.xz, yz: m.xy * m.xz - m.xx * m.yz, zz: m.xx * m.yy - m.xy * m.xy)
            * (scale / determinant)
    }

    /// R · self · Rᵀ.
    func turned(by rotation: Rotation) -> SymmetricMatrix {
        // The columns of R · self, then each row across R.
        let (x, y, z) = rotation.rows
        let (mx, my, mz) = (self * x, self * y, self * z)
        return SymmetricMatrix(
            xx: x.dot(mx), xy: x.dot(my), xz: x.dot(mz), yy: y.dot(my), yz: y.dot(mz), zz: z.dot(mz))
    }
}

extension SymmetricMatrix {
    /// Whether every number is usable and no direction has a negative variance, to within rounding.
    var isCovariance: Bool {
        let numbers = [xx, xy, xz, yy, yz, zz]
        guard numbers.allSatisfy({ $0.isFinite }), xx >= 0, yy >= 0, zz >= 0 else { return false }
        let size = trace
        guard size <= UsableRange.largestCoordinate else { return false }
        let slack = SymmetricMatrix.rounding * size
        return minorSum >= -slack * size && determinant >= -slack * size * size
    }

    /// Products of rounded numbers may miss zero by this share.
    private static let rounding = 16 * Double.ulpOfOne
}

extension SymmetricMatrix {
    /// The deviations within which 95 of 100 errors of two directions lie, where the covariance is known.
    package static let ellipseFactor =
        (2 * FDistribution(above: 2, below: .infinity).quantile(exceededWith: 0.05)).squareRoot()

    /// The length that an error of this covariance exceeds only in a share of cases.
    ///
    /// The squared error is a sum of three squares that need not be alike. Its law is taken as that of the F distribution with the
    /// same mean and variance: exact for a ball and for a needle, within 1 % of the probability between.
    ///
    /// - Parameters:
    ///   - share: Of cases, above 0 and below 1.
    ///   - freedom: The degrees of freedom by which the covariance is known; infinite where it is stated.
    package func bound(exceededWith share: Double = 0.05, freedom: Double = .infinity) -> Double {
        let sum = trace
        guard sum > 0 else { return 0 }
        return (sum * law(freedom: freedom).quantile(exceededWith: share)).squareRoot()
    }

    /// Whether ``bound(exceededWith:freedom:)`` is longer, found without inverting the law.
    package func isBound(above length: Double, exceededWith share: Double = 0.05, freedom: Double) -> Bool {
        let sum = trace
        return sum > 0 && law(freedom: freedom).exceedance(length * length / sum) > share
    }

    /// The law of the squared error over the trace, which is above 0.
    private func law(freedom: Double) -> FDistribution {
        // Shares of the sum, whose squares have room in a double at any size.
        let shares = trace.isNormal ? self * (1 / trace) : SymmetricMatrix(diagonal: 1 / 3)
        return FDistribution(above: min(max(1 / (1 - 2 * shares.minorSum), 1), 3), below: freedom)
    }
}
