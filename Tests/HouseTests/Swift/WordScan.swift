/// The words of a text one after the other: letters, digits and underscores of ASCII.
struct WordScan: Sequence, IteratorProtocol {
    struct Word {
        var text: String
        var line: Int
        /// All between the word before and this one.
        var gap: ArraySlice<UInt8>
    }

    private static let letters = Array("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let newline = UInt8(ascii: "\n")
    private static let words = ByteSet(letters)
    private static let wordsAndLines = ByteSet(letters + [newline])

    private let bytes: [UInt8]
    private var place = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Word? {
        let before = place
        var start = Self.wordsAndLines.place(in: bytes, from: before)
        while start < bytes.count, bytes[start] == Self.newline {
            line += 1
            start = Self.wordsAndLines.place(in: bytes, from: start + 1)
        }
        guard start < bytes.count else { return nil }
        place = Self.words.end(in: bytes, from: start)
        return Word(
            text: String(decoding: bytes[start..<place], as: UTF8.self), line: line,
            gap: bytes[before..<start])
    }
}
