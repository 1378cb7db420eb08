package import ToolTerminal

package struct CodeGuide: Sendable {
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

/// Codes with their meanings, kept as text that is read as it stands.
///
/// The first line of each is its code, its severity and, after a colon, its summary. Then come the meaning and, after `>`, what to do
/// about it. A blank line ends it.
package struct CodeTable: Sendable {
    package let entries: [Entry]

    package struct Entry: Sendable {
        package let code: String
        /// The words in brackets after the severity.
        package let tags: [String]
        package let guide: CodeGuide
    }

    package init(_ text: String) {
        entries = text.split(separator: "\n\n").map { Entry(String($0)) }
    }

    /// The meaning of a code; `nil` of one that is not in the table.
    package subscript(code: String) -> CodeGuide? { entries.first { $0.code == code }?.guide }
}

extension CodeTable.Entry {
    fileprivate init(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        let head = lines[0].split(separator: ": ", maxSplits: 1)
        let words = head[0].split(separator: " ", maxSplits: 1)
        let severity = words[1].split(separator: " [")
        code = String(words[0])
        tags = severity.dropFirst().flatMap { $0.dropLast().split(separator: " ").map(String.init) }
        guide = CodeGuide(
            severity: String(severity[0]), summary: String(head[1]),
            meaning: lines.dropFirst().dropLast().joined(separator: "\n"),
            fix: String(lines[lines.count - 1].dropFirst(2)))
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
    package var guide: CodeGuide? { ExitCode.guides[published] }

    private static let guides = CodeTable(
        """
        USAGE error: the command line is wrong, so nothing was done
        An option, a value or a file is missing or unknown, or two contradict each other. Exit code 2.
        > change the command as the message says; COMMAND --help lists the options.

        UNREADABLE error: a file cannot be read or written
        It is missing, may not be opened, is empty, or breaks off or is no JSON or CSV at the named place.
        Of several files the others are still checked. Exit code 3.
        > check the name and the permissions, or what wrote the file; the message says which.

        UNSOLVABLE error: there is no motion, or none that may be used
        The pairs do not determine a motion, or what determines it is refused. Exit code 4.
        > add or correct pairs as the message says.

        NETWORK error: the network or the server failed
        A request got no answer, or one that refuses it or cannot be read. Exit code 5.
        > try again; if the message names an answer of the server, look there.

        INTERNAL error: the output could not be written, or quadcal failed
        Standard output takes no more, as on a full disk. Exit code 70.
        > make room, or report it if the message says nothing of output.

        INTERRUPTED error: a signal or a no to a question ended the run
        What was done until then is done. Exit code 130.
        > run the command again; one that sends says how to resume.
        """)

    package var explanation: String { guide?.explanation(of: published) ?? "" }

    package static var listed: [(code: String, guide: CodeGuide)] {
        failures.compactMap { failure in failure.guide.map { (failure.published, $0) } }
    }
}
