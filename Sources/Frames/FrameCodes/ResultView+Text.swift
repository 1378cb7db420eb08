package import FrameReports
import MarkersReport
package import PublishedResults
import QuadGeometry
package import ToolTerminal

extension ResultView {
    /// The text for people: the verdict first, then what was found, and tables.
    package func text(_ loudness: Loudness, on screen: Screen) -> String {
        guard loudness != .quiet else { return summary + "\n" }
        let most = loudness == .verbose ? Int.max : TextTable.mostRows
        return summary + "\n\n" + TextTable.list(facts) + remarkLines
            + tables.map { content in
                var table = TextTable(content.heads, words: content.words)
                content.rows.prefix(most).forEach { table.add($0) }
                return "\n" + table.text(on: screen) + TextTable.more(content.rows.count - most)
            }.joined()
    }

    package var remarkLines: String {
        remarks.map { "  \($0.severity.rawValue.uppercased()) \($0.code) \($0.sentence)\n" }.joined()
    }
}

extension PublishedResult {
    /// The remarks of a view at a file, and findings of other files.
    package init(
        _ view: ResultView, of command: String, at file: String, files: [String]? = nil,
        and others: [PublishedFinding] = [], _ codes: CodeOptions
    ) {
        self.init(
            command: command, verdict: Verdict(rawValue: view.verdict) ?? .fail, summary: view.summary,
            files: files ?? [file], findings: view.remarks.map { PublishedFinding($0, at: file) } + others,
            rules: CodeEntry.rules(of: command), failing: Severity(failing: codes.failsOn))
    }
}
