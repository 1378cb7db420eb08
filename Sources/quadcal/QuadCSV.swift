import QuadGeometry

/// A CSV file of quads as it was read: one quad a row, 12 numbers `p1x,p1y,p1z,…,p4z`, or 13 fields with an
/// id first.
struct QuadCSV {
    /// The name it was asked for by.
    let file: String
    /// Every byte of the file, and a NUL behind them.
    let bytes: [UInt8]
    let separator: CSVSeparator
    let hasIDs: Bool
    /// The rows that hold a quad, and in the same order the quads.
    let rows: [MarkerRow]
    let quads: [Quad]
    /// The rows that hold none, and why.
    let faults: [(row: MarkerRow, fault: RowFault)]

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String) throws(Failure) {
        try self.init(try Input.bytes(of: file), file: file)
    }

    init(_ content: [UInt8], file: String) throws(Failure) {
        guard !content.isEmpty else { throw .empty(file: file) }
        try QuadCSV.requireText(content, file: file)
        let bytes = content + [0]
        let (separator, reader) = try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            let text = UnsafeBufferPointer(rebasing: bytes.dropLast())
            let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            let separator = CSVSeparator(ofFirstRowIn: text, from: start, file: file)
            let rows = CSVRows(text, from: start, separator: separator, file: file)
            var reader = QuadRowReader(rows, file: file)
            try reader.readAll(text)
            return (separator, reader)
        }
        guard reader.count > 0 else { throw .noRows(file: file) }
        (self.file, self.bytes, self.separator, hasIDs) = (file, bytes, separator, reader.hasIDs)
        (rows, quads, faults) = (reader.rows, reader.quads, reader.faults)
    }

    /// Refuses bytes that are no text: NUL, and sequences that UTF-8 does not allow.
    private static func requireText(_ bytes: [UInt8], file: String) throws(Failure) {
        guard let place = firstForeignByte(in: bytes) else { return }
        let line = 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
        if bytes[place] == 0 { throw .nulByte(file: file, line: line, byte: place + 1) }
        throw .notUTF8(file: file, line: line, byte: place + 1, kind: ForeignBytes(bytes))
    }
}
