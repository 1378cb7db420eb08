internal import RigidCalibration
import StrictJSON

/// The lines of a text of another program, with their words.
struct TextLines {
    let bytes: [UInt8]
    let format: MotionFormat
    private var place: Int
    private var number = 0

    /// A line without its end.
    struct Line {
        /// Counted from 1.
        let number: Int
        let range: Range<Int>
    }

    init(_ bytes: [UInt8], _ format: MotionFormat) {
        (self.bytes, self.format) = (bytes, format)
        place = bytes.starts(with: JSONScanner.byteOrderMark) ? JSONScanner.byteOrderMark.count : 0
    }

    /// The next line; `nil` at the end.
    mutating func next() -> Line? {
        guard place < bytes.count else { return nil }
        number += 1
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let hasReturn = end > place && bytes[end - 1] == UInt8(ascii: "\r")
        defer { place = end + 1 }
        return Line(number: number, range: place..<(hasReturn ? end - 1 : end))
    }

    /// The words between blanks, up to a number of them, and with the last the rest of the line.
    func words(of line: Line, most: Int = .max) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start = line.range.lowerBound, end = line.range.upperBound
        // A carriage return before blanks at the end belongs to no word: written alone it would end the line.
        while end > start, bytes[end - 1].isBlank || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        while true {
            while start < end, bytes[start].isBlank { start += 1 }
            guard start < end else { return words }
            let stop = words.count + 1 == most ? end : bytes[start..<end].firstIndex(where: \.isBlank) ?? end
            words.append(start..<stop)
            start = stop
        }
    }

    /// The words of the next line that has some and is no comment.
    mutating func nextWords(most: Int = .max) -> (line: Line, words: [Range<Int>])? {
        while let line = next() {
            let words = words(of: line, most: most)
            if let first = words.first, bytes[first.lowerBound] != UInt8(ascii: "#") { return (line, words) }
        }
        return nil
    }

    func text(_ word: Range<Int>, in line: Line) throws(ExchangeError) -> String {
        guard let text = String(validating: bytes[word], as: UTF8.self) else { throw error(.notUTF8, line) }
        return text
    }

    func number(_ word: Range<Int>, _ field: String, in line: Line) throws(ExchangeError) -> Double {
        let number = bytes.withUnsafeBufferPointer { NumberText($0, word) }
        guard case .number(let value) = number else {
            if case .beyondDoubles = number { throw error(.outOfRange(field: field), line) }
            let shown = String(decoding: bytes[word].prefix(Listener.longest), as: UTF8.self)
            throw error(.noNumber(shown, field: field), line)
        }
        guard value.isFinite else { throw error(.nonFinite(field: field), line) }
        return value
    }

    /// The number of a word that is a coordinate in metres.
    func coordinate(_ word: Range<Int>, _ field: String, in line: Line) throws(ExchangeError) -> Double {
        let value = try number(word, field, in: line)
        guard value.magnitude <= Correspondences.largestCoordinate else {
            throw error(.outOfRange(field: field), line)
        }
        return value
    }

    func error(_ fault: ExchangeFault, _ line: Line) -> ExchangeError {
        ExchangeError(fault, line: line.number, format: format)
    }
}
