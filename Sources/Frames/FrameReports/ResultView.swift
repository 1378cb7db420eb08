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

extension ResultView {
    /// The view as one self-contained HTML page, the same bytes for the same view: the verdict, main figures, a drawing and the tables.
    ///
    /// - Parameters:
    ///   - kind: What the command makes, above the subject, as in "Fused markers".
    ///   - thing: The word for what the document holds, as in "fusion".
    ///   - subject: What the run is about, at the head of the page.
    ///   - title: The same in the title of the window.
    ///   - rule: The rule behind the verdict.
    ///   - figure: Writes what is drawn, below the findings.
    package func page(
        of command: String, kind: String, thing: String, subject: String, title: String, rule: String,
        cards: [(title: String, value: String, note: String)], _ stamp: PageStamp,
        figure: (inout PageText) -> Void
    ) -> [UInt8] {
        PageFrame(
            title: "\(verdict.uppercased()): \(title)", head: subject, kind: "quadcal \(command) report"
        ).html { page in
            page.opening(
                kind: kind, subject: subject, verdict: verdict, words: sentence, rule: rule,
                facts: stamp.facts + PageStamp.facts(facts), cards: cards)
            findings(remarks, &page)
            figure(&page)
            tables.forEach { $0.write(to: &page) }
            page.data(stamp.document, command: command, thing: thing)
        }
    }

    private func findings(_ remarks: [FrameRemark], _ page: inout PageText) {
        guard !remarks.isEmpty else { return }
        page.section("findings", "Findings")
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
