import QuadGeometry
import ToolTerminal

/// A result as commands of GitHub Actions, which annotate the lines of files, and the summary after them.
enum GitHubText {
    static func text(_ result: PublishedResult) -> String {
        result.findings.map(annotation).joined() + safe(result.summary) + "\n"
    }

    private static func annotation(_ finding: PublishedFinding) -> String {
        let command =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .info, .hint: "notice"
            }
        var properties = ["file=\(property(finding.shownFile))"]
        if let line = finding.line { properties.append("line=\(line)") }
        properties.append("title=\(property(finding.code))")
        let place = [finding.pointer.isEmpty ? nil : finding.pointer, finding.name].compactMap {
            $0.map { visible($0) }
        }
        let text = (place.isEmpty ? "" : place.joined(separator: " ") + ": ") + finding.message
        return "::\(command) \(properties.joined(separator: ","))::\(data(text))\n"
    }

    /// The text as the message of a command, which ends with the line.
    private static func data(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The text as the value of a property, which a comma or a colon would end.
    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }

    /// The text as a line that is no command: one begins with colons, wherever blanks stand before them.
    private static func safe(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.drop { $0 == " " }.hasPrefix("::") ? "quadcal: \(line)" : line
    }
}
