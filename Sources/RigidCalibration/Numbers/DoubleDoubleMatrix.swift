internal import QuadGeometry

/// Three numbers of 106 bits, about 32 digits.
struct DoubleDoubleVector: Sendable {
    var x, y, z: DoubleDouble

    @inline(__always)
    init(_ x: DoubleDouble, _ y: DoubleDouble, _ z: DoubleDouble) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inline(__always)
    init(_ vector: SIMD3<Double>) {
        self.init(DoubleDouble(vector.x), DoubleDouble(vector.y), DoubleDouble(vector.z))
    }

    @inline(__always)
    init(exactDifference a: SIMD3<Double>, _ b: SIMD3<Double>) {
        self.init(
            DoubleDouble(exactDifference: a.x, b.x), DoubleDouble(exactDifference: a.y, b.y),
            DoubleDouble(exactDifference: a.z, b.z))
    }

    static let zero = DoubleDoubleVector(.zero, .zero, .zero)

    @inline(__always)
    static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }

    @inline(__always)
    static func * (a: Self, factor: DoubleDouble) -> Self { Self(a.x * factor, a.y * factor, a.z * factor) }

    func dot(_ other: Self) -> DoubleDouble { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    var rounded: SIMD3<Double> { SIMD3(x.rounded, y.rounded, z.rounded) }
}

/// A 3x3 matrix of numbers of 106 bits, by columns: `x`, `y` and `z` are its columns, as in `Rotation`.
struct DoubleDoubleMatrix: Sendable {
    var x, y, z: DoubleDoubleVector

    init(_ x: DoubleDoubleVector, _ y: DoubleDoubleVector, _ z: DoubleDoubleVector) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ rotation: Rotation) {
        self.init(
            DoubleDoubleVector(rotation.x), DoubleDoubleVector(rotation.y), DoubleDoubleVector(rotation.z))
    }

    static let zero = DoubleDoubleMatrix(.zero, .zero, .zero)

    static func * (a: Self, v: DoubleDoubleVector) -> DoubleDoubleVector {
        a.x * v.x + a.y * v.y + a.z * v.z
    }

    static func * (a: Self, b: Self) -> Self { Self(a * b.x, a * b.y, a * b.z) }

    /// The rotation, each number rounded once; `nil` when it is none.
    ///
    /// Numbers below 2⁻²⁹ become multiples of 2⁻⁸⁰: the rest is noise, which is all there is of a quarter turn's
    /// zeros, and which depends on where the refinement came from.
    var rotation: Rotation? {
        func rounded(_ value: DoubleDouble) -> Double {
            let shift = 0x1.8p-28
            return value.high.magnitude < 0x1p-29 ? (value.rounded + shift) - shift : value.rounded
        }
        func column(_ v: DoubleDoubleVector) -> SIMD3<Double> {
            SIMD3(rounded(v.x), rounded(v.y), rounded(v.z))
        }
        return try? Rotation(columns: column(x), column(y), column(z))
    }

    var transposed: Self {
        Self(
            DoubleDoubleVector(x.x, y.x, z.x), DoubleDoubleVector(x.y, y.y, z.y),
            DoubleDoubleVector(x.z, y.z, z.z))
    }
}
