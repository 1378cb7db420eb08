import ToolTerminal

/// The meaning of a code, and how to fix it.
package struct CodeGuide {
    /// The severity without options.
    package let severity: String
    /// One line without a full stop.
    package let summary: String
    package let meaning: String
    package let fix: String

    package init(severity: String, summary: String, meaning: String, fix: String) {
        (self.severity, self.summary, self.meaning, self.fix) = (severity, summary, meaning, fix)
    }

    package static func list(_ all: [(code: String, guide: CodeGuide)]) -> String {
        let width = all.map(\.code.count).max() ?? 0
        let severityWidth = all.map(\.guide.severity.count).max() ?? 0
        return all.map { code, guide in
            padded(code, width) + "  " + padded(guide.severity, severityWidth) + "  "
                + guide.summary
                + "\n"
        }.joined()
    }

    /// The full explanation of a code, with the options that set its limits.
    package func explanation(of code: String, limits: [(name: String, text: String)] = []) -> String {
        var text = "\(code) (\(severity)): \(summary)\n\n\(meaning)\n\n"
        text += TextTable.list(limits)
        if !limits.isEmpty { text += "\n" }
        return text + "To fix it: \(fix)\n"
    }
}
