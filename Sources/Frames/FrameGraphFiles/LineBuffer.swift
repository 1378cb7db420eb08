/// Text that arrives in pieces, as lines.
struct LineBuffer: Sendable {
    private var rest: [UInt8] = []
    private(set) var count = 0

    /// Reads every line that the next piece ends.
    ///
    /// - Parameters:
    ///   - tooLong: The error of a line that is longer than any record, by its number from 1.
    ///   - read: Takes each line without its end, and its number.
    mutating func add<Failure: Error>(
        _ piece: [UInt8], tooLong: (Int) -> Failure, read: (ArraySlice<UInt8>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var start = piece.startIndex
        while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if rest.isEmpty {
                try take(piece[start..<end], tooLong, read)
            } else {
                rest += piece[start..<end]
                let whole = rest
                rest.removeAll(keepingCapacity: true)
                try take(whole[...], tooLong, read)
            }
            start = end + 1
        }
        rest += piece[start...]
        if rest.count > G2OLimit.longestLine { throw tooLong(count + 1) }
    }

    /// Reads a last line that has no end.
    mutating func finish<Failure: Error>(
        tooLong: (Int) -> Failure, read: (ArraySlice<UInt8>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        if !rest.isEmpty { try take(rest[...], tooLong, read) }
        rest = []
    }

    private mutating func take<Failure: Error>(
        _ text: ArraySlice<UInt8>, _ tooLong: (Int) -> Failure,
        _ read: (ArraySlice<UInt8>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        if text.count > G2OLimit.longestLine { throw tooLong(count + 1) }
        count += 1
        try read(text, count)
    }

    /// Whether a line is plain text with tabs, as far as its bytes show.
    static func isText(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { $0 >= 0x20 && $0 <= 0x7E || $0 == 0x09 || $0 == 0x0D }
    }

    static func words(of text: ArraySlice<UInt8>) -> [String] {
        text.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A finite number of decimal digits: the library also reads hexadecimal numbers and words.
    static func number(_ word: String) -> Double? {
        guard word.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(word),
            number.isFinite
        else { return nil }
        return number
    }
}

/// The limits of a g2o file, which its messages repeat.
enum G2OLimit {
    /// The largest whole number of 32 bits, in which other programs keep ids.
    static let largestID = 2_147_483_647
    /// In bytes; 31 words of 25 characters are fewer.
    static let longestLine = 4096
}
