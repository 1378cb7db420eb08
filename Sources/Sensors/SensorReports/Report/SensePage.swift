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

    private static let subject = "Sensed markers"

    /// The title and the caption of a table by the head of its first column.
    private static let titles = [
        "marker": ("Markers", "Centres with a standard deviation along each axis."),
        "left out": ("Objects left out", "Why each became no marker."),
    ]

    /// The page, the same bytes for the same run.
    package var html: [UInt8] {
        PageFrame(
            title: "\(verdict.uppercased()): \(SensePage.subject)", head: SensePage.subject,
            kind: "quadcal sense report"
        ).html { page in
            opening.write(to: &page)
            FindingList(report.remarks).write(to: &page)
            SenseDrawing(report)?.write(to: &page)
            for table in SenseText.tables(report) {
                let (title, caption) = SensePage.titles[table.heading[0]] ?? (table.heading[0], "")
                ResultTable(title: title, caption: caption, table.heading, words: table.words, table.rows)
                    .write(to: &page)
            }
            PageData(document, command: "sense", thing: "run").write(to: &page)
        }
    }

    private var opening: VerdictOpening {
        let facts =
            [(name: "Date", value: date), (name: "Software", value: "quadcal \(version)")]
            + SenseText.facts(report).map {
                (name: $0.name.prefix(1).uppercased() + $0.name.dropFirst(), value: $0.text)
            }
        var cards = [
            (
                title: "Markers", value: "\(report.markers.count)",
                note:
                    "of \(counted(report.counts.detections, "detection")), from \(counted(report.standCount, "stand"))"
            )
        ]
        if let worst = report.markers.map({ $0.sigma.max() }).max() {
            cards.append(
                (
                    title: "Worst centre", value: ReportText.length(worst),
                    note: "standard deviation along one axis"
                ))
        }
        if let truth = report.truth {
            cards.append(
                (
                    title: "Off the truth", value: ReportText.length(truth.rms),
                    note: "rms of the centres; \(truth.within) of \(truth.objects) within their prediction"
                ))
        }
        return VerdictOpening(
            kind: "Detections of a phone", subject: SensePage.subject, verdict: verdict,
            words: SenseText.verdict(report),
            rule: "A marker is an object that was seen often enough, from enough stands.", facts: facts,
            cards: cards)
    }
}
