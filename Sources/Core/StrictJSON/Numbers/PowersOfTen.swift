/// The first 128 bits of the powers of ten that conversions between text and doubles need.
///
/// Entry `q` is 10^q, scaled by a power of two into [2^127, 2^128) and truncated; from -27 to -1 it is
/// rounded up, as Lemire (2021, "Number parsing at a gigabyte per second", section 8) needs it to see halfway
/// cases.
struct PowersOfTen: Sendable {
    package static let exponents = -342...324
    /// The powers whose entry is the power itself: 5^55 has 128 bits.
    package static let exact = 0...55
    private static let roundedUp = -27 ... -1
    package static let shared = PowersOfTen()

    private let high: [UInt64]
    private let low: [UInt64]

    /// The entry of an exponent within ``exponents``.
    @inline(__always)
    package subscript(exponent: Int) -> (high: UInt64, low: UInt64) {
        let index = exponent - PowersOfTen.exponents.lowerBound
        return (high[index], low[index])
    }

    /// Ten and five to a power differ by a power of two only, which the scaling takes out.
    @usableFromInline init() {
        let count = PowersOfTen.exponents.count
        var high = [UInt64](repeating: 0, count: count), low = high
        func note(_ exponent: Int, _ whole: WholeNumber) {
            let index = exponent - PowersOfTen.exponents.lowerBound
            (high[index], low[index]) = whole.leadingBits
            if PowersOfTen.roundedUp.contains(exponent) { low[index] += 1 }
        }
        var power = WholeNumber(1)
        for exponent in 0...PowersOfTen.exponents.upperBound {
            note(exponent, power)
            power.multiply(by: 5)
        }
        // Truncating at each step gives what one division would; 2^1024 leaves 5^-342 all its 128 bits.
        var reciprocal = WholeNumber(1)
        reciprocal.shiftLeft(by: 1024)
        for exponent in (PowersOfTen.exponents.lowerBound ... -1).reversed() {
            reciprocal.divide(by: 5)
            note(exponent, reciprocal)
        }
        (self.high, self.low) = (high, low)
    }

    /// The binary exponent of 10^q, rounded down; right for every entry.
    @inline(__always)
    static func binaryExponent(of exponent: Int) -> Int { (exponent &* 217706) >> 16 }
}
