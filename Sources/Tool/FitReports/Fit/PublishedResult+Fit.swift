import Markers
package import PublishedResults
import QuadGeometry
import RigidCalibration

extension PublishedResult {
    /// A fit, with its remarks at the file of the pairs.
    package init(_ report: FitReport, of files: [String]) {
        let source = report.pairs.source.file
        self.init(
            command: "fit", verdict: report.verdict, summary: FitText.verdict(report), files: files,
            findings: report.remarks.map { remark in
                PublishedFinding(
                    code: remark.code, severity: remark.severity, message: report.sentence(remark),
                    file: files.contains(source) ? source : files[0],
                    line: remark.firstPair.map { report.pairs.lines[$0] })
            },
            rules: FitCode.published, failing: Severity(failing: report.options.failsOn))
    }
}

extension PublishedResult {
    /// A motion from two matrices, with its remark at the new one.
    package init(_ report: MatrixReport, of files: [String]) {
        self.init(
            command: "fit", verdict: report.verdict, summary: MatrixText.verdict(report), files: files,
            findings: report.remark.map { remark in
                [
                    PublishedFinding(
                        code: remark.code.rawValue, severity: remark.fails ? .error : .warning,
                        message: remark.sentence, file: report.new.file, line: nil)
                ]
            } ?? [], rules: FitCode.published, failing: Severity(failing: report.options.failsOn))
    }
}

extension FitCode {
    /// Every code with its meaning, as programs show it.
    package static var published: [PublishedRule] {
        allCases.map { PublishedRule($0.rawValue, PublishedKind($0), $0.guide) }
    }
}

extension FitRemark {
    fileprivate var firstPair: Int? {
        switch self {
        case .judged(let judgement):
            if case .outlyingPairs(let pairs, _) = judgement { pairs.first } else { nil }
        case .unnamedMarker(let pair): pair
        case .checksMiss, .toleranceExceeded, .straightened, .straighteningHelps, .notStraightened,
            .beyondMarkers:
            nil
        }
    }
}
