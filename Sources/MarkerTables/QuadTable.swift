package import QuadGeometry

/// A CSV file of quads: one in each row, as 12 numbers `p1x,p1y,p1z,…,p4z`, or as 13 fields with an id first.
package struct QuadTable {
    package let text: CSVText
    package let hasIDs: Bool
    /// The rows that hold a quad, and in the same order the quads.
    package let rows: [QuadRow]
    package let quads: [Quad]
    /// The rows that hold none, and why.
    package let faults: [(row: QuadRow, fault: QuadRowFault)]

    /// The name of the file.
    package var file: String { text.file }

    package init(_ content: [UInt8], file: String) throws(TableError) {
        let text = try CSVText(content, file: file, widths: QuadRowReader.widths)
        let reader = try text.withRows { (rows, bytes) throws(TableError) in
            var reader = QuadRowReader(rows)
            try reader.readAll(bytes)
            return reader
        }
        guard reader.count > 0 else { throw .noRows(.quad) }
        (self.text, hasIDs) = (text, reader.hasIDs)
        (rows, quads, faults) = (reader.rows, reader.quads, reader.faults)
    }
}
