internal import Markers

/// The bytes of a CSV file, which are text, and what parts the fields of its rows.
struct CSVText {
    let file: String
    /// Every byte of the file, and a NUL behind them.
    let bytes: [UInt8]
    let separator: CSVSeparator
    /// Where the rows begin: behind a byte order mark.
    private let start: Int

    /// The rows are expected to have one of these numbers of fields.
    init(_ content: [UInt8], file: String, widths: some RangeExpression<Int>) throws(Failure) {
        guard !content.isEmpty else { throw .empty(file: file) }
        try CSVText.requireText(content, file: file)
        let start = content.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        (self.file, bytes, self.start) = (file, content + [0], start)
        separator = bytes.withUnsafeBufferPointer { bytes in
            CSVSeparator(
                ofFirstRowIn: UnsafeBufferPointer(rebasing: bytes.dropLast()), from: start, file: file,
                widths: widths)
        }
    }

    /// What comes of the rows; their bytes are followed by a NUL.
    func withRows<Result>(
        _ body: (CSVRows, UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            let text = UnsafeBufferPointer(rebasing: bytes.dropLast())
            return try body(CSVRows(text, from: start, separator: separator, file: file), text)
        }
    }

    /// The digest of the file.
    var sha256: String { SHA256.hex(of: bytes.dropLast()) }

    /// Refuses bytes that are no text: NUL, and sequences that UTF-8 does not allow.
    private static func requireText(_ bytes: [UInt8], file: String) throws(Failure) {
        guard let place = firstForeignByte(in: bytes) else { return }
        let line = 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
        if bytes[place] == 0 { throw .nulByte(file: file, line: line, byte: place + 1) }
        throw .notUTF8(file: file, line: line, byte: place + 1, kind: ForeignBytes(bytes))
    }
}

extension CSVSeparator {
    /// The one that parts the first row into one of these numbers of fields; else the first that stands in it at all.
    fileprivate init(
        ofFirstRowIn text: UnsafeBufferPointer<UInt8>, from start: Int, file: String,
        widths: some RangeExpression<Int>
    ) {
        var inUse: Self?
        for separator in Self.allCases {
            var rows = CSVRows(text, from: start, separator: separator, file: file)
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
