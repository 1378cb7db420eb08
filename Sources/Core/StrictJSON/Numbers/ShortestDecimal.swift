/// The shortest decimal digits that read back as a double, and of those the nearest to it.
///
/// Schubfach, by Giulietti (2022, "The Schubfach way to render doubles").
struct ShortestDecimal {
    /// The digits, without trailing zeros.
    package private(set) var digits: UInt64
    package private(set) var exponent: Int

    /// Takes finite magnitudes above zero.
    @inlinable @inline(__always)
    package init(magnitude: Double) {
        self.init(closestTo: magnitude)
        while digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
    }

    @usableFromInline init(closestTo magnitude: Double) {
        let bits = magnitude.bitPattern
        let fraction = bits & (1 << 52 - 1), biased = Int(bits >> 52)
        let significand = biased > 0 ? fraction | 1 << 52 : fraction
        let power = max(biased, 1) - 1075
        if power <= 0, power > -53, significand & (1 << UInt64(-power) - 1) == 0 {
            (digits, exponent) = (significand >> UInt64(-power), 0)
            return
        }
        // The interval that rounds to it, in quarters of its last place; half as wide below a power of two.
        let isNarrowBelow = fraction == 0 && biased > 1
        let odd = significand & 1
        let k = (power * 1_262_611 - (isNarrowBelow ? 524_031 : 0)) >> 22
        let shift = UInt64(power + PowersOfTen.binaryExponent(of: -k) + 1)
        let scale = ShortestDecimal.scale(-k)
        func scaled(_ quarters: UInt64) -> UInt64 { ShortestDecimal.product(scale, quarters << shift) }
        let lower = scaled(4 * significand - (isNarrowBelow ? 1 : 2)) + odd
        let middle = scaled(4 * significand)
        let upper = scaled(4 * significand + 2) - odd
        let whole = middle / 4
        if whole >= 10 {
            let tens = whole / 10
            let isDownInside = lower <= 40 * tens, isUpInside = 40 * tens + 40 <= upper
            if isDownInside != isUpInside {
                (digits, exponent) = (isUpInside ? tens + 1 : tens, k + 1)
                return
            }
        }
        let isDownInside = lower <= 4 * whole, isUpInside = 4 * whole + 4 <= upper
        if isDownInside != isUpInside {
            digits = isUpInside ? whole + 1 : whole
        } else {
            let half = 4 * whole + 2
            digits = middle > half || (middle == half && whole & 1 == 1) ? whole + 1 : whole
        }
        exponent = k
    }

    /// Ten to a power as 128 bits, above it by less than a unit unless exact.
    @inline(__always)
    private static func scale(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        var power = PowersOfTen.shared[exponent]
        if exponent < -27 || exponent > PowersOfTen.exact.upperBound {
            let (low, overflow) = power.low.addingReportingOverflow(1)
            power = (power.high &+ (overflow ? 1 : 0), low)
        }
        return power
    }

    /// The high part of a product of 128 by 64 bits; its last bit is set where something is left below.
    @inline(__always)
    private static func product(_ scale: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
        let below = scale.low.multipliedFullWidth(by: factor).high
        let above = scale.high.multipliedFullWidth(by: factor)
        let (middle, overflow) = above.low.addingReportingOverflow(below)
        return (above.high &+ (overflow ? 1 : 0)) | (middle > 1 ? 1 : 0)
    }
}
