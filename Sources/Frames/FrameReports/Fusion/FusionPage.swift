internal import FrameGraph
internal import Markers
package import MarkersReport

/// A fusion as one self-contained HTML page: the verdict, the markers from above, and the tables of the text.
package struct FusionPage {
    let report: FusionReport
    /// `pass`, `warn` or `fail`.
    private let verdict: String
    private let subject, version, date: String
    private let document: [UInt8]

    /// - Parameters:
    ///   - verdict: `pass`, `warn` or `fail`.
    ///   - subject: The sessions in words.
    ///   - version: The version of the tool.
    ///   - date: The date of the run.
    ///   - document: The fusion in JSON, which the page carries for programs.
    package init(
        _ report: FusionReport, verdict: String, subject: String, version: String, date: String,
        document: [UInt8]
    ) {
        (self.report, self.verdict, self.subject) = (report, verdict, subject)
        (self.version, self.date, self.document) = (version, date, document)
    }

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
            FindingList(report.remarks).write(to: &page)
            FusionDrawing(report)?.write(to: &page)
            for case .table(let heads, let words, let rows) in parts {
                let (title, caption) = FusionPage.titles[heads[0]] ?? (heads[0], "")
                ResultTable(title: title, caption: caption, heads, words: words, rows).write(to: &page)
            }
            PageData(document, command: "fuse", thing: "fusion").write(to: &page)
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
}

/// The remarks on a result as a section of a page; nothing where there are none.
package struct FindingList {
    private let remarks: [FrameRemark]

    package init(_ remarks: [FrameRemark]) { self.remarks = remarks }

    package func write(to page: inout PageText) {
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
