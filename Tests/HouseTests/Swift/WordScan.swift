/// The words of a text one after the other: letters, digits and underscores of ASCII.
struct WordScan: Sequence, IteratorProtocol {
    struct Word {
        var text: String
        var line: Int
        /// All between the word before and this one.
        var gap: ArraySlice<UInt8>
    }

    private let bytes: [UInt8]
    private let isWord = isWord
    private var place = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Word? {
        let before = place
        while place < bytes.count, !isWord[Int(bytes[place])] {
            if bytes[place] == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
        guard place < bytes.count else { return nil }
        let start = place
        while place < bytes.count, isWord[Int(bytes[place])] { place += 1 }
        return Word(
            text: String(decoding: bytes[start..<place], as: UTF8.self), line: line,
            gap: bytes[before..<start])
    }

    private static let isWord = (UInt8.min...UInt8.max).map { byte in
        let scalar = Unicode.Scalar(byte)
        return scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
    }
}
