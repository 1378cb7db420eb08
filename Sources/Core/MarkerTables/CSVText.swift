internal import StrictJSON

/// The bytes of a CSV file, which are text, and the separator of its fields.
package struct CSVText {
    package let file: String
    let bytes: [UInt8]
    package let separator: CSVSeparator
    /// The place of the first row, behind a byte order mark.
    private let start: Int

    /// The rows are expected to have one of these numbers of fields.
    init(_ content: [UInt8], file: String, widths: some RangeExpression<Int>) throws(TableError) {
        guard !content.isEmpty else { throw .empty }
        try CSVText.requireText(content)
        let start = content.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        (self.file, bytes, self.start) = (file, content, start)
        separator = bytes.withUnsafeBufferPointer { bytes in
            CSVSeparator(ofFirstRowIn: bytes, from: start, widths: widths)
        }
    }

    /// The result of a closure that is given the rows and their bytes.
    func withRows<Result>(
        _ body: (CSVRows, UnsafeBufferPointer<UInt8>) throws(TableError) -> Result
    ) throws(TableError) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(TableError) in
            try body(CSVRows(bytes, from: start, separator: separator), bytes)
        }
    }

    package var sha256: String { SHA256.hex(of: bytes[...]) }

    /// Refuses bytes that are not text: NUL, and sequences that UTF-8 does not allow.
    private static func requireText(_ bytes: [UInt8]) throws(TableError) {
        guard let place = firstForeignByte(in: bytes) else { return }
        let line = 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
        if bytes[place] == 0 { throw .nulByte(line: line, byte: place + 1) }
        throw .notUTF8(line: line, byte: place + 1, ForeignBytes(bytes))
    }
}

extension CSVSeparator {
    /// The one that splits the first row into one of these numbers of fields, or else the first that occurs in it at all.
    fileprivate init(
        ofFirstRowIn text: UnsafeBufferPointer<UInt8>, from start: Int, widths: some RangeExpression<Int>
    ) {
        var inUse: Self?
        for separator in Self.allCases {
            var rows = CSVRows(text, from: start, separator: separator)
            // A quote that opens behind another separator may never close.
            guard (try? rows.next()) == true else { continue }
            if widths.contains(rows.fields.count) {
                self = separator
                return
            }
            if inUse == nil, rows.fields.count > 1 { inUse = separator }
        }
        self = inUse ?? .comma
    }
}

extension CSVText {
    /// The first byte that is NUL or begins a sequence that is not UTF-8 (Unicode 16, table 3-7).
    static func firstForeignByte(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                let first = bytes[place]
                if first > 0, first < 0x80 {
                    place += 1
                    continue
                }
                let second: ClosedRange<UInt8>
                let length: Int
                switch first {
                case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
                case 0xE0: (length, second) = (3, 0xA0...0xBF)
                case 0xED: (length, second) = (3, 0x80...0x9F)
                case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
                case 0xF0: (length, second) = (4, 0x90...0xBF)
                case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
                case 0xF4: (length, second) = (4, 0x80...0x8F)
                default: return place
                }
                guard place + length <= bytes.count, second.contains(bytes[place + 1]) else { return place }
                for next in (place + 2)..<(place + length) where bytes[next] & 0xC0 != 0x80 { return place }
                place += length
            }
            return nil
        }
    }
}
