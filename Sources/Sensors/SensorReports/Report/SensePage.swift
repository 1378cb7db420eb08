internal import FrameReports
internal import Markers
internal import MarkersReport

/// A run of detections as one self-contained HTML page: the verdict, the markers beside the truth where it is known, and the tables.
package struct SensePage {
    private let report: SenseReport
    /// `pass`, `warn` or `fail`.
    private let verdict: String
    private let version, date: String
    private let document: [UInt8]

    /// - Parameters:
    ///   - verdict: `pass`, `warn` or `fail`.
    ///   - version: The version of the tool.
    ///   - date: The date of the run.
    ///   - document: The run in JSON, which the page carries for programs.
    package init(
        _ report: SenseReport, verdict: String, version: String, date: String, document: [UInt8]
    ) {
        (self.report, self.verdict, self.version, self.date) = (report, verdict, version, date)
        self.document = document
    }

    /// The page, the same bytes for the same run.
    package var html: [UInt8] {
        ResultPage(
            of: "sense", kind: "Detections of a phone", thing: "run", subject: "Sensed markers",
            title: "Sensed markers",
            rule: "A marker is an object that was seen often enough, from enough stands.", cards: cards,
            version: version, date: date, document: document
        ).html(SenseText.view(report, verdict: verdict)) { SenseDrawing(report)?.write(to: &$0) }
    }

    private var cards: [(title: String, value: String, note: String)] {
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
