/// A number as the sum of two doubles, the second less than half a digit of the first: about 106 binary digits.
///
/// Between doubles and ``ExactNumber``, for quotients whose divisor all but cancels: it takes a tenth of the time.
struct PairNumber {
    let high, low: Double

    @inline(__always)
    private init(high: Double, low: Double) {
        self.high = high
        self.low = low
    }

    @inline(__always)
    init(_ number: Double) { self.init(high: number, low: 0) }

    /// The difference, exactly (Knuth 1969).
    @inline(__always)
    init(exact a: Double, minus b: Double) { self.init(exact: a, plus: -b) }

    @inline(__always)
    private init(exact a: Double, plus b: Double) {
        let sum = a + b, part = sum - a
        self.init(high: sum, low: (a - (sum - part)) + (b - part))
    }

    /// The product, exactly, where nothing under- or overflows (Dekker 1971).
    @inline(__always)
    private init(exact a: Double, times b: Double) {
        let (aHigh, aLow) = PairNumber.halves(a), (bHigh, bLow) = PairNumber.halves(b)
        let product = a * b
        self.init(
            high: product,
            low: ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow)
    }

    @inline(__always)
    private static func halves(_ number: Double) -> (high: Double, low: Double) {
        let scaled = number * 0x1.0000002p27
        let high = scaled - (scaled - number)
        return (high, number - high)
    }

    /// Off by less than 2⁻¹⁰⁰ of the magnitudes that are added.
    @inline(__always)
    static func + (a: Self, b: Self) -> Self {
        let sum = Self(exact: a.high, plus: b.high)
        return Self(exact: sum.high, plus: sum.low + (a.low + b.low))
    }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self { a + Self(high: -b.high, low: -b.low) }

    /// Off by less than 2⁻¹⁰⁰ of itself.
    @inline(__always)
    static func * (a: Self, b: Self) -> Self {
        let product = Self(exact: a.high, times: b.high)
        return Self(exact: product.high, plus: product.low + (a.high * b.low + a.low * b.high))
    }

    /// The number cut off to the digits of a double, as ``ExactNumber/rounded`` does, or `nil` where an error of `error`
    /// could change a digit. What it stands for is a whole multiple of `unit`.
    func cutOff(error: Double, unit: Double) -> Double? {
        guard high.magnitude > 0x1p-900, high.isFinite else { return nil }
        guard low.magnitude > error else {
            // No other multiple is as near: corners of single precision leave few digits.
            return low.magnitude + error < unit * 0.25 && high.lastDigit >= unit ? high : nil
        }
        let isShort = (low < 0) != (high < 0)
        guard isShort else {
            // Up to half a digit more, which is less than the next number.
            return high
        }
        return high > 0 ? high.nextDown : high.nextUp
    }
}

extension Double {
    /// The power of two of the last binary digit that is not zero; infinity for zero.
    fileprivate var lastDigit: Double {
        guard isNormal else { return self == 0 ? .infinity : 0 }
        let zeros = (significandBitPattern | 1 << 52).trailingZeroBitCount
        return Double(sign: .plus, exponent: Int(exponent) - 52 + zeros, significand: 1)
    }
}

struct PairVector {
    let x, y, z: PairNumber

    init(_ vector: SIMD3<Double>) {
        (x, y, z) = (PairNumber(vector.x), PairNumber(vector.y), PairNumber(vector.z))
    }

    /// The difference of two points, exactly.
    init(from a: SIMD3<Double>, to b: SIMD3<Double>) {
        x = PairNumber(exact: b.x, minus: a.x)
        y = PairNumber(exact: b.y, minus: a.y)
        z = PairNumber(exact: b.z, minus: a.z)
    }

    /// All numbers are whole multiples of it.
    private var unit: Double {
        [x.high, x.low, y.high, y.low, z.high, z.low].reduce(.infinity) { Swift.min($0, $1.lastDigit) }
    }

    /// `self · (v × w)`, cut off to a double; `nil` where pairs are too short for all its digits.
    func cutOffVolume(_ v: Self, _ w: Self) -> Double? {
        let volume =
            x * (v.y * w.z - v.z * w.y) + y * (v.z * w.x - v.x * w.z) + z * (v.x * w.y - v.y * w.x)
        func size(_ u: PairNumber, _ a: PairNumber, _ b: PairNumber, _ c: PairNumber, _ d: PairNumber)
            -> Double
        {
            u.high.magnitude * ((a.high * b.high).magnitude + (c.high * d.high).magnitude)
        }
        let permanent =
            size(x, v.y, w.z, v.z, w.y) + size(y, v.z, w.x, v.x, w.z) + size(z, v.x, w.y, v.y, w.x)
        // No part of a product underflows to matter, and none overflows.
        guard permanent > 0x1p-600, permanent < 0x1p600 else { return nil }
        // Eight steps one after the other, each of less than 2⁻¹⁰⁰ of the permanent, and as much again.
        return volume.cutOff(error: permanent * 0x1p-96, unit: unit * v.unit * w.unit)
    }
}
