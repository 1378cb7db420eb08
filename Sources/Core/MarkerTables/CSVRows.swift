import StrictJSON

/// One field of a row, as a range of the bytes: from separator to separator, quotes and blanks included.
struct CSVField {
    var start: Int
    var end: Int
    /// Whether it begins with a quote, which is no part of its content.
    var isQuoted = false
    /// Whether something other than blanks follows its closing quote.
    var isTorn = false
}

/// The character between the fields of a row, the same in a whole file.
package enum CSVSeparator: String, CaseIterable, Sendable {
    // In the order they are looked for: commas last, since the fields of the others may contain them.
    case tab, semicolon, comma

    package var byte: UInt8 {
        switch self {
        case .tab: UInt8(ascii: "\t")
        case .semicolon: UInt8(ascii: ";")
        case .comma: UInt8(ascii: ",")
        }
    }
}

/// Splits bytes into rows of fields (RFC 4180): quotes hold separators and line breaks, two quotes are one.
///
/// Lines that hold nothing but blanks are skipped.
struct CSVRows {
    private(set) var fields: [CSVField] = []
    /// The line that the current row begins in, from 1.
    private(set) var line = 0
    /// The bytes of the current row, its line break included.
    private(set) var range = 0..<0

    private let bytes: UnsafeBufferPointer<UInt8>
    private let separator: UInt8
    private var place: Int
    private var nextLine = 1

    /// The most bytes of a row.
    static let longestRow = 1_000_000
    /// The most bytes of an id.
    static let longestID = 10_000

    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, separator: CSVSeparator) {
        (self.bytes, self.separator, place) = (bytes, separator.byte, start)
    }

    /// Goes to the next row; false when there is none.
    mutating func next() throws(TableError) -> Bool {
        skipBlankLines()
        guard place < bytes.count else { return false }
        let start = place
        line = nextLine
        fields.removeAll(keepingCapacity: true)
        try split()
        range = start..<place
        return true
    }

    /// Goes past lines that hold nothing but blanks other than the separator.
    private mutating func skipBlankLines() {
        var ahead = place
        while ahead < bytes.count {
            switch bytes[ahead] {
            case UInt8(ascii: "\n"):
                nextLine += 1
                place = ahead + 1
            case UInt8(ascii: "\r") where isLineEnd(ahead): break
            case let byte where byte.isBlank && byte != separator: break
            default: return
            }
            ahead += 1
        }
        place = ahead
    }

    /// Takes the fields up to the end of the row.
    private mutating func split() throws(TableError) {
        let start = place
        while true {
            var field = CSVField(start: place, end: place)
            var first = place
            while first < bytes.count, bytes[first] == UInt8(ascii: " ") { first += 1 }
            if first < bytes.count, bytes[first] == UInt8(ascii: "\"") {
                field.isQuoted = true
                place = try endOfQuotes(after: first)
            }
            while place < bytes.count, bytes[place] != separator, bytes[place] != UInt8(ascii: "\n") {
                if field.isQuoted, !bytes[place].isBlank, !isLineEnd(place) { field.isTorn = true }
                place += 1
            }
            field.end = place
            let isLast = place == bytes.count || bytes[place] == UInt8(ascii: "\n")
            if isLast, field.end > field.start, isLineEnd(field.end - 1) { field.end -= 1 }
            guard place - start <= CSVRows.longestRow else {
                throw .longRow(line: line, limit: CSVRows.longestRow)
            }
            fields.append(field)
            if place < bytes.count { place += 1 }
            if isLast { break }
        }
        nextLine += 1
    }

    /// Whether the byte is a carriage return that belongs to a line break.
    private func isLineEnd(_ place: Int) -> Bool {
        bytes[place] == UInt8(ascii: "\r")
            && (place + 1 == bytes.count || bytes[place + 1] == UInt8(ascii: "\n"))
    }

    /// The place behind the quote that closes the one at `opening`.
    private mutating func endOfQuotes(after opening: Int) throws(TableError) -> Int {
        let openingLine = nextLine
        var place = opening + 1
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\"") {
                guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") else {
                    return place + 1
                }
                place += 1
            } else if bytes[place] == UInt8(ascii: "\n") {
                nextLine += 1
            }
            place += 1
        }
        throw .openQuote(line: openingLine)
    }
}

extension CSVField {
    /// The range of the content in the bytes: without the quotes, but with quotes in it still doubled.
    func content(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        guard isQuoted, !isTorn else { return start..<end }
        let quote = UInt8(ascii: "\"")
        guard let first = bytes[start..<end].firstIndex(of: quote),
            let last = bytes[start..<end].lastIndex(of: quote)
        else { return start..<end }
        return (first + 1)..<last
    }

    /// The content as text, with doubled quotes made single.
    func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: bytes[content(in: bytes)], as: UTF8.self)
        return isQuoted && !isTorn ? text.replacing("\"\"", with: "\"") : text
    }
}
