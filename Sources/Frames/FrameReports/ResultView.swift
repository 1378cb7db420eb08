internal import Markers
package import MarkersReport

/// What a run comes to: a terminal, a page and other programs show the same verdict, facts, remarks and tables.
package struct ResultView: Sendable {
    /// `pass`, `warn` or `fail`.
    package let verdict: String
    /// The verdict in a sentence.
    package let sentence: String
    package var facts: [(name: String, text: String)]
    package let remarks: [FrameRemark]
    package let tables: [ResultTable]

    /// - Parameter tables: Those without rows are left out.
    package init(
        verdict: String, _ sentence: String, facts: [(name: String, text: String)], remarks: [FrameRemark],
        tables: [ResultTable]
    ) {
        self.verdict = verdict
        self.sentence = sentence
        self.facts = facts
        self.remarks = remarks
        self.tables = tables.filter { !$0.rows.isEmpty }
    }

    package var summary: String { "\(verdict.uppercased())  \(sentence)" }
}

/// A view as one self-contained HTML page, the same bytes for the same view: the verdict, main figures, a drawing and the tables.
package struct ResultPage {
    private let command, kind, thing: String
    private let subject, title, rule: String
    private let cards: [(title: String, value: String, note: String)]
    private let version, date: String
    private let document: [UInt8]

    /// - Parameters:
    ///   - kind: What the command makes, above the subject, as in "Fused markers".
    ///   - thing: The word for what the document holds, as in "fusion".
    ///   - subject: What the run is about, at the head of the page.
    ///   - title: The same in the title of the window.
    ///   - rule: The rule behind the verdict.
    ///   - version: The version of the tool.
    ///   - date: The date of the run.
    ///   - document: The run in JSON, which the page carries for programs.
    package init(
        of command: String, kind: String, thing: String, subject: String, title: String, rule: String,
        cards: [(title: String, value: String, note: String)], version: String, date: String,
        document: [UInt8]
    ) {
        self.command = command
        self.kind = kind
        self.thing = thing
        self.subject = subject
        self.title = title
        self.rule = rule
        self.cards = cards
        self.version = version
        self.date = date
        self.document = document
    }

    /// - Parameter figure: Writes what is drawn, below the findings.
    package func html(_ view: ResultView, figure: (inout PageText) -> Void) -> [UInt8] {
        PageFrame(
            title: "\(view.verdict.uppercased()): \(title)", head: subject, kind: "quadcal \(command) report"
        ).html { page in
            let facts = view.facts.map { ($0.name.prefix(1).uppercased() + $0.name.dropFirst(), $0.text) }
            VerdictOpening(
                kind: kind, subject: subject, verdict: view.verdict, words: view.sentence, rule: rule,
                facts: [("Date", date), ("Software", "quadcal \(version)")] + facts, cards: cards
            ).write(to: &page)
            findings(view.remarks, &page)
            figure(&page)
            view.tables.forEach { $0.write(to: &page) }
            PageData(document, command: command, thing: thing).write(to: &page)
        }
    }

    private func findings(_ remarks: [FrameRemark], _ page: inout PageText) {
        guard !remarks.isEmpty else { return }
        page.raw("<section id=\"findings\">")
        page.element("h2", "Findings")
        page.raw("<ul>")
        for remark in remarks {
            page.raw("<li><b>")
            page.text(remark.code)
            page.raw("</b> ")
            page.text(remark.sentence)
            page.raw("</li>")
        }
        page.raw("</ul></section>\n")
    }
}
