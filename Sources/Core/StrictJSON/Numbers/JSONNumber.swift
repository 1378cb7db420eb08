/// Conversion of a number to a double.
package enum JSONNumber {
    /// The double nearest to the valid number that starts at a place; nil beyond the largest.
    package static func double(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Double? {
        var scanner = JSONScanner(bytes, JSONOptions())
        scanner.place = start
        guard let number = try? scanner.number() else { return nil }
        return double(number, UnsafeBufferPointer(rebasing: bytes[start..<scanner.place]))
    }

    /// The double nearest to a number that was read from a text; nil beyond the largest.
    @inline(__always)
    package static func double(_ number: Decimal, _ text: UnsafeBufferPointer<UInt8>)
        -> Double?
    {
        let value = number.double ?? exact(number, text)
        return value.isFinite ? value : nil
    }

    private static func exact(_ number: Decimal, _ text: UnsafeBufferPointer<UInt8>) -> Double {
        let bits = ExactDecimal(text: text).nearestBits(
            from: Decimal.nearestBits(number.digits, number.exponent))
        return Double(bitPattern: number.isNegative ? bits | 1 << 63 : bits)
    }
}

/// A decimal number with all its digits, for the doubles that its first 19 do not settle.
struct ExactDecimal {
    private var digits = WholeNumber(0)
    private var exponent: Int

    /// More digits decide only whether there is something beyond them: halfway points have at most 767.
    private static let mostDigits = 800

    /// Takes the digits of a number of valid syntax, whose exponent is in the range that matters to a double.
    package init(text: UnsafeBufferPointer<UInt8>) {
        exponent = 0
        var count = 0, isBehindPoint = false, hasMore = false
        for (i, byte) in text.enumerated() {
            if byte == UInt8(ascii: ".") {
                isBehindPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                exponent += Int(String(decoding: text[(i + 1)...], as: UTF8.self)) ?? 0
                break
            } else if byte != UInt8(ascii: "-") {
                let digit = UInt64(byte &- UInt8(ascii: "0"))
                if count < ExactDecimal.mostDigits {
                    digits.multiply(by: 10, adding: digit)
                    if count > 0 || digit > 0 { count += 1 }
                    if isBehindPoint { exponent -= 1 }
                } else {
                    if digit > 0 { hasMore = true }
                    if !isBehindPoint { exponent += 1 }
                }
            }
        }
        if hasMore {
            digits.multiply(by: 10, adding: 1)
            exponent -= 1
        }
    }

    /// The bits of the nearest double, ties to even, found by stepping from a near one.
    func nearestBits(from start: UInt64) -> UInt64 {
        var bits = start
        while bits < 0x7ff << 52, isBeyond(halfwayAbove: bits, orOnIt: bits & 1 == 1) { bits += 1 }
        while bits > 0, !isBeyond(halfwayAbove: bits - 1, orOnIt: bits & 1 == 0) { bits -= 1 }
        return bits
    }

    /// True if this is more than the midpoint between a double and the next larger one.
    private func isBeyond(halfwayAbove bits: UInt64, orOnIt: Bool) -> Bool {
        let biased = Int(bits >> 52)
        let significand = bits & (1 << 52 - 1) | (biased > 0 ? 1 << 52 : 0)
        // Twice the significand and one, at half the unit of the last place.
        var middle = WholeNumber(2 * significand + 1)
        var mine = digits
        let twos = max(biased, 1) - 1076 - exponent
        if exponent >= 0 {
            mine.multiply(byPowerOfFive: exponent)
        } else {
            middle.multiply(byPowerOfFive: -exponent)
        }
        if twos >= 0 { middle.shiftLeft(by: twos) } else { mine.shiftLeft(by: -twos) }
        return orOnIt ? !(mine < middle) : middle < mine
    }
}
