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

    /// A number of a row.
    @inlinable
    package func value(_ row: Int, _ place: Int) -> Double { values[row * layout.numbers.count + place] }

    /// Three neighboring numbers of a row.
    @inlinable
    package func point(_ row: Int, _ place: Int) -> SIMD3<Double> {
        SIMD3(value(row, place), value(row, place + 1), value(row, place + 2))
    }
}
