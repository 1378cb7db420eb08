/// A number of about 106 bits, which are 32 digits: the unevaluated sum of two doubles, the second below half a unit in
/// the last place of the first.
///
/// Sums and products are off by at most a few 2⁻¹⁰⁴ of themselves (Joldes, Muller, Popescu 2017, Tight and Rigorous Error
/// Bounds for Basic Building Blocks of Double-Word Arithmetic). Only + - × ÷ and roots of doubles take part, with
/// products split by Dekker's method rather than fused, so the bits are the same on every machine. Meant for
/// magnitudes between 1e-140 and 1e140: callers scale first.
@usableFromInline
struct DoubleDouble: Sendable {
    @usableFromInline var high: Double
    @usableFromInline var low: Double

    @inline(__always)
    init(_ value: Double) {
        high = value
        low = 0
    }

    @inline(__always)
    init(high: Double, low: Double) {
        self.high = high
        self.low = low
    }

    static let zero = DoubleDouble(0)

    @inline(__always)
    init(exactSum a: Double, _ b: Double) {
        let sum = a + b
        let other = sum - a
        self.init(high: sum, low: (a - (sum - other)) + (b - other))
    }

    @inline(__always)
    init(exactDifference a: Double, _ b: Double) { self.init(exactSum: a, -b) }

    @inline(__always)
    init(exactProduct a: SplitDouble, _ b: SplitDouble) {
        let product = a.value * b.value
        let low = ((a.head * b.head - product) + a.head * b.tail + a.tail * b.head) + a.tail * b.tail
        self.init(high: product, low: low)
    }

    /// A sum whose first term is not smaller than its second, made into one number.
    @inline(__always)
    private init(quickSum a: Double, _ b: Double) {
        let sum = a + b
        self.init(high: sum, low: b - (sum - a))
    }

    /// Off by at most 2⁻¹⁰⁴ of the sum of the magnitudes, as sums of many terms need.
    @inline(__always)
    static func + (a: Self, b: Self) -> Self {
        let high = DoubleDouble(exactSum: a.high, b.high)
        return DoubleDouble(quickSum: high.high, high.low + (a.low + b.low))
    }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { a + -b }

    @inline(__always)
    static prefix func - (a: Self) -> Self { DoubleDouble(high: -a.high, low: -a.low) }

    @inline(__always)
    static func * (a: Self, b: Self) -> Self {
        let product = DoubleDouble(exactProduct: SplitDouble(a.high), SplitDouble(b.high))
        let low = product.low + (a.high * b.low + a.low * b.high)
        return DoubleDouble(quickSum: product.high, low)
    }

    @inline(__always)
    static func * (a: Self, b: Double) -> Self { a * DoubleDouble(b) }

    static func / (a: Self, b: Self) -> Self {
        let first = a.high / b.high
        let rest = a - b * first
        let second = rest.high / b.high
        let third = (rest - b * second).high / b.high
        return DoubleDouble(quickSum: first, second) + DoubleDouble(third)
    }

    @inline(__always)
    static func += (a: inout Self, b: Self) { a = a + b }

    /// The root of a positive number: one step of Newton's method from the root in doubles.
    var squareRoot: Self {
        let first = DoubleDouble(high.squareRoot())
        return first + (self - first * first) / (first * 2)
    }

    @inline(__always)
    var rounded: Double { high + low }
}

/// A double as the sum of two of 26 binary digits, whose products are exact (Dekker 1971, after Veltkamp).
struct SplitDouble {
    let value: Double
    let head: Double
    let tail: Double

    @inline(__always)
    init(_ value: Double) {
        self.value = value
        let shifted = 0x1p27 * value + value
        head = shifted - (shifted - value)
        tail = value - head
    }
}
