import FitReports
import FrameCodes
import FrameGraph
import FrameReports
import JobReports
import MarkerTables
import PublishedResults
import QuadGeometry
import ToolTerminal

extension PublishedResult {
    /// The findings of a graph at its file, those of edges at their lines where it has lines.
    init(_ run: GraphRun, _ codes: CodeOptions) {
        let file = run.input.file.isEmpty ? "demo" : run.input.file
        let text = GraphText(run, mostRows: TextTable.mostRows) { visible($0) }
        let findings = run.findings, lines = run.input.lines
        self.init(
            command: "graph", verdict: Verdict(rawValue: run.verdict) ?? .fail, summary: text.verdict,
            files: [file],
            findings: findings.map { finding in
                PublishedFinding(
                    finding.remark, at: file, line: finding.edges.first.flatMap { lines?[$0] ?? nil })
            }, rules: CodeEntry.rules(of: "graph"), failing: Severity(failing: codes.failsOn))
    }

    /// The remarks on a fusion at its first session, and what was left out at its own.
    init(_ run: FuseReport) {
        let report = run.report, files = run.sides.map(\.file)
        let left = report.fusion.markers.flatMap { marker in
            marker.leftOut.map { sighting in
                PublishedFinding(
                    code: sighting.reason.rawValue, severity: .info,
                    message: FusionText.sentence(sighting, report), file: sighting.session, line: nil,
                    name: report.name(marker))
            }
        }
        self.init(
            run.view, of: "fuse", at: files.first ?? "demo", files: files, and: left, run.options.codes)
    }
}
