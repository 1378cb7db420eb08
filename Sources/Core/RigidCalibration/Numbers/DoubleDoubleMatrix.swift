internal import QuadGeometry

/// Three numbers of 106 bits, about 32 digits, computed side by side: the bits of ``DoubleDouble``.
struct DoubleDoubleVector: Sendable {
    private var high, low: SIMD3<Double>

    @inline(__always)
    private init(high: SIMD3<Double>, low: SIMD3<Double>) {
        self.high = high
        self.low = low
    }

    @inline(__always)
    init(_ x: DoubleDouble, _ y: DoubleDouble, _ z: DoubleDouble) {
        high = SIMD3(x.high, y.high, z.high)
        low = SIMD3(x.low, y.low, z.low)
    }

    @inline(__always)
    init(_ vector: SIMD3<Double>) {
        high = vector
        low = .zero
    }

    @inline(__always)
    init(exactDifference a: SIMD3<Double>, _ b: SIMD3<Double>) { self.init(exactSum: a, -b) }

    @inline(__always)
    private init(exactSum a: SIMD3<Double>, _ b: SIMD3<Double>) {
        high = a + b
        let other = high - a
        low = (a - (high - other)) + (b - other)
    }

    /// A sum whose first term is not smaller than its second, made into one number.
    @inline(__always)
    private init(quickSum a: SIMD3<Double>, _ b: SIMD3<Double>) {
        high = a + b
        low = b - (high - a)
    }

    static let zero = DoubleDoubleVector(.zero)

    var x: DoubleDouble {
        @inline(__always) get { self[0] }
        @inline(__always) set { self[0] = newValue }
    }
    var y: DoubleDouble {
        @inline(__always) get { self[1] }
        @inline(__always) set { self[1] = newValue }
    }
    var z: DoubleDouble {
        @inline(__always) get { self[2] }
        @inline(__always) set { self[2] = newValue }
    }

    private subscript(_ i: Int) -> DoubleDouble {
        @inline(__always) get { DoubleDouble(high: high[i], low: low[i]) }
        @inline(__always) set { (high[i], low[i]) = (newValue.high, newValue.low) }
    }

    @inline(__always)
    static func + (a: Self, b: Self) -> Self {
        let sum = Self(exactSum: a.high, b.high)
        return Self(quickSum: sum.high, sum.low + (a.low + b.low))
    }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { a + Self(high: -b.high, low: -b.low) }

    @inline(__always)
    static func * (a: Self, factor: DoubleDouble) -> Self {
        a.times(Self(high: SIMD3(repeating: factor.high), low: SIMD3(repeating: factor.low)))
    }

    /// The products of the numbers in the same places.
    @inline(__always)
    private func times(_ other: Self) -> Self {
        let (a, aTail) = Self.split(high), (b, bTail) = Self.split(other.high)
        let product = high * other.high
        let rest = ((a * b - product) + a * bTail + aTail * b) + aTail * bTail
        return Self(quickSum: product, rest + (high * other.low + low * other.high))
    }

    /// The numbers as sums of two of 26 binary digits, as ``SplitDouble`` makes them.
    @inline(__always)
    private static func split(_ value: SIMD3<Double>) -> (head: SIMD3<Double>, tail: SIMD3<Double>) {
        let shifted = 0x1p27 * value + value
        let head = shifted - (shifted - value)
        return (head, value - head)
    }

    @inline(__always)
    func dot(_ other: Self) -> DoubleDouble {
        let products = times(other)
        return products.x + products.y + products.z
    }

    func cross(_ other: Self) -> Self {
        rolled.times(other.rolled.rolled) - rolled.rolled.times(other.rolled)
    }

    /// The numbers from the second on, then the first.
    private var rolled: Self {
        @inline(__always) get {
            Self(high: SIMD3(high.y, high.z, high.x), low: SIMD3(low.y, low.z, low.x))
        }
    }

    var rounded: SIMD3<Double> { high + low }
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
