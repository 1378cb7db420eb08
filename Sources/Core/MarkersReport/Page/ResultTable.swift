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

extension PageText {
    package mutating func section(_ id: String, _ heading: String) {
        raw("<section id=\"\(id)\">")
        element("h2", heading)
    }

    /// A shape of a drawing that says what it is.
    package mutating func shape(_ tag: String, _ title: String) {
        raw("<\(tag)><title>")
        text(title)
        raw("</title></\(tag.prefix { $0 != " " })>")
    }

    /// The top of a page: its subject, the verdict in words, the facts of the run and its main figures.
    ///
    /// - Parameters:
    ///   - kind: The kind of page above its subject, as in "Graph of frames".
    ///   - verdict: `pass`, `warn` or `fail`.
    ///   - words: The verdict in a sentence.
    ///   - rule: The rule behind it.
    ///   - facts: Those named SHA-256 take a line of their own.
    package mutating func opening(
        kind: String, subject: String, verdict: String, words: String, rule: String,
        facts: [(name: String, value: String)], cards: [(title: String, value: String, note: String)]
    ) {
        let sign = ["pass": "✓", "warn": "!"][verdict] ?? "✕"
        raw("<header><div>")
        element("p class=\"kind\"", kind)
        element("h1", subject)
        raw("</div></header>\n<section id=\"verdict\" class=\"verdict \(verdict)\">")
        raw(
            "<h2><span class=\"badge\"><span aria-hidden=\"true\">\(sign)</span> \(verdict.uppercased())</span></h2><div>"
        )
        element("p class=\"plain\"", words.prefix(1).uppercased() + words.dropFirst())
        element("p class=\"rule\"", rule)
        raw("</div></section>\n<dl class=\"facts\">")
        for (name, value) in facts {
            raw(name == "SHA-256" ? "<div class=\"input\">" : "<div>")
            element("dt", name)
            element("dd", value)
            raw("</div>")
        }
        raw("</dl>\n<section id=\"figures\" class=\"cards\"><h2 class=\"quiet\">Figures</h2>")
        for (title, value, note) in cards {
            raw("<div class=\"card\">")
            element("h3", title)
            element("p class=\"value\"", value)
            element("p class=\"note\"", note)
            raw("</div>")
        }
        raw("</section>\n")
    }
}
