/// The occurrences of a secret in a server's text, in every form that decodes to it: with escapes of JSON, of addresses and
/// of markup, even when a text with escapes was escaped again.
struct SecretForms {
    /// So many escapes may be inside each other.
    private static let deepest = 3
    private static let hidden = Array("(hidden)".utf8)

    private let secret: [UInt8]

    /// - Parameter secret: Printable ASCII, at least one character.
    init(_ secret: String) { self.secret = Array(secret.utf8) }

    func hidden(in text: String) -> String { String(decoding: hidden(in: Array(text.utf8)), as: UTF8.self) }

    /// The bytes with each occurrence replaced.
    func hidden(in text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [], copied = 0, place = 0
        while place < text.count {
            guard let end = end(in: text, from: place) else {
                place += 1
                continue
            }
            result += text[copied..<place] + Self.hidden
            (place, copied) = (end, end)
        }
        return copied == 0 ? text : result + text[copied...]
    }

    /// The end of the longest occurrence that begins at a place.
    private func end(in text: [UInt8], from place: Int) -> Int? {
        guard text[place] == secret[0] || Self.beginsEscape(text[place]) else { return nil }
        var ends: Set = [place]
        for byte in secret {
            var further: Set<Int> = []
            for end in ends {
                for reading in Self.readings(of: text, at: end, Self.deepest) where reading.byte == byte {
                    further.insert(reading.end)
                }
            }
            guard !further.isEmpty else { return nil }
            ends = further
        }
        return ends.max()
    }

    private static func beginsEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&")
    }

    /// A character that text means, and where the text behind it begins.
    private typealias Reading = (byte: UInt8, end: Int)

    /// Everything that the text at a place may mean, with so many escapes inside each other.
    private static func readings(of text: [UInt8], at place: Int, _ depth: Int) -> [Reading] {
        guard place < text.count else { return [] }
        let plain = (byte: text[place], end: place + 1)
        guard depth > 0, beginsEscape(plain.byte) else { return [plain] }
        return readings(of: text, at: place, depth - 1).flatMap { first -> [Reading] in
            switch first.byte {
            case UInt8(ascii: "%"):
                [first] + number(in: text, at: first.end, radix: 16, digits: 2...2, depth - 1)
            case UInt8(ascii: "\\"):
                [first] + escapes(in: text, at: first.end, depth - 1)
            case UInt8(ascii: "&"):
                [first] + references(in: text, at: first.end, depth - 1)
            default: [first]
            }
        }
    }

    /// The meanings of what follows a backslash.
    private static func escapes(in text: [UInt8], at place: Int, _ depth: Int) -> [Reading] {
        readings(of: text, at: place, depth).flatMap { letter -> [Reading] in
            switch letter.byte {
            case UInt8(ascii: "u"): number(in: text, at: letter.end, radix: 16, digits: 4...4, depth)
            case UInt8(ascii: "x"): number(in: text, at: letter.end, radix: 16, digits: 2...2, depth)
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                []
            default: [letter]
            }
        }
    }

    private static let names: [(name: StaticString, byte: UInt8)] = [
        ("amp;", UInt8(ascii: "&")), ("lt;", UInt8(ascii: "<")), ("gt;", UInt8(ascii: ">")),
        ("quot;", UInt8(ascii: "\"")), ("apos;", UInt8(ascii: "'")), ("sol;", UInt8(ascii: "/")),
        ("plus;", UInt8(ascii: "+")), ("equals;", UInt8(ascii: "=")),
    ]

    /// The meanings of what follows the ampersand of a character reference.
    private static func references(in text: [UInt8], at place: Int, _ depth: Int) -> [Reading] {
        // Most text after an ampersand begins none, and to try all names on it takes minutes for a text of ampersands.
        let next = Set(readings(of: text, at: place, depth).map(\.byte))
        let candidates = names.filter { next.contains($0.name.utf8Start[0]) }
        guard !candidates.isEmpty || next.contains(UInt8(ascii: "#")) else { return [] }
        let named = candidates.flatMap { name, byte in
            ends(of: name, in: text, at: place, depth).map { (byte: byte, end: $0) }
        }
        let decimal = ends(of: "#", in: text, at: place, depth).flatMap {
            number(in: text, at: $0, radix: 10, digits: 1...7, depth)
        }
        let hexadecimal =
            (ends(of: "#x", in: text, at: place, depth) + ends(of: "#X", in: text, at: place, depth))
            .flatMap { number(in: text, at: $0, radix: 16, digits: 1...6, depth) }
        return named
            + (decimal + hexadecimal).flatMap { number in
                ends(of: ";", in: text, at: number.end, depth).map { (byte: number.byte, end: $0) }
            }
    }

    private static func ends(
        of word: StaticString, in text: [UInt8], at place: Int, _ depth: Int
    ) -> [Int] {
        var ends = [place]
        for index in 0..<word.utf8CodeUnitCount {
            ends = ends.flatMap { end in
                readings(of: text, at: end, depth).filter { $0.byte == word.utf8Start[index] }.map(\.end)
            }
        }
        return ends
    }

    /// The ASCII characters whose number is written at a place.
    private static func number(
        in text: [UInt8], at place: Int, radix: Int, digits: ClosedRange<Int>, _ depth: Int
    ) -> [Reading] {
        var found: [Reading] = [], numbers = [(value: 0, end: place)]
        for count in 1...digits.upperBound {
            numbers = numbers.flatMap { number in
                readings(of: text, at: number.end, depth).compactMap { digit in
                    Character(Unicode.Scalar(digit.byte)).hexDigitValue.flatMap {
                        $0 < radix ? (number.value * radix + $0, digit.end) : nil
                    }
                }
            }
            guard digits.contains(count) else { continue }
            found += numbers.compactMap { number in UInt8(exactly: number.value).map { ($0, number.end) } }
        }
        return found
    }
}
