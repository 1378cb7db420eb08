/// A number as JSON writes it, split into up to 19 digits and a power of ten.
package struct Decimal {
    package var isNegative = false
    /// The digits without the point; only the first 19 from the first nonzero one, if there are more.
    package var digits: UInt64 = 0
    package var exponent = 0
    /// True if digits were left out.
    @usableFromInline var isCut = false

    package init() {}

    /// The nearest double, ties to even, or infinity; nil if the digits that were left out may decide.
    @inline(__always)
    package var double: Double? {
        // One multiplication or division of exact doubles (Clinger 1990).
        if digits <= 1 << 53, exponent >= -22, exponent <= 22, !isCut {
            let whole = Double(digits)
            let magnitude = smallPowersOfTen.withUnsafeBufferPointer {
                exponent < 0 ? whole / $0[-exponent] : whole * $0[exponent]
            }
            return isNegative ? -magnitude : magnitude
        }
        let bits = Decimal.nearestBits(digits, exponent)
        if isCut, Decimal.nearestBits(digits + 1, exponent) != bits { return nil }
        return Double(bitPattern: isNegative ? bits | 1 << 63 : bits)
    }

    /// The bits of the double nearest to `digits` times ten to `exponent`, by Eisel and Lemire; exact for all 64 bits
    /// of digits (Mushtak, Lemire 2023, "Fast number parsing without fallback").
    @inline(__always)
    static func nearestBits(_ digits: UInt64, _ exponent: Int) -> UInt64 {
        if digits == 0 || exponent < PowersOfTen.exponents.lowerBound { return 0 }
        let infinity: UInt64 = 0x7ff << 52
        if exponent > 308 { return infinity }
        let zeros = digits.leadingZeroBitCount
        let scaled = digits << UInt64(zeros)
        let power = PowersOfTen.shared[exponent]
        var (high, low) = scaled.multipliedFullWidth(by: power.high)
        // 53 bits, one for rounding and one for the leading place are needed; if the others are all ones, the
        // second half of the power may carry into them.
        if high & 0x1ff == 0x1ff {
            let second = scaled.multipliedFullWidth(by: power.low).high
            let (sum, overflow) = low.addingReportingOverflow(second)
            low = sum
            if overflow { high &+= 1 }
        }
        let top = Int(high >> 63)
        let shift = UInt64(top + 9)
        var significand = high >> shift
        var biased = PowersOfTen.binaryExponent(of: exponent) + 63 + top - zeros + 1023
        if biased <= 0 {
            guard biased > -63 else { return 0 }
            significand >>= UInt64(1 - biased)
            // Rounding up may reach the smallest normal number, whose bits follow.
            return (significand + (significand & 1)) >> 1
        }
        // Exactly halfway, as only small powers can be: to even.
        if low <= 1, exponent >= -4, exponent <= 23, significand & 3 == 1, significand << shift == high {
            significand &= ~1
        }
        significand = (significand + (significand & 1)) >> 1
        if significand == 1 << 53 {
            significand >>= 1
            biased += 1
        }
        return biased >= 0x7ff ? infinity : UInt64(biased) << 52 | significand & ~(1 << 52)
    }
}

private let smallPowersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
]
