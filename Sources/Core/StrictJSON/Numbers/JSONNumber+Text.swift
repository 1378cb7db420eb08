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
        let whole = count + shortest.exponent
        if magnitude > 0x1p53 || whole < -3 {
            text.put(shortest.digits, pointBehind: 1, of: count)
            text.put("e")
            let power = UInt64((whole - 1).magnitude)
            text.put(whole <= 0 ? "-" : "+")
            text.put(power, max(2, digitCount(power)))
        } else if whole <= 0 {
            text.put("0")
            text.put(".")
            if whole < 0 { text.put(0, -whole) }
            text.put(allOf: shortest.digits, count)
        } else if whole < count {
            text.put(shortest.digits, pointBehind: whole, of: count)
        } else {
            text.put(allOf: shortest.digits, count)
            if whole > count { text.put(0, whole - count) }
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

/// The memory that a number is written to, of ``JSONNumber/longestDouble`` bytes.
private struct NumberRoom {
    package var place: UnsafeMutablePointer<UInt8>

    @inline(__always)
    package mutating func put(_ letter: Unicode.Scalar) {
        place.pointee = UInt8(ascii: letter)
        place += 1
    }

    /// Writes this many digits, with leading zeros if there are fewer.
    package mutating func put(_ digits: UInt64, _ count: Int) {
        var rest = digits
        for i in (0..<count).reversed() {
            let (tenth, digit) = rest.quotientAndRemainder(dividingBy: 10)
            place[i] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = tenth
        }
        place += count
    }

    /// Writes the digits of a double, of which there are this many; up to 7 bytes behind them change, too.
    @inline(__always)
    package mutating func put(allOf digits: UInt64, _ count: Int) {
        let raw = UnsafeMutableRawPointer(place)
        func store(_ eight: UInt64, at offset: Int) {
            raw.storeBytes(of: eight.littleEndian, toByteOffset: offset, as: UInt64.self)
        }
        // The first one to eight digits, then eights.
        let rest = (count - 1) & 7 + 1
        var low = digits
        if count > 16 {
            let high = digits / 10_000_000_000_000_000
            low -= high * 10_000_000_000_000_000
            store(NumberRoom.eight(high) >> UInt64(64 - 8 * rest), at: 0)
            store(NumberRoom.eight(low / 100_000_000), at: rest)
            store(NumberRoom.eight(low % 100_000_000), at: rest + 8)
        } else if count > 8 {
            store(NumberRoom.eight(low / 100_000_000) >> UInt64(64 - 8 * rest), at: 0)
            store(NumberRoom.eight(low % 100_000_000), at: rest)
        } else {
            store(NumberRoom.eight(low) >> UInt64(64 - 8 * rest), at: 0)
        }
        place += count
    }

    /// The text of a number below 10^8 with leading zeros, the first digit in the lowest byte.
    @inline(__always)
    private static func eight(_ number: UInt64) -> UInt64 {
        // Both halves of four digits, then pairs, then digits, all at once: 10486 / 2^20 and 103 / 2^10 are a hundredth and a tenth of
        // what is this small, rounded down.
        let halves = number / 10_000 | (number % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007f_0000_007f
        let pairs = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (pairs &* 103) >> 10 & 0x000f_000f_000f_000f
        return (tens | (pairs &- tens &* 10) << 8) | 0x3030_3030_3030_3030
    }

    @inline(__always)
    package mutating func put(fraction: UInt64, _ count: Int) {
        put(".")
        put(fraction, count)
    }

    /// Writes digits with a point after the first `whole` of them, but not after the last.
    @inline(__always)
    package mutating func put(_ digits: UInt64, pointBehind whole: Int, of count: Int) {
        guard whole < count else { return put(allOf: digits, count) }
        let start = place
        place += 1
        put(allOf: digits, count)
        for i in 0..<whole { start[i] = start[i + 1] }
        start[whole] = UInt8(ascii: ".")
    }
}

/// 10^0 to 10^18.
private let wholePowersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
]
