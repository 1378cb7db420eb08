/// The number in a piece of text, as people and spreadsheets write numbers.
public enum NumberText: Hashable, Sendable {
    case number(Double)
    /// A number whose magnitude no double can hold.
    case beyondDoubles
    case noNumber

    /// Reads a number, correctly rounded: an optional sign, digits with or without a point, an optional
    /// exponent; or `NaN`, `inf`, `infinity` in any case. Blanks around it are allowed, nothing else is.
    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { NumberText($0, 0..<$0.count) }
    }

    /// Reads a part of some bytes as text.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        var (first, end) = (range.lowerBound, range.upperBound)
        while first < end, bytes[first].isBlank { first += 1 }
        while first < end, bytes[end - 1].isBlank { end -= 1 }
        let text = UnsafeBufferPointer(rebasing: bytes[first..<end])
        if let number = NumberText.short(text) {
            self = .number(number)
            return
        }
        self =
            NumberText(json: text)
            ?? NumberText.asInJSON(text).withUnsafeBufferPointer(NumberText.init(json:))
            ?? NumberText.word(text).map { .number($0) } ?? .noNumber
    }

    /// The most digits that are sure to fit into 64 bits.
    private static let longestShort = 19

    /// A short number without an exponent, as nearly all are.
    @inline(__always)
    private static func short(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard text.count <= longestShort, let first = text.first else { return nil }
        let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        var number = Decimal()
        number.isNegative = first == UInt8(ascii: "-")
        let start = isSigned ? 1 : 0
        var place = start, point = text.count
        while place < text.count {
            let digit = text[place] &- UInt8(ascii: "0")
            if digit < 10 {
                number.digits = number.digits &* 10 &+ UInt64(digit)
            } else if digit == UInt8(ascii: ".") &- UInt8(ascii: "0"), point == text.count {
                point = place
            } else {
                return nil
            }
            place += 1
        }
        let hasPoint = point < text.count
        let count = text.count - start - (hasPoint ? 1 : 0)
        guard count > 0 else { return nil }
        if hasPoint { number.exponent = point + 1 - text.count }
        return number.double
    }

    /// A number as JSON writes it, and nothing else.
    @inline(__always)
    private init?(json text: UnsafeBufferPointer<UInt8>) {
        var scanner = JSONScanner(text, JSONOptions())
        guard let number = try? scanner.number(), scanner.isAtEnd else { return nil }
        self = JSONNumber.double(number, text).map { .number($0) } ?? .beyondDoubles
    }

    /// A number's text as JSON has it: without a plus or leading zeros, digits on both sides of a point;
    /// empty if there are no digits.
    private static func asInJSON(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var rest = text[...]
        let sign = rest.first.flatMap { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") ? $0 : nil }
        if sign != nil { rest = rest.dropFirst() }
        let whole = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(whole.count)
        let hasPoint = rest.first == UInt8(ascii: ".")
        if hasPoint { rest = rest.dropFirst() }
        let fraction = hasPoint ? rest.prefix(while: \.isDigit) : rest.prefix(0)
        rest = rest.dropFirst(fraction.count)
        guard !whole.isEmpty || !fraction.isEmpty else { return [] }
        let digits = whole.drop { $0 == UInt8(ascii: "0") }
        let minus = sign == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        let zero = digits.isEmpty ? [UInt8(ascii: "0")] : []
        let point = fraction.isEmpty ? [] : [UInt8(ascii: ".")]
        return minus + zero + digits + point + fraction + rest
    }

    /// The number of a word for NaN or an infinity.
    private static func word(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        // The longest is "-infinity".
        guard let sign = text.first, text.count <= 9 else { return nil }
        let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
        switch String(decoding: text.dropFirst(isSigned ? 1 : 0), as: UTF8.self).lowercased() {
        case "nan": return .nan
        case "inf", "infinity": return sign == UInt8(ascii: "-") ? -.infinity : .infinity
        default: return nil
        }
    }
}

extension Double {
    /// The shortest text that reads back as the number, without a fraction of zero.
    package var shortestText: String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}
