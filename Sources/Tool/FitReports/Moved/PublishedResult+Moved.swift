import Markers
package import PublishedResults
import QuadGeometry
import RigidCalibration

extension PublishedResult {
    /// The markers that were moved, each at its line of the new file.
    package init(_ report: MovedReport) {
        let moved = report.moved, file = report.files.new.file
        self.init(
            command: "moved", verdict: report.verdict, summary: MovedText.verdict(report),
            files: [report.files.old.file, file],
            findings: moved.moved.map { one in
                PublishedFinding(
                    code: MovedCode(one).rawValue, severity: .error,
                    message: MovedText.sentence(one, report), file: file, line: report.line(of: one.marker),
                    name: report.names[one.marker])
            }
                + moved.unchecked.map { marker in
                    PublishedFinding(
                        code: MovedCode.unchecked.rawValue, severity: .warning,
                        message: "Nothing checks it, so nobody knows whether it was moved.", file: file,
                        line: report.line(of: marker), name: report.names[marker])
                }
                + report.doubts.compactMap { code in
                    MovedText.words(code, report).map {
                        PublishedFinding(
                            code: code.rawValue, severity: .warning, message: "Of the markers, \($0).",
                            file: file, line: nil)
                    }
                },
            rules: MovedCode.allCases.map { PublishedRule($0.rawValue, .place, $0.guide) },
            failing: Severity(failing: report.options.failsOn))
    }
}
