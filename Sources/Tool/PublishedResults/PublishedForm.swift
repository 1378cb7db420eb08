import Markers
import QuadGeometry
import StrictJSON
package import ToolTerminal

/// A form of a result that other programs show: those that run tests, scan code or review changes.
package enum PublishedForm: String, CaseIterable, Sendable {
    case junit, sarif, github, markdown

    package func text(_ result: PublishedResult) -> String {
        switch self {
        case .junit: JUnitText.text(result)
        case .sarif: String(decoding: SARIFLog(result: result).document(openDepth: 6), as: UTF8.self)
        case .github: GitHubText.text(result)
        case .markdown: MarkdownText.text(result)
        }
    }

    /// The option of commands that print nothing else by it. JSON has one of its own, to which a wrong guess is led.
    package static func option(slot: String) -> Option<PublishedForm?> {
        let forms = allCases.map(\.rawValue)
        var option = Option<PublishedForm?>(
            "--format", "FORMAT", slot: slot, "junit, sarif, github or markdown, for other programs"
        ) { (chosen, text) throws(BadValue) in
            guard let form = PublishedForm(rawValue: text) else {
                throw BadValue(
                    expected: "junit, sarif, github or markdown"
                        + (text.lowercased() == "json" ? "; --json prints JSON" : ""),
                    nearest: nearest(to: text, among: forms))
            }
            chosen = form
        }
        option.notation.values = .words(forms)
        return option
    }

    private static let commands = ["check", "fit", "fuse", "graph", "handeye", "moved", "sense"]

    /// The form that a command line asks for, if it does, as far as that can be told of one that was refused.
    package static func wanted(by arguments: [String]) -> PublishedForm? {
        guard commands.contains(arguments.first ?? "") else { return nil }
        for (place, argument) in arguments.prefix(while: { $0 != "--" }).enumerated() {
            let parts = argument.split(separator: "=", maxSplits: 1)
            guard parts.first == "--format" else { continue }
            let word = parts.count > 1 ? String(parts[1]) : arguments.dropFirst(place + 1).first ?? ""
            if let form = PublishedForm(rawValue: word) { return form }
        }
        return nil
    }
}

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

    /// The text as a line that GitHub does not read as a command, which begins with colons, even after blanks.
    private static func safe(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.drop { $0 == " " }.hasPrefix("::") ? "quadcal: \(line)" : line
    }
}

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
