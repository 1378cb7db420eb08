import QuadGeometry

/// A CSV file of quads as it was read: one quad a row, 12 numbers `p1x,p1y,p1z,…,p4z`, or 13 fields with an
/// id first.
struct QuadCSV {
    let text: CSVText
    let hasIDs: Bool
    /// The rows that hold a quad, and in the same order the quads.
    let rows: [MarkerRow]
    let quads: [Quad]
    /// The rows that hold none, and why.
    let faults: [(row: MarkerRow, fault: RowFault)]

    /// The name it was asked for by.
    var file: String { text.file }

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String) throws(Failure) {
        try self.init(try Input.bytes(of: file), file: file)
    }

    init(_ content: [UInt8], file: String) throws(Failure) {
        let text = try CSVText(content, file: file, widths: QuadRowReader.widths)
        let reader = try text.withRows { (rows, bytes) throws(Failure) in
            var reader = QuadRowReader(rows, file: file)
            try reader.readAll(bytes)
            return reader
        }
        guard reader.count > 0 else { throw .noRows(file: file, .quad) }
        (self.text, hasIDs) = (text, reader.hasIDs)
        (rows, quads, faults) = (reader.rows, reader.quads, reader.faults)
    }
}
