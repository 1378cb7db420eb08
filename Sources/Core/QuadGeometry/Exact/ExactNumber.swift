/// An exact number: a whole number of any size times a power of two.
///
/// Sums, differences and products of finite doubles are such numbers, so the sign of any polynomial of
/// coordinates comes out right, from the smallest subnormal to the largest double in one expression. It is the
/// fallback behind the filters of ``ExactSign``, and takes microseconds where they take nanoseconds.
struct ExactNumber: Sendable {
    /// The magnitude's binary digits, 64 to a limb, lowest first; the last limb is not zero. Empty is zero.
    private var limbs: [UInt64]
    private var isNegative: Bool
    /// The value is `limbs` times 2 to this power.
    private var exponent: Int

    private init(limbs: [UInt64], isNegative: Bool, exponent: Int) {
        self.limbs = limbs
        self.isNegative = isNegative
        self.exponent = exponent
        while self.limbs.last == 0 { self.limbs.removeLast() }
    }

    static let zero = ExactNumber(limbs: [], isNegative: false, exponent: 0)

    init(_ value: Double) {
        precondition(value.isFinite, "only finite numbers are exact")
        guard value != 0 else {
            self = .zero
            return
        }
        let stored = value.significandBitPattern
        let significand = value.isNormal ? stored | 1 << 52 : stored
        let power = (value.isNormal ? Int(value.exponentBitPattern) : 1) - 1075
        let spare = significand.trailingZeroBitCount
        self.init(limbs: [significand >> spare], isNegative: value < 0, exponent: power + spare)
    }

    var sign: Int { limbs.isEmpty ? 0 : isNegative ? -1 : 1 }

    static prefix func - (value: Self) -> Self {
        ExactNumber(limbs: value.limbs, isNegative: !value.isNegative, exponent: value.exponent)
    }

    static func * (a: Self, b: Self) -> Self {
        guard a.sign != 0, b.sign != 0 else { return .zero }
        var product = [UInt64](repeating: 0, count: a.limbs.count + b.limbs.count)
        for (i, x) in a.limbs.enumerated() {
            var carry: UInt64 = 0
            for (j, y) in b.limbs.enumerated() {
                let (high, low) = x.multipliedFullWidth(by: y)
                let (withOld, first) = product[i + j].addingReportingOverflow(low)
                let (withCarry, second) = withOld.addingReportingOverflow(carry)
                product[i + j] = withCarry
                // x·y is at most (2⁶⁴-1)², which leaves room for both carries.
                carry = high + (first ? 1 : 0) + (second ? 1 : 0)
            }
            product[i + b.limbs.count] = carry
        }
        return ExactNumber(
            limbs: product, isNegative: a.isNegative != b.isNegative, exponent: a.exponent + b.exponent)
    }

    static func + (a: Self, b: Self) -> Self {
        guard a.sign != 0 else { return b }
        guard b.sign != 0 else { return a }
        let exponent = min(a.exponent, b.exponent)
        let x = shifted(a.limbs, by: a.exponent - exponent)
        let y = shifted(b.limbs, by: b.exponent - exponent)
        if a.isNegative == b.isNegative {
            return ExactNumber(limbs: sum(x, y), isNegative: a.isNegative, exponent: exponent)
        }
        return isBelow(x, y)
            ? ExactNumber(limbs: difference(y, x), isNegative: b.isNegative, exponent: exponent)
            : ExactNumber(limbs: difference(x, y), isNegative: a.isNegative, exponent: exponent)
    }

    static func - (a: Self, b: Self) -> Self { a + -b }

    /// The value as a number of magnitude 0.5 to 1 with 53 digits, cut off, and a power of two; (0, 0) for zero.
    var rounded: (fraction: Double, exponent: Int) {
        guard let top = limbs.last else { return (0, 0) }
        let spare = top.leadingZeroBitCount
        let below = limbs.count > 1 && spare > 0 ? limbs[limbs.count - 2] >> (64 - spare) : 0
        let digits = top << spare | below
        let fraction = Double(digits >> 11) * 0x1p-53
        return (isNegative ? -fraction : fraction, exponent + 64 * limbs.count - spare)
    }

    /// The quotient of two exact numbers, off by at most ``quotientError`` times itself; `divisor` is not zero.
    static func quotient(_ dividend: Self, by divisor: Self) -> Double {
        let (a, i) = dividend.rounded
        let (b, j) = divisor.rounded
        return Double(sign: .plus, exponent: i - j, significand: a / b)
    }

    /// The magnitude of `dividend` over the root of `square`, which is positive; with the error of ``quotient(_:by:)``.
    static func quotient(_ dividend: Self, byRootOf square: Self) -> Double {
        let (a, i) = dividend.rounded
        let (b, j) = square.rounded
        // An odd power leaves a factor of two under the root.
        let isOdd = j & 1 != 0
        let root = (isOdd ? 2 * b : b).squareRoot()
        return Double(sign: .plus, exponent: i - (isOdd ? j - 1 : j) / 2, significand: a.magnitude / root)
    }

    /// Two cut-offs and the rounding of the division, for quotients that are normal doubles.
    ///
    /// Worst seen: 1.92 `ulpOfOne`, over 2,915,892 random products against 80-bit arithmetic (`BoundTests`).
    static let quotientError = 3 * Double.ulpOfOne

    private static func shifted(_ limbs: [UInt64], by bits: Int) -> [UInt64] {
        guard bits > 0 else { return limbs }
        let (whole, part) = bits.quotientAndRemainder(dividingBy: 64)
        var result = [UInt64](repeating: 0, count: whole)
        result.reserveCapacity(whole + limbs.count + 1)
        guard part > 0 else { return result + limbs }
        var carry: UInt64 = 0
        for limb in limbs {
            result.append(limb << part | carry)
            carry = limb >> (64 - part)
        }
        result.append(carry)
        return result
    }

    private static func sum(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        var (result, other) = a.count >= b.count ? (a, b) : (b, a)
        var carry: UInt64 = 0
        for i in result.indices {
            let (first, over) = result[i].addingReportingOverflow(i < other.count ? other[i] : 0)
            let (second, overAgain) = first.addingReportingOverflow(carry)
            result[i] = second
            carry = over || overAgain ? 1 : 0
        }
        other = [carry]
        return result + other
    }

    /// `a - b` where a is not below b.
    private static func difference(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        var result = a
        var borrow: UInt64 = 0
        for i in result.indices {
            let (first, under) = result[i].subtractingReportingOverflow(i < b.count ? b[i] : 0)
            let (second, underAgain) = first.subtractingReportingOverflow(borrow)
            result[i] = second
            borrow = under || underAgain ? 1 : 0
        }
        return result
    }

    private static func isBelow(_ a: [UInt64], _ b: [UInt64]) -> Bool {
        for i in stride(from: max(a.count, b.count) - 1, through: 0, by: -1) {
            let x = i < a.count ? a[i] : 0
            let y = i < b.count ? b[i] : 0
            if x != y { return x < y }
        }
        return false
    }
}

/// A point or direction of exact numbers, with the products the signs are made of.
struct ExactVector: Sendable {
    var x, y, z: ExactNumber

    init(x: ExactNumber, y: ExactNumber, z: ExactNumber) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ vector: SIMD3<Double>) {
        self.init(x: ExactNumber(vector.x), y: ExactNumber(vector.y), z: ExactNumber(vector.z))
    }

    static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }

    static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }

    static func * (a: Self, factor: ExactNumber) -> Self {
        Self(x: a.x * factor, y: a.y * factor, z: a.z * factor)
    }

    func dot(_ other: Self) -> ExactNumber { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Self) -> Self {
        Self(
            x: y * other.z - z * other.y,
            y: z * other.x - x * other.z,
            z: x * other.y - y * other.x)
    }

    /// The direction as doubles, at a power of two that makes its largest component 0.5 to 1; zero stays zero.
    var direction: SIMD3<Double> {
        let parts = [x.rounded, y.rounded, z.rounded]
        let largest = parts.filter { $0.fraction != 0 }.map { $0.exponent }.max() ?? 0
        let numbers = parts.map {
            Double(sign: .plus, exponent: $0.exponent - largest, significand: $0.fraction)
        }
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }
}
