import Markers
import QuadGeometry

extension PublishedResult {
    /// A check, with the findings that the report lists and the errors that ended the reading of files.
    init(_ report: CheckReport) {
        let found = report.findings.map { PublishedFinding($0) }
        let unread = report.failures.map { PublishedFinding($0) }
        self.init(
            command: "check", verdict: report.verdict,
            summary: CheckText.verdict(report),
            files: report.files.map(\.file.name) + report.unread.map(\.name),
            findings: found + unread,
            rules: CheckCode.allCases.map { PublishedRule($0.word, PublishedKind($0), CodeGuide($0)) },
            failing: Severity(failing: report.options.failsOn))
    }

    /// The failure of a command, as its only finding.
    init(_ failure: Failure, command: String) {
        self.init(
            command: command, verdict: .fail, summary: "FAIL  \(failure.text)", files: [],
            findings: [PublishedFinding(failure)], rules: [], failing: .error)
    }
}

extension PublishedFinding {
    init(_ finding: Finding) {
        let remedy = finding.remedy.map { "; \($0)" } ?? ""
        self.init(
            code: finding.code.word, severity: finding.severity, message: finding.message + remedy,
            file: finding.site.file, line: finding.line, pointer: finding.pointer, name: finding.site.name())
    }

    /// The failure that kept a command from its work, at the file if it was one.
    init(_ failure: Failure) {
        self.init(
            code: failure.exitCode.word.uppercased(), severity: .error, message: failure.text,
            file: failure.place?.file ?? "quadcal", line: failure.place?.line)
    }
}

extension Severity {
    /// The lowest severity that fails a run; `nil` if none does.
    init?(failing level: FailureLevel) {
        switch level {
        case .error: self = .error
        case .warning: self = .warning
        case .never: return nil
        }
    }
}
