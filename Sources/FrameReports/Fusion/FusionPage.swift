internal import FrameGraph
internal import Markers
internal import MarkersReport

/// A fusion as one self-contained HTML page: the verdict, the markers from above, and the tables of the text.
package struct FusionPage {
    let report: FusionReport
    /// `pass`, `warn` or `fail`.
    private let verdict: String
    private let subject, version, date: String

    /// - Parameters:
    ///   - verdict: `pass`, `warn` or `fail`.
    ///   - subject: The sessions in words.
    ///   - version: The version of the tool.
    ///   - date: The date of the run.
    package init(_ report: FusionReport, verdict: String, subject: String, version: String, date: String) {
        (self.report, self.verdict, self.subject) = (report, verdict, subject)
        (self.version, self.date) = (version, date)
    }

    /// The most rows of a table.
    private static let mostRows = 1000

    /// The title and the caption of a table by the head of its first column.
    private static let titles = [
        "session": ("Sessions", "Where each session's frame is in that of the root, with 95 % errors."),
        "undecided": ("Undecided corners", "Every place of a corner that sessions dispute."),
        "left out": ("Sightings left out", "How far each is from the fused corners."),
        "marker": ("Markers", "Sessions that saw each and that agree on every corner, with the 95 % error."),
    ]

    /// The page, the same bytes for the same fusion.
    package var html: [UInt8] {
        let parts = FusionText.parts(report)
        return PageFrame(
            title: "\(verdict.uppercased()): \(subject), fused markers", head: subject,
            kind: "quadcal fusion report"
        ).html { page in
            opening(parts).write(to: &page)
            remarks(&page)
            FusionDrawing(report)?.write(to: &page)
            for case .table(let heads, let words, let rows) in parts { table(heads, words, rows, &page) }
        }
    }

    private func opening(_ parts: [FusionText.Part]) -> VerdictOpening {
        var facts = [("Date", date), ("Software", "quadcal \(version)")]
        for case .facts(let own) in parts {
            facts += own.filter { $0.name != "error" }.map {
                ($0.name.prefix(1).uppercased() + $0.name.dropFirst(), $0.text)
            }
        }
        let fusion = report.fusion
        var cards = [
            (
                "Fused markers", "\(fusion.markers.count)",
                "of \(fusion.frames.count) sessions, in the frame of \(ReportText.name(fusion.root, atMost: 40))"
            )
        ]
        if let worst = report.worst {
            cards.append(
                (
                    "Worst corner", ReportText.length(worst.error),
                    "95 % error, of \(ReportText.name(report.name(worst.marker), atMost: 40))"
                ))
        }
        cards.append(
            (
                "Corner noise", ReportText.length(fusion.cornerNoise),
                "a coordinate; with it sessions are fitted to these markers"
            ))
        return VerdictOpening(
            kind: "Fused markers", subject: subject, verdict: verdict, words: FusionText.verdict(report),
            rule: "Corners that most sessions contradict are left out.", facts: facts, cards: cards)
    }

    private func remarks(_ page: inout PageText) {
        let remarks = report.remarks
        guard !remarks.isEmpty else { return }
        page.raw("<section id=\"remarks\">")
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

    private func table(
        _ heads: [String], _ words: Set<Int>, _ rows: [[String]], _ page: inout PageText
    ) {
        let names = (words.max() ?? 0) + 1
        let (title, caption) = FusionPage.titles[heads[0]] ?? (heads[0], "")
        page.raw("<section>")
        page.element("h2", title)
        let more =
            rows.count > FusionPage.mostRows
            ? " The first \(ReportText.grouped(FusionPage.mostRows)) of \(ReportText.grouped(rows.count))."
            : ""
        page.scrolling("Table of \(heads[0])") { page in
            page.table(
                heads.enumerated().map { ($1, $0 >= names) }, caption: caption + more, isSortable: true
            ) { page in
                for row in rows.prefix(FusionPage.mostRows) {
                    page.row(Array(row.prefix(names)), isFlagged: false, Array(row.dropFirst(names)))
                }
            }
        }
        page.raw("</section>\n")
    }
}
