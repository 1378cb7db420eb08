package import Markers
import PublishedResults
import QuadGeometry
import ToolTerminal

extension PublishedResult {
    /// A check, with the findings that the report lists and the errors that ended the reading of files.
    package init(_ report: CheckReport) {
        let found = report.findings.map { PublishedFinding($0) }
        let unread = report.failures.map { PublishedFinding($0) }
        self.init(
            command: "check", verdict: report.verdict,
            summary: CheckText.verdict(report),
            files: report.files.map(\.file.name) + report.unread.map(\.name),
            findings: found + unread,
            rules: CheckCode.allCases.map { PublishedRule($0.rawValue, PublishedKind($0), CodeGuide($0)) },
            failing: Severity(failing: report.options.failsOn))
    }
}

extension PublishedFinding {
    package init(_ finding: MarkerFinding) {
        let remedy = finding.remedy.map { "; \($0)" } ?? ""
        self.init(
            code: finding.code.rawValue, severity: finding.severity,
            message: finding.message(.whole) + remedy,
            file: finding.site.file, line: finding.line, pointer: finding.pointer,
            name: finding.site.name(.whole))
    }
}
