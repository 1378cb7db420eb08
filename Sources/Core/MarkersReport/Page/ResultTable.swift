/// A table of a result, which a terminal lays out in columns and a page as a section.
package struct ResultTable: Sendable {
    private let title, caption: String
    private let id: String?
    package let heads: [String]
    /// The columns besides the first that hold words.
    package let words: Set<Int>
    package let rows: [[String]]
    private let flagged: Set<Int>

    /// - Parameters:
    ///   - title: Above the table of a page.
    ///   - caption: What its numbers are.
    ///   - id: The name of the section of a page.
    ///   - heads: The heads of the columns.
    ///   - words: The columns besides the first that hold words; on a page, those left of them do, too.
    ///   - rows: As many cells each as there are heads.
    ///   - flagged: The rows that a page marks.
    package init(
        title: String, caption: String, id: String? = nil, _ heads: [String], words: Set<Int>,
        _ rows: [[String]], flagged: Set<Int> = []
    ) {
        self.title = title
        self.caption = caption
        self.id = id
        self.heads = heads
        self.words = words
        self.rows = rows
        self.flagged = flagged
    }

    /// The most rows that a page shows.
    private static let mostRows = 1000

    package func write(to page: inout PageText) {
        let wordColumns = (words.max() ?? 0) + 1, most = ResultTable.mostRows
        page.raw(id.map { "<section id=\"\($0)\">" } ?? "<section>")
        page.element("h2", title)
        let more =
            rows.count > most
            ? " The first \(ReportText.grouped(most)) of \(ReportText.grouped(rows.count))." : ""
        page.scrolling("Table: \(title)") { page in
            page.table(
                heads.enumerated().map { ($1, $0 >= wordColumns) }, caption: caption + more, isSortable: true
            ) { page in
                for (place, row) in rows.prefix(most).enumerated() {
                    page.row(
                        Array(row.prefix(wordColumns)), isFlagged: flagged.contains(place),
                        Array(row.dropFirst(wordColumns)))
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
