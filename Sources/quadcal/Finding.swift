import QuadGeometry

/// One thing wrong with one marker of the input.
struct Finding {
    let row: MarkerRow
    var issue: QuadIssue
    /// The earlier marker it collides with.
    var other: MarkerRow?
    /// Why the row holds no quad.
    var fault: RowFault?

    init(_ row: MarkerRow, _ issue: QuadIssue, other: MarkerRow? = nil) {
        (self.row, self.issue, self.other) = (row, issue, other)
    }

    init(_ row: MarkerRow, _ fault: RowFault) {
        (self.row, self.fault) = (row, fault)
        issue = QuadIssue(.wrongShape, .error)
        if case .fieldCount(let found, let expected) = fault {
            issue.value = Double(found)
            issue.limit = expected.map { Double($0) }
            issue.unit = .numbers
        }
    }

    /// The JSON pointer to the number, the corner or the marker it is about.
    var pointer: String {
        if let field = fault?.field {
            return row.pointer + (field.number.map { "/p\($0 / 3 + 1)/\($0 % 3)" } ?? "/id")
        }
        return row.pointer + (issue.corner.map { "/p\($0 + 1)" } ?? "")
            + (issue.coordinate.map { "/\($0)" } ?? "")
    }

    /// The text that is no number, or the number that JSON has no form for.
    var found: String? {
        if let fault { return fault.found }
        return issue.value.flatMap { value in
            value.isNaN ? "NaN" : value.isFinite ? nil : value > 0 ? "Infinity" : "-Infinity"
        }
    }
}
