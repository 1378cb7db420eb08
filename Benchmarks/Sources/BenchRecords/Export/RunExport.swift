package import Foundation

/// The forms in which other programs take a run.
package enum RunExport: String, CaseIterable, Sendable {
    case json, markdown, github, bencher, junit, html

    package func text(_ run: RunRecord) throws -> Data {
        switch self {
        case .json: try run.json
        case .markdown: Data(MarkdownRun.text(run).utf8)
        case .github: try CompactNumbers.github(run)
        case .bencher: try CompactNumbers.bencher(run)
        case .junit: Data(JUnitRun.text(run).utf8)
        case .html: Data(PlotPage.html(run).utf8)
        }
    }
}
