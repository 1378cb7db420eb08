internal import FrameGraph
internal import Markers
package import MarkersReport

/// A fusion as one self-contained HTML page: the verdict, the markers from above, and the tables of the text.
package enum FusionPage {
    /// The page, the same bytes for the same fusion.
    ///
    /// - Parameters:
    ///   - verdict: `pass`, `warn` or `fail`.
    ///   - subject: The sessions in words.
    package static func html(
        _ report: FusionReport, verdict: String, subject: String, _ stamp: PageStamp
    ) -> [UInt8] {
        var view = FusionText.view(report, verdict: verdict)
        // A card says it.
        view.facts.removeAll { $0.name == "error" }
        return view.page(
            of: "fuse", kind: "Fused markers", thing: "fusion", subject: subject,
            title: "\(subject), fused markers", rule: "Corners that most sessions contradict are left out.",
            cards: cards(report), stamp
        ) { FusionDrawing(report)?.write(to: &$0) }
    }

    private static func cards(
        _ report: FusionReport
    ) -> [(title: String, value: String, note: String)] {
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
