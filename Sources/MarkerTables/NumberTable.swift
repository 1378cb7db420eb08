import RigidCalibration

/// A CSV file of rows of numbers, some with an id.
struct NumberTable {
    let text: CSVText
    let layout: TableLayout
    /// The numbers of all rows, row after row, in the order of the layout.
    let values: [Double]
    /// What each row is called: no two alike.
    let ids: [String]
    /// What each row belongs to; empty where the file does not say.
    let groups: [String]
    /// The line each row begins in, from 1.
    let lines: [Int]

    var file: String { text.file }
    var count: Int { lines.count }

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String, _ kind: TableKind) throws(Failure) {
        try self.init(try Input.bytes(of: file), file: file, kind)
    }

    init(_ content: [UInt8], file: String, _ kind: TableKind) throws(Failure) {
        let text = try CSVText(content, file: file, widths: kind.required.count...)
        let reader = try text.withRows { (rows, bytes) throws(Failure) in
            var reader = TableRowReader(rows, bytes, file: file, kind)
            try reader.readAll()
            return reader
        }
        guard let layout = reader.layout, !reader.lines.isEmpty else { throw .noRows(file: file, kind.rows) }
        (self.text, self.layout) = (text, layout)
        (values, ids, groups, lines) = (reader.values, reader.ids, reader.groups, reader.lines)
    }

    /// Why no motion was fitted, with the rows of this table.
    func refusal(_ error: RigidFitError) -> Failure {
        .refused(FitRefusal(error: error, file: file, ids: ids, lines: lines))
    }

    /// The place of a number in a row; `nil` where the file does not have it.
    func place(of name: String) -> Int? { layout.numbers.firstIndex(of: name) }

    /// A number of a row.
    func value(_ row: Int, _ place: Int) -> Double { values[row * layout.numbers.count + place] }

    /// Three neighboring numbers of a row.
    func point(_ row: Int, _ place: Int) -> SIMD3<Double> {
        SIMD3(value(row, place), value(row, place + 1), value(row, place + 2))
    }
}
