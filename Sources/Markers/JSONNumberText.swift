extension JSONNumber {
    /// The most bytes a double takes, as in `-2.2250738585072014e-308`.
    static let longestDouble = 24

    /// Writes a finite double as short as it reads back, as Swift describes it, and returns how many bytes it took.
    ///
    /// Whole numbers keep their `.0`; beyond 2^53 and below 1e-4 there is an exponent.
    static func write(_ value: Double, to start: UnsafeMutablePointer<UInt8>) -> Int {
        var place = start
        func put(_ byte: UInt8) {
            place.pointee = byte
            place += 1
        }
        func put(zeros count: Int) { for _ in 0..<count { put(UInt8(ascii: "0")) } }
        if value.sign == .minus { put(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        guard magnitude > 0 else {
            put(UInt8(ascii: "0"))
            put(UInt8(ascii: "."))
            put(UInt8(ascii: "0"))
            return place - start
        }
        var shortest = ShortestDecimal(magnitude: magnitude)
        while shortest.digits % 10 == 0 {
            shortest.digits /= 10
            shortest.exponent += 1
        }
        let count = digitCount(shortest.digits)
        /// How many digits stand before the point.
        let whole = count + shortest.exponent
        func put(digits: UInt64, _ count: Int) {
            var rest = digits
            for i in (0..<count).reversed() {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                place[i] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                rest = quotient
            }
            place += count
        }
        /// Puts a point behind the first digits, which make room for it.
        func putPoint(behind first: Int) {
            let tail = place - (count - first)
            (tail + 1).update(from: tail, count: count - first)
            tail.pointee = UInt8(ascii: ".")
            place += 1
        }
        if magnitude > 0x1p53 || whole < -3 {
            put(digits: shortest.digits, count)
            if count > 1 { putPoint(behind: 1) }
            put(UInt8(ascii: "e"))
            let power = whole - 1
            put(power < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
            put(digits: UInt64(power.magnitude), max(2, digitCount(UInt64(power.magnitude))))
        } else if whole <= 0 {
            put(UInt8(ascii: "0"))
            put(UInt8(ascii: "."))
            put(zeros: -whole)
            put(digits: shortest.digits, count)
        } else if whole < count {
            put(digits: shortest.digits, count)
            putPoint(behind: whole)
        } else {
            put(digits: shortest.digits, count)
            put(zeros: whole - count)
            put(UInt8(ascii: "."))
            put(UInt8(ascii: "0"))
        }
        return place - start
    }

    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        var count = 1, limit: UInt64 = 10
        while value >= limit, count < 19 {
            count += 1
            limit = limit &* 10
        }
        return count
    }
}
