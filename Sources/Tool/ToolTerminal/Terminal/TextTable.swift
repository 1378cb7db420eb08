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
