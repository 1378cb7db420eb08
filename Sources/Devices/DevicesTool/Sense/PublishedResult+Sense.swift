import FrameCodes
import FrameReports
import MarkersEndpoint
import PublishedResults
import QuadGeometry
import SensorReports
import ToolTerminal

extension PublishedResult {
    /// The remarks on detections at their file, or at the phone.
    init(_ run: SenseOutcome) {
        let file = run.options.detections ?? run.options.sensor?.description ?? "demo"
        self.init(
            command: "sense", verdict: run.verdict,
            summary: "\(run.verdict.rawValue.uppercased())  \(SenseText.verdict(run.report))", files: [file],
            findings: run.report.remarks.map { PublishedFinding($0, at: file) },
            rules: CodeEntry.rules(of: "sense"), failing: Severity(failing: run.options.codes.failsOn))
    }
}
