/// Rows under a heading, in columns as wide as they need: words left-aligned, numbers right-aligned.
package struct TextTable {
    private var rows: [[String]]
    private let words: Set<Int>

    /// - Parameter words: the indices of the columns of words, apart from the first.
    package init(_ heading: [String], words: Set<Int> = []) {
        rows = [heading]
        self.words = words.union([0])
    }

    package mutating func add(_ row: [String]) { rows.append(row) }

    /// The rows, each after some blanks and with a line break.
    ///
    /// On a screen that is too narrow the last columns go on indented lines of their own below the others.
    package func text(on screen: Screen) -> String {
        let layout = ColumnLayout(
            widths: (rows.first ?? []).indices.map { column in
                rows.map { Screen.width($0[column]) }.max() ?? 0
            },
            words: words, columns: screen.size?.columns)
        return rows.flatMap(layout.lines).map { $0 + "\n" }.joined()
    }

    /// The most rows that are listed unless more are asked for.
    package static let mostRows = 10

    /// A line with the number of rows that are not listed; empty where all are.
    package static func more(_ count: Int) -> String {
        count > 0 ? "  and \(count) more; -v lists all\n" : ""
    }

    /// A line for each name with what is said of it, the texts below each other.
    package static func list(_ lines: [(name: String, text: String)], indent: String = "  ") -> String {
        let width = lines.map { Screen.width($0.name) }.max() ?? 0
        return lines.map { "\(indent)\(padded($0.name, width))  \($0.text)\n" }.joined()
    }
}

/// The places of a table's columns on a screen: on as few lines as its width allows.
struct ColumnLayout: Sendable {
    private let widths: [Int]
    private let words: Set<Int>
    private let columns: Int?
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
