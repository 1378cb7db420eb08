/// The places of a table's columns on a screen: on as few lines as its width allows.
struct ColumnLayout: Sendable {
    private let widths: [Int]
    private let words: Set<Int>
    private let columns: Int?
    /// The columns on each line of a row.
    private let parts: [Range<Int>]

    /// - Parameters:
    ///   - widths: The width of each column's longest cell.
    ///   - words: The columns that are left-aligned.
    ///   - columns: The width of the screen; without it a row is one line.
    init(widths: [Int], words: Set<Int>, columns: Int?) {
        (self.widths, self.words, self.columns) = (widths, words, columns)
        var parts: [Range<Int>] = [], start = 0, used = ColumnLayout.indent
        for (column, width) in widths.enumerated() {
            let gap = column == start ? 0 : ColumnLayout.gap
            if let columns, column > start, used + gap + width > columns {
                parts.append(start..<column)
                (start, used) = (column, ColumnLayout.deepIndent + width)
            } else {
                used += gap + width
            }
        }
        self.parts = parts + [start..<widths.count]
    }

    private static let indent = 2
    /// Of the lines of a row after its first.
    private static let deepIndent = 4
    private static let gap = 2

    /// The lines of a row; those without any text are left out.
    func lines(of row: [String]) -> [String] {
        parts.enumerated().flatMap { place, part in
            let indent = place == 0 ? ColumnLayout.indent : ColumnLayout.deepIndent
            var line = String(repeating: " ", count: indent)
            line += part.map { aligned(row[$0], $0) }.joined(
                separator: String(repeating: " ", count: ColumnLayout.gap))
            while line.last == " " { line.removeLast() }
            guard !line.isEmpty || parts.count == 1 else { return [String]() }
            // Only a column that is alone on its line can be too wide.
            guard let columns, part.count == 1, Screen.width(line) > columns else { return [line] }
            return Screen.broken(line, columns: columns, margin: ColumnLayout.deepIndent)
        }
    }

    private func aligned(_ cell: String, _ column: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, widths[column] - Screen.width(cell)))
        return words.contains(column) ? cell + blanks : blanks + cell
    }
}
