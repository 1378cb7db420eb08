/// Takes the code, comments and literals of Swift apart. It knows no regular expressions without `#`.
struct SwiftLexer {
    /// Each as long as the text, blank where the others are.
    private(set) var code: [UInt8]
    private(set) var comments: [UInt8]
    private(set) var strings: [UInt8]

    private enum Scope {
        /// Code, in an interpolation with as many open parentheses.
        case code(open: Int)
        /// A literal that ends with as many quotes and number signs.
        case string(quotes: Int, signs: Int)
    }

    private static let newline = UInt8(ascii: "\n")
    private static let endsOfLines = ByteSet([newline])
    private static let signsOfCode = ByteSet("/\"#()".utf8)
    private static let signsOfStrings = ByteSet("\\\"".utf8)

    private let bytes: [UInt8]
    /// Only the ends of lines.
    private let blanks: [UInt8]
    private var place = 0
    private var scopes: [Scope] = [.code(open: 0)]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        code = bytes
        blanks = bytes.map { $0 == Self.newline ? $0 : UInt8(ascii: " ") }
        comments = blanks
        strings = blanks
        while place < bytes.count {
            switch scopes[scopes.count - 1] {
            case .code(let open): stepInCode(open)
            case .string(let quotes, let signs): stepInString(quotes, signs)
            }
        }
    }

    private mutating func stepInCode(_ open: Int) {
        switch bytes[place] {
        case UInt8(ascii: "/") where follows("/", after: 1): takeLineComment()
        case UInt8(ascii: "/") where follows("*", after: 1): takeBlockComment()
        case UInt8(ascii: "\""), UInt8(ascii: "#"): takeOpening()
        case UInt8(ascii: "(") where scopes.count > 1:
            scopes[scopes.count - 1] = .code(open: open + 1)
            place += 1
        case UInt8(ascii: ")") where scopes.count > 1:
            if open == 0 { scopes.removeLast() } else { scopes[scopes.count - 1] = .code(open: open - 1) }
            place += 1
        default: place = Self.signsOfCode.place(in: bytes, from: place + 1)
        }
    }

    private mutating func stepInString(_ quotes: Int, _ signs: Int) {
        switch bytes[place] {
        case UInt8(ascii: "\\") where run(of: "#", after: 1) >= signs:
            if follows("(", after: 1 + signs) {
                place += 2 + signs
                scopes.append(.code(open: 0))
            } else {
                take(2 + signs, as: \.strings)
            }
        case UInt8(ascii: "\"")
        where run(of: "\"", after: 0) >= quotes && run(of: "#", after: quotes) >= signs:
            take(quotes + signs, as: \.strings)
            scopes.removeLast()
        default: take(Self.signsOfStrings.place(in: bytes, from: place + 1) - place, as: \.strings)
        }
    }

    private mutating func takeLineComment() {
        take(Self.endsOfLines.place(in: bytes, from: place) - place, as: \.comments)
    }

    private mutating func takeBlockComment() {
        var depth = 0
        repeat {
            if follows("/", after: 0), follows("*", after: 1) {
                depth += 1
                take(2, as: \.comments)
            } else if follows("*", after: 0), follows("/", after: 1) {
                depth -= 1
                take(2, as: \.comments)
            } else {
                take(1, as: \.comments)
            }
        } while depth > 0 && place < bytes.count
    }

    /// Takes what opens a literal, a whole regular expression, or number signs that belong to code.
    private mutating func takeOpening() {
        let signs = run(of: "#", after: 0)
        if follows("\"", after: signs) {
            // A raw literal may be one quote between number signs; one of several lines begins with the next line.
            let isLong = run(of: "\"", after: signs) == 3 && follows("\n", after: signs + 3)
            let quotes = isLong ? 3 : 1
            take(signs + quotes, as: \.strings)
            scopes.append(.string(quotes: quotes, signs: signs))
        } else if follows("/", after: signs) {
            take(signs + 1, as: \.strings)
            while place < bytes.count, !(follows("/", after: 0) && run(of: "#", after: 1) >= signs) {
                take(1, as: \.strings)
            }
            take(1 + signs, as: \.strings)
        } else {
            place += signs
        }
    }

    /// Moves bytes from the code to another layer.
    private mutating func take(_ count: Int, as layer: WritableKeyPath<Self, [UInt8]>) {
        let taken = place..<min(place + count, bytes.count)
        self[keyPath: layer].replaceSubrange(taken, with: bytes[taken])
        code.replaceSubrange(taken, with: blanks[taken])
        place = taken.upperBound
    }

    private func follows(_ sign: Unicode.Scalar, after offset: Int) -> Bool {
        place + offset < bytes.count && bytes[place + offset] == UInt8(ascii: sign)
    }

    private func run(of sign: Unicode.Scalar, after offset: Int) -> Int {
        var length = 0
        while follows(sign, after: offset + length) { length += 1 }
        return length
    }
}
