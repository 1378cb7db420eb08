internal import FrameReports
internal import Markers
package import MarkersReport

/// A run of detections as one self-contained HTML page: the verdict, the markers beside the truth where it is known, and the tables.
package enum SensePage {
    /// The page, the same bytes for the same run.
    ///
    /// - Parameter verdict: `pass`, `warn` or `fail`.
    package static func html(_ report: SenseReport, verdict: String, _ stamp: PageStamp) -> [UInt8] {
        SenseText.view(report, verdict: verdict).page(
            of: "sense", kind: "Detections of a phone", thing: "run", subject: "Sensed markers",
            title: "Sensed markers",
            rule: "A marker is an object that was seen often enough, from enough stands.",
            cards: cards(report), stamp
        ) { SenseDrawing(report)?.write(to: &$0) }
    }

    private static func cards(
        _ report: SenseReport
    ) -> [(title: String, value: String, note: String)] {
        let (counts, stands) = (report.counts, counted(report.standCount, "stand"))
        var cards = [
            (
                title: "Markers", value: "\(report.markers.count)",
                note: "of \(counted(counts.detections, "detection")), from \(stands)"
            )
        ]
        if let worst = report.markers.map({ $0.sigma.max() }).max() {
            cards.append(("Worst centre", ReportText.length(worst), "standard deviation along one axis"))
        }
        if let truth = report.truth {
            let note = "rms of the centres; \(truth.within) of \(truth.objects) within their prediction"
            cards.append(("Off the truth", ReportText.length(truth.rms), note))
        }
        return cards
    }
}
