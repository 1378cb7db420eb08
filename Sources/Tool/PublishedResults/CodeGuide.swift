package import ToolTerminal

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

extension ExitCode {
    /// The codes of failures that keep a command from its result, which other programs show as findings.
    package static let failures: [ExitCode] = allCases.filter { $0.guide != nil }

    /// The failure of a published code; `nil` where it is none.
    package init?(published code: String) {
        guard let failure = ExitCode.failures.first(where: { $0.published == code }) else { return nil }
        self = failure
    }

    /// The code of a failure as a finding, as in `UNREADABLE`.
    package var published: String { word.uppercased() }

    /// The meaning of a failure, and what to do about it; `nil` of results.
    package var guide: CodeGuide? {
        switch self {
        case .good, .findings: nil
        case .usage:
            CodeGuide(
                severity: "error", summary: "the command line is wrong, so nothing was done",
                meaning:
                    "An option, a value or a file is missing or unknown, or two contradict each other. Exit code 2.",
                fix: "change the command as the message says; COMMAND --help lists the options.")
        case .unreadable:
            CodeGuide(
                severity: "error", summary: "a file cannot be read or written",
                meaning: """
                    It is missing, may not be opened, is empty, or breaks off or is no JSON or CSV at the named place.
                    Of several files the others are still checked. Exit code 3.
                    """,
                fix: "check the name and the permissions, or what wrote the file; the message says which.")
        case .unsolvable:
            CodeGuide(
                severity: "error", summary: "there is no motion, or none that may be used",
                meaning:
                    "The pairs do not determine a motion, or what determines it is refused. Exit code 4.",
                fix: "add or correct pairs as the message says.")
        case .network:
            CodeGuide(
                severity: "error", summary: "the network or the server failed",
                meaning: "A request got no answer, or one that refuses it or cannot be read. Exit code 5.",
                fix: "try again; if the message names an answer of the server, look there.")
        case .internalError:
            CodeGuide(
                severity: "error", summary: "the output could not be written, or quadcal failed",
                meaning: "Standard output takes no more, as on a full disk. Exit code 70.",
                fix: "make room, or report it if the message says nothing of output.")
        case .interrupted:
            CodeGuide(
                severity: "error", summary: "a signal or a no to a question ended the run",
                meaning: "What was done until then is done. Exit code 130.",
                fix: "run the command again; one that sends says how to resume.")
        }
    }

    /// The full explanation of a failure.
    package var explanation: String { guide?.explanation(of: published) ?? "" }

    /// The failures with their codes, for lists of codes.
    package static var listed: [(code: String, guide: CodeGuide)] {
        failures.compactMap { failure in failure.guide.map { (failure.published, $0) } }
    }
}
