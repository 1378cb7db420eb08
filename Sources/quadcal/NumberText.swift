import Foundation

/// What a piece of text says as a number.
enum NumberText: Equatable {
    case number(Double)
    /// A number whose magnitude no double can hold.
    case beyondDoubles
    case noNumber

    /// Reads a number, correctly rounded: an optional sign, digits with or without a point, an optional
    /// exponent; or `NaN`, `inf`, `infinity` in any case. Blanks around it are allowed, nothing else is.
    init(_ text: String) {
        let bytes = Array(text.utf8) + [0]
        self = bytes.withUnsafeBufferPointer { NumberText($0, 0, bytes.count - 1) }
    }

    /// Reads the bytes from `start` up to `end`, which must be followed by one that is no part of a number.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        var (first, end) = (start, end)
        while first < end, isBlank(bytes[first]) { first += 1 }
        while first < end, isBlank(bytes[end - 1]) { end -= 1 }
        let digits = Decimal(bytes, first, end)
        if let exact = digits?.exactDouble {
            self = .number(exact)
        } else if digits != nil, let base = bytes.baseAddress {
            // The C locale, since nothing here sets another.
            let value = strtod(UnsafeRawPointer(base + first).assumingMemoryBound(to: CChar.self), nil)
            self = value.isFinite ? .number(value) : .beyondDoubles
        } else if let value = NumberText.word(bytes, first, end) {
            self = .number(value)
        } else {
            self = .noNumber
        }
    }

    /// The words for what is not finite.
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Double? {
        // The longest is "-infinity".
        guard end > start, end - start <= 9 else { return nil }
        let sign = bytes[start]
        let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
        let letters = bytes[(start + (isSigned ? 1 : 0))..<end]
        switch String(decoding: letters, as: UTF8.self).lowercased() {
        case "nan": return .nan
        case "inf", "infinity": return sign == UInt8(ascii: "-") ? -.infinity : .infinity
        default: return nil
        }
    }
}

/// Blanks may stand around a number: spaces and tabs.
func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

/// A decimal number taken apart: a sign, up to 19 digits, a power of ten.
private struct Decimal {
    private var isNegative = false
    private var digits: UInt64 = 0
    private var exponent = 0
    /// Whether more digits were given than ``digits`` holds.
    private var isCut = false

    /// Nil where the bytes are not exactly one decimal number.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        var place = start
        if place < end, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") {
            isNegative = bytes[place] == UInt8(ascii: "-")
            place += 1
        }
        var count = 0
        var point: Int?
        while place < end {
            let digit = bytes[place] &- UInt8(ascii: "0")
            if digit < 10 {
                count += 1
                // Below this, another digit fits into 64 bits.
                if digits < 1_000_000_000_000_000_000 {
                    digits = digits &* 10 &+ UInt64(digit)
                    if point != nil { exponent -= 1 }
                } else {
                    isCut = true
                }
            } else if bytes[place] == UInt8(ascii: "."), point == nil {
                point = place
            } else {
                break
            }
            place += 1
        }
        guard count > 0 else { return nil }
        if place < end, bytes[place] | 0x20 == UInt8(ascii: "e") {
            guard let power = Decimal.power(bytes, place + 1, end) else { return nil }
            exponent += power
            place = end
        }
        guard place == end else { return nil }
    }

    /// The digits after the `e`, held to where no double can tell the difference.
    private static func power(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var place = start
        let isSigned = place < end && (bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+"))
        if isSigned { place += 1 }
        guard place < end else { return nil }
        var power = 0
        while place < end {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            power = min(power * 10 + Int(digit), 1_000_000_000)
            place += 1
        }
        return isSigned && bytes[start] == UInt8(ascii: "-") ? -power : power
    }

    /// The double, where one multiplication or division of exact doubles gives it (Clinger 1990): up to 53
    /// bits of digits and powers of ten up to 22, which are doubles themselves.
    @inline(__always)
    var exactDouble: Double? {
        guard !isCut, digits <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
        let whole = Double(digits)
        let magnitude = exponent < 0 ? whole / powersOfTen[-exponent] : whole * powersOfTen[exponent]
        return isNegative ? -magnitude : magnitude
    }
}

/// The powers of ten that are doubles.
private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20,
    1e21, 1e22,
]
