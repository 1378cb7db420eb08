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

/// An integer of any size, for what 128 bits cannot decide.
struct WholeNumber {
    /// The words, least significant first; the last is not zero.
    package private(set) var words: [UInt64]

    package init(_ value: UInt64) { words = value == 0 ? [] : [value] }

    package mutating func multiply(by factor: UInt64, adding summand: UInt64 = 0) {
        var carry = summand
        for i in words.indices {
            let product = words[i].multipliedFullWidth(by: factor)
            let (sum, overflow) = product.low.addingReportingOverflow(carry)
            words[i] = sum
            carry = product.high &+ (overflow ? 1 : 0)
        }
        if carry > 0 { words.append(carry) }
        while words.last == 0 { words.removeLast() }
    }

    /// Divides and rounds down.
    mutating func divide(by divisor: UInt64) {
        var rest: UInt64 = 0
        for i in words.indices.reversed() {
            (words[i], rest) = divisor.dividingFullWidth((rest, words[i]))
        }
        while words.last == 0 { words.removeLast() }
    }

    mutating func shiftLeft(by bits: Int) {
        guard !words.isEmpty else { return }
        multiply(by: 1 << UInt64(bits % 64))
        words.insert(contentsOf: repeatElement(0, count: bits / 64), at: 0)
    }

    package mutating func multiply(byPowerOfFive power: Int) {
        // The largest power of five in 64 bits.
        for _ in 0..<(power / 27) { multiply(by: 7_450_580_596_923_828_125) }
        for _ in 0..<(power % 27) { multiply(by: 5) }
    }

    /// The first 128 bits, from the first that is set, padded with zeros if there are fewer.
    var leadingBits: (high: UInt64, low: UInt64) {
        let count = words.count
        func word(_ fromTop: Int) -> UInt64 { fromTop < count ? words[count - 1 - fromTop] : 0 }
        let shift = UInt64(word(0).leadingZeroBitCount)
        func shifted(_ fromTop: Int) -> UInt64 { word(fromTop) << shift | word(fromTop + 1) >> (64 - shift) }
        return (shifted(0), shifted(1))
    }

    package static func < (a: WholeNumber, b: WholeNumber) -> Bool {
        guard a.words.count == b.words.count else { return a.words.count < b.words.count }
        return a.words.reversed().lexicographicallyPrecedes(b.words.reversed())
    }
}
