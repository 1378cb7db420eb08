import CheckReports
import FitReports
import FrameReports
import Markers
import QuadGeometry
import ToolTerminal

/// A fusion for people: the verdict first, then what was found, and tables.
enum FuseText {
    static func text(_ report: FuseReport, on screen: Screen) -> String {
        let verdict = "\(report.verdict.rawValue.uppercased())  \(FusionText.verdict(report.report))\n"
        guard report.options.loudness != .quiet else { return verdict }
        let isVerbose = report.options.loudness == .verbose
        return verdict + "\n"
            + FusionText.parts(report.report).map { part in
                switch part {
                case .facts(let facts): TextTable.list(facts)
                case .remark(let remark):
                    "  \(remark.severity.rawValue.uppercased()) \(remark.code) \(remark.sentence)\n"
                case .table(let heading, let words, let rows):
                    "\n"
                        + table(
                            heading, words, isVerbose ? rows[...] : rows.prefix(TextTable.mostRows),
                            on: screen)
                        + TextTable.more(isVerbose ? 0 : rows.count - TextTable.mostRows)
                }
            }.joined()
    }

    private static func table(
        _ heading: [String], _ words: Set<Int>, _ rows: ArraySlice<[String]>, on screen: Screen
    ) -> String {
        var table = TextTable(heading, words: words)
        for row in rows { table.add(row) }
        return table.text(on: screen)
    }
}
