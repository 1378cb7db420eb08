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

/// The top of a page: its subject, the verdict in words, the facts of the run and its main figures.
package struct VerdictOpening {
    /// The kind of page above its subject, as in "Graph of frames".
    let kind, subject: String
    /// `pass`, `warn` or `fail`.
    let verdict: String
    /// The verdict in a sentence, and the rule behind it.
    let words, rule: String
    let facts: [(name: String, value: String)]
    let cards: [(title: String, value: String, note: String)]

    package init(
        kind: String, subject: String, verdict: String, words: String, rule: String,
        facts: [(name: String, value: String)], cards: [(title: String, value: String, note: String)]
    ) {
        (self.kind, self.subject, self.verdict, self.words) = (kind, subject, verdict, words)
        (self.rule, self.facts, self.cards) = (rule, facts, cards)
    }

    /// The fact that takes a line of its own.
    private static let longFact = "SHA-256"

    private var sign: String {
        switch verdict {
        case "pass": "✓"
        case "warn": "!"
        default: "✕"
        }
    }

    package func write(to page: inout PageText) {
        page.raw("<header><div>")
        page.element("p class=\"kind\"", kind)
        page.element("h1", subject)
        page.raw("</div></header>\n<section id=\"verdict\" class=\"verdict \(verdict)\">")
        page.raw(
            "<h2><span class=\"badge\"><span aria-hidden=\"true\">\(sign)</span> \(verdict.uppercased())</span></h2><div>"
        )
        page.element("p class=\"plain\"", words.prefix(1).uppercased() + words.dropFirst())
        page.element("p class=\"rule\"", rule)
        page.raw("</div></section>\n<dl class=\"facts\">")
        for (name, value) in facts {
            page.raw(name == VerdictOpening.longFact ? "<div class=\"input\">" : "<div>")
            page.element("dt", name)
            page.element("dd", value)
            page.raw("</div>")
        }
        page.raw("</dl>\n<section id=\"figures\" class=\"cards\"><h2 class=\"quiet\">Figures</h2>")
        for (title, value, note) in cards {
            page.raw("<div class=\"card\">")
            page.element("h3", title)
            page.element("p class=\"value\"", value)
            page.element("p class=\"note\"", note)
            page.raw("</div>")
        }
        page.raw("</section>\n")
    }
}
