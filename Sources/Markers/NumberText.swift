/// What a piece of text says as a number, as people and spreadsheets write them.
public enum NumberText: Hashable, Sendable {
    case number(Double)
    /// A number whose magnitude no double can hold.
    case beyondDoubles
    case noNumber

    /// Reads a number, correctly rounded: an optional sign, digits with or without a point, an optional
    /// exponent; or `NaN`, `inf`, `infinity` in any case. Blanks around it are allowed, nothing else is.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { NumberText($0, 0..<$0.count) }
    }

    /// Reads a part of some bytes as text is read.
    public init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        var (first, end) = (range.lowerBound, range.upperBound)
        while first < end, NumberText.isBlank(bytes[first]) { first += 1 }
        while first < end, NumberText.isBlank(bytes[end - 1]) { end -= 1 }
        let text = UnsafeBufferPointer(rebasing: bytes[first..<end])
        self =
            NumberText(json: text)
            ?? NumberText.asInJSON(text).withUnsafeBufferPointer(NumberText.init(json:))
            ?? NumberText.word(text).map { .number($0) } ?? .noNumber
    }

    /// A number as JSON writes it, and nothing else.
    @inline(__always)
    private init?(json text: UnsafeBufferPointer<UInt8>) {
        var scanner = JSONScanner(text, JSONOptions())
        guard let number = try? scanner.number(), scanner.isAtEnd else { return nil }
        self = JSONNumber.double(number, text).map { .number($0) } ?? .beyondDoubles
    }

    /// A text as JSON would have it if it is a number: without a plus or leading zeros, digits on both sides of a point;
    /// empty where there are no digits.
    private static func asInJSON(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var rest = text[...]
        let sign = rest.first.flatMap { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") ? $0 : nil }
        if sign != nil { rest = rest.dropFirst() }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        let hasPoint = rest.first == UInt8(ascii: ".")
        if hasPoint { rest = rest.dropFirst() }
        let fraction = hasPoint ? rest.prefix(while: isDigit) : rest.prefix(0)
        rest = rest.dropFirst(fraction.count)
        guard !whole.isEmpty || !fraction.isEmpty else { return [] }
        let digits = whole.drop { $0 == UInt8(ascii: "0") }
        let minus = sign == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        let zero = digits.isEmpty ? [UInt8(ascii: "0")] : []
        let point = fraction.isEmpty ? [] : [UInt8(ascii: ".")]
        return minus + zero + digits + point + fraction + rest
    }

    /// The words for what is not finite.
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

    @inline(__always)
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
