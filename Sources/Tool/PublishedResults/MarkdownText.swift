import Markers
import QuadGeometry
import ToolTerminal

/// A result as a table in GitHub's Markdown, as for the summary of a job or a comment on a change.
enum MarkdownText {
    /// The most findings in the table, so that it fits into a comment.
    private static let mostRows = 200

    static func text(_ result: PublishedResult) -> String {
        var text =
            "### quadcal \(result.command): \(result.verdict.rawValue.uppercased())\n\n\(plain(result.summary))\n"
        guard !result.findings.isEmpty else { return text }
        text += "\n| severity | code | place | finding |\n| --- | --- | --- | --- |\n"
        for finding in result.findings.prefix(mostRows) {
            text += "| \(finding.severity.rawValue) | \(code(finding.code)) | \(code(finding.place)) | "
            text += "\(plain(finding.message)) |\n"
        }
        let more = result.findings.count - mostRows
        return more > 0 ? text + "\nand \(counted(more, "finding")) more\n" : text
    }

    /// The text in a code span, where only a pipe, a backtick and a line break mean anything.
    private static func code(_ text: String) -> String {
        "`" + String(text.map { $0 == "`" ? "'" : $0.isNewline ? " " : $0 }).replacing("|", with: "\\|") + "`"
    }

    /// The text with every character of Markdown and HTML escaped, and without mentions of people.
    private static func plain(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case _ where character.isNewline: escaped += " "
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            // A word joiner keeps the name from being notified.
            case "@": escaped += "@\u{2060}"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "#", "|", "~", "!": escaped += "\\\(character)"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
