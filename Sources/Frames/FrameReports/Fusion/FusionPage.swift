internal import FrameGraph
internal import Markers
internal import MarkersReport

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

    /// The page, the same bytes for the same fusion.
    package var html: [UInt8] {
        var view = FusionText.view(report, verdict: verdict)
        // A card says it.
        view.facts.removeAll { $0.name == "error" }
        return ResultPage(
            of: "fuse", kind: "Fused markers", thing: "fusion", subject: subject,
            title: "\(subject), fused markers", rule: "Corners that most sessions contradict are left out.",
            cards: cards, version: version, date: date, document: document
        ).html(view) { FusionDrawing(report)?.write(to: &$0) }
    }

    private var cards: [(title: String, value: String, note: String)] {
        let fusion = report.fusion
        var cards = [
            (
                title: "Fused markers", value: "\(fusion.markers.count)",
                note:
                    "of \(fusion.frames.count) sessions, in the frame of \(ReportText.name(fusion.root, atMost: 40))"
            )
        ]
        if let worst = report.worst {
            let name = ReportText.name(report.name(worst.marker), atMost: 40)
            cards.append(("Worst corner", ReportText.length(worst.error), "95 % error, of \(name)"))
        }
        let noise = "a coordinate; with it sessions are fitted to these markers"
        cards.append(("Corner noise", ReportText.length(fusion.cornerNoise), noise))
        return cards
    }
}
