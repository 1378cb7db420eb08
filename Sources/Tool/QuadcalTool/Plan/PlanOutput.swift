import FitReports
import JobReports
import Markers
import MarkersReport
import StrictJSON
import ToolTerminal

/// The output of a plan that is only shown.
enum PlanOutput {
    static func show(_ report: PlanReport, _ streams: inout Streams) throws(Failure) -> ExitCode {
        let written = try save(report)
        switch report.options.form {
        case .json: try streams.print(written ?? report.document(openDepth: 2))
        case .text: try streams.printReport(PlanText.text(report, on: streams.screen))
        case .explanation(let name):
            try streams.print(try PlanExplanation.text(of: name, report, on: streams.screen))
        // Printed before there is a plan.
        case .codes, .codeExplanation: break
        }
        try streams.flush()
        if let page = report.options.reportFile {
            var content = try ReportContent(of: report)
            content.heading = report.options.titleBlock.heading
            try ReportFile.write(
                content, page: page, replaces: report.options.replacesFile, for: "--report")
        }
        advise(report, streams)
        return report.exitCode
    }

    /// Writes the plan to a file if asked to, and returns what was written.
    @discardableResult
    static func save(_ report: PlanReport) throws(Failure) -> [UInt8]? {
        guard let file = report.options.planFile else { return nil }
        let bytes = report.document(openDepth: 2)
        try OutputFile.write(bytes, to: file, replaces: report.options.replacesFile, for: "--plan-out")
        return bytes
    }

    /// Prints what the reading of pairs took for granted.
    static func advise(_ report: PlanReport, _ streams: Streams) {
        guard report.options.loudness != .quiet else { return }
        for note in report.fitNotes { streams.advise(note) }
    }
}
