import Foundation

/// Numbers as JSON writes them, of the kinds that make conversions go wrong.
public enum NumberTexts {
    /// A number, without its final zero byte, of the kind that has the turn.
    public static func text(_ turn: Int, using random: inout SeededGenerator) -> String {
        switch turn % 8 {
        case 0: finite(&random).description
        case 1: Double(Float(Double.random(in: -30...30, using: &random))).description
        case 2: digits(1...19, &random)
        case 3: digits(18...40, &random)
        case 4: halfway(digits: 18...25, &random)
        case 5: halfway(digits: turn % 1000 == 5 ? 769...790 : 40...60, &random)
        case 6: Double(bitPattern: random.next() >> UInt64.random(in: 12...63, using: &random)).description
        default: "\(random.next())e\(Int.random(in: -345...300, using: &random))"
        }
    }

    /// A finite double of random bits.
    public static func finite(_ random: inout SeededGenerator) -> Double {
        while true {
            let value = Double(bitPattern: random.next())
            if value.isFinite { return value }
        }
    }

    private static func digits(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
        let count = Int.random(in: count, using: &random)
        var digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }
        let isPlain = Bool.random(using: &random)
        let exponent = isPlain ? "" : "e\(Int.random(in: -350...310, using: &random))"
        while digits.count > 1, digits[0] == "0" { digits.removeFirst() }
        if digits.count > 1 {
            digits.insert(".", at: isPlain ? Int.random(in: 1..<digits.count, using: &random) : 1)
        }
        return (Bool.random(using: &random) ? "-" : "") + digits.joined() + exponent
    }

    /// The middle of two neighbouring doubles, truncated after some digits, or with a little more than that.
    private static func halfway(digits: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
        let value = finite(&random).magnitude
        #if arch(x86_64)
        let middle = (Float80(value) + Float80(value.nextUp)) / 2
        #else
        let middle = value
        #endif
        guard middle.isFinite else { return "1" }
        let count = Int.random(in: digits, using: &random)
        var bytes = [CChar](repeating: 0, count: 1000)
        let length = withVaList([Int32(count), middle]) { vsnprintf(&bytes, bytes.count, "%.*Le", $0) }
        var text = String(decoding: bytes[..<Int(length)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        if Bool.random(using: &random), let e = text.firstIndex(of: "e") {
            text.insert(contentsOf: String(Int.random(in: 0...9, using: &random)), at: e)
        }
        return text
    }
}
