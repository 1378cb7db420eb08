package import QuadGeometry
internal import StrictJSON

/// A CSV file of quads: one in each row, as 12 numbers `p1x,p1y,p1z,…,p4z`, or as 13 fields with an id first.
package struct QuadTable {
    package let text: CSVText
    package let hasIDs: Bool
    /// The rows that hold a quad, and in the same order the quads.
    package let rows: [QuadRow]
    package let quads: [Quad]
    /// The rows that hold none, and why.
    package let faults: [(row: QuadRow, fault: QuadRowFault)]

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

extension QuadTable {
    /// The bytes of the file with other quads in some rows, in their order; a row without one is left out.
    ///
    /// Other rows, and numbers that keep their value, stay as they were written.
    package func replacing(_ changes: [(row: QuadRow, quad: Quad?)]) -> [UInt8] {
        text.bytes.withUnsafeBufferPointer { text in
            var changed: [UInt8] = []
            changed.reserveCapacity(text.count)
            var written = 0
            for change in changes {
                changed += text[written..<change.row.range.lowerBound]
                if let quad = change.quad { changed += row(change.row, holding: quad, text) }
                written = change.row.range.upperBound
            }
            changed += text[written...]
            return changed
        }
    }

    /// The row with other corners. A corner that was in the row keeps its text.
    private func row(_ row: QuadRow, holding quad: Quad, _ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var rows = CSVRows(text, from: row.range.lowerBound, separator: self.text.separator)
        guard (try? rows.next()) == true, let last = rows.fields.last else { return Array(text[row.range]) }
        let written = rows.fields.map { Array(text[$0.start..<$0.end]) }
        var fields = hasIDs ? [written[0]] : []
        let numbers = Array(written.dropFirst(fields.count))
        let values = rows.fields.dropFirst(fields.count).map { NumberText($0.text(in: text)) }
        for corner in 0..<4 {
            let point = quad[corner: corner]
            let source = (0..<4).first { old in
                (0..<3).allSatisfy { values[3 * old + $0] == .number(point[$0]) }
            }
            for axis in 0..<3 {
                fields.append(source.map { numbers[3 * $0 + axis] } ?? Array(point[axis].description.utf8))
            }
        }
        let lineBreak = text[last.end..<row.range.upperBound]
        return Array(fields.joined(separator: [self.text.separator.byte])) + lineBreak
    }
}

/// A CSV file of rows of numbers, each with a name and perhaps a group.
package struct NumberTable {
    package let text: CSVText
    package let layout: TableLayout
    /// The numbers of all rows, row after row, in the order of the layout.
    package let values: [Double]
    /// The name of each row: no two alike.
    package let ids: [String]
    /// The group of each row; empty where the file has no groups.
    package let groups: [String]
    /// The line each row begins in, from 1.
    package let lines: [Int]

    package var file: String { text.file }
    package var count: Int { lines.count }

    package init(_ content: [UInt8], file: String, _ kind: TableKind) throws(TableError) {
        let text = try CSVText(content, file: file, widths: kind.required.count...)
        let reader = try text.withRows { (rows, bytes) throws(TableError) in
            var reader = TableRowReader(rows, bytes, kind)
            try reader.readAll()
            return reader
        }
        guard let layout = reader.layout, !reader.lines.isEmpty else { throw .noRows(kind.rows) }
        (self.text, self.layout) = (text, layout)
        (values, ids, groups, lines) = (reader.values, reader.ids, reader.groups, reader.lines)
    }

    /// The place of a number in a row; `nil` where the table has none of this name.
    package func place(of name: String) -> Int? { layout.numbers.firstIndex(of: name) }

    /// The times of the rows, in seconds, where the table has any; `nil` in a row that has none.
    package var times: [Double?]? {
        place(of: "time").map { place in
            (0..<count).map { row in value(row, place).isNaN ? nil : value(row, place) }
        }
    }

    @inlinable
    package func value(_ row: Int, _ place: Int) -> Double { values[row * layout.numbers.count + place] }

    @inlinable
    package func point(_ row: Int, _ place: Int) -> SIMD3<Double> {
        SIMD3(value(row, place), value(row, place + 1), value(row, place + 2))
    }
}
