extension JSONNumber {
    /// The most bytes of a double, as in `-2.2250738585072014e-308`.
    package static let longestDouble = 24

    /// Writes a finite double in the fewest digits that read back to it, as Swift does; returns its bytes.
    ///
    /// Whole numbers keep their `.0`; beyond 2^53 and below 1e-4 there is an exponent.
    @inline(__always)
    package static func write(_ value: Double, to start: UnsafeMutablePointer<UInt8>) -> Int {
        var text = NumberRoom(place: start)
        if value.sign == .minus { text.put("-") }
        let magnitude = value.magnitude
        guard magnitude > 0 else {
            text.put("0")
            text.put(fraction: 0, 1)
            return text.place - start
        }
        let shortest = ShortestDecimal(magnitude: magnitude)
        let count = digitCount(shortest.digits)
        /// The number of digits before the point.
        let whole = count + shortest.exponent
        if magnitude > 0x1p53 || whole < -3 {
            text.put(shortest.digits, pointBehind: 1, of: count)
            text.put("e")
            let power = UInt64((whole - 1).magnitude)
            text.put(whole <= 0 ? "-" : "+")
            text.put(power, max(2, digitCount(power)))
        } else if whole <= 0 {
            text.put("0")
            text.put(fraction: shortest.digits, count - whole)
        } else if whole < count {
            text.put(shortest.digits, pointBehind: whole, of: count)
        } else {
            text.put(shortest.digits, count)
            text.put(0, whole - count)
            text.put(fraction: 0, 1)
        }
        return text.place - start
    }

    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        // Mostly seventeen or sixteen.
        var count = wholePowersOfTen.count - 1
        return wholePowersOfTen.withUnsafeBufferPointer { powers in
            while count > 1, value < powers[count - 1] { count -= 1 }
            return count
        }
    }
}

/// The memory that a number is written to.
private struct NumberRoom {
    package var place: UnsafeMutablePointer<UInt8>

    @inline(__always)
    package mutating func put(_ letter: Unicode.Scalar) {
        place.pointee = UInt8(ascii: letter)
        place += 1
    }

    /// Writes this many digits, with leading zeros if there are fewer.
    @inline(__always)
    package mutating func put(_ digits: UInt64, _ count: Int) {
        var rest = digits, i = count
        digitPairs.withUTF8Buffer { pairs in
            while i >= 2 {
                let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
                place[i - 1] = pairs[Int(pair) * 2 + 1]
                place[i - 2] = pairs[Int(pair) * 2]
                rest = hundreds
                i -= 2
            }
        }
        if i == 1 { place.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
        place += count
    }

    @inline(__always)
    package mutating func put(fraction: UInt64, _ count: Int) {
        put(".")
        put(fraction, count)
    }

    /// Writes digits with a point after the first `whole` of them, but not after the last.
    @inline(__always)
    package mutating func put(_ digits: UInt64, pointBehind whole: Int, of count: Int) {
        guard whole < count else { return put(digits, count) }
        let unit = wholePowersOfTen.withUnsafeBufferPointer { $0[count - whole] }
        let (before, behind) = digits.quotientAndRemainder(dividingBy: unit)
        put(before, whole)
        put(fraction: behind, count - whole)
    }
}

private let digitPairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

/// 10^0 to 10^18.
private let wholePowersOfTen: [UInt64] = (0..<19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
