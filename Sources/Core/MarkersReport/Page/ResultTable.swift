/// A table of a text for people as a section of a page.
package struct ResultTable {
    private let title, caption: String
    private let heads: [String]
    /// The columns at the left that hold words.
    private let wordColumns: Int
    private let rows: [[String]]

    /// - Parameters:
    ///   - title: Above the table.
    ///   - caption: What its numbers are.
    ///   - heads: The heads of the columns.
    ///   - words: The columns besides the first that hold words.
    ///   - rows: As many cells each as there are heads.
    package init(title: String, caption: String, _ heads: [String], words: Set<Int>, _ rows: [[String]]) {
        (self.title, self.caption, self.heads, self.rows) = (title, caption, heads, rows)
        wordColumns = (words.max() ?? 0) + 1
    }

    /// The most rows that a page shows.
    private static let mostRows = 1000

    package func write(to page: inout PageText) {
        page.raw("<section>")
        page.element("h2", title)
        let more =
            rows.count > ResultTable.mostRows
            ? " The first \(ReportText.grouped(ResultTable.mostRows)) of \(ReportText.grouped(rows.count))."
            : ""
        page.scrolling("Table: \(title)") { page in
            page.table(
                heads.enumerated().map { ($1, $0 >= wordColumns) }, caption: caption + more, isSortable: true
            ) { page in
                for row in rows.prefix(ResultTable.mostRows) {
                    page.row(
                        Array(row.prefix(wordColumns)), isFlagged: false, Array(row.dropFirst(wordColumns)))
                }
            }
        }
        page.raw("</section>\n")
    }
}
