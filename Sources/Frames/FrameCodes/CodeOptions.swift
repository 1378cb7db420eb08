package import FrameReports
package import Markers
package import PublishedResults
package import QuadGeometry
package import ToolTerminal

/// The options on findings that the commands about frames and detections have in common.
package struct CodeOptions: Sendable {
    /// A text about codes that is printed instead of any work, and the option that asks for it.
    package var answer: (option: String, text: String)?
    package var published: PublishedForm?
    package var failsOn = FailureLevel.error

    package init() {}

    /// The slot of all that says what is printed: one of them may be given.
    package static let formSlot = "report"

    package static func options(of command: String) -> [Option<CodeOptions>] {
        [
            Option(PublishedForm.option(slot: formSlot), of: \.published),
            Option(
                word: "--fail-on", "LEVEL", "exit 1 at this level or above: error, warning or never (error)",
                \.failsOn),
            Option(
                switch: "--list-codes", slot: formSlot,
                "only list every code, its severity and its meaning"
            ) { $0.answer = ("--list-codes", list(of: command)) },
            Option("--explain", "CODE", slot: formSlot, "only explain a code and what to do about it") {
                (options, text) throws(BadValue) in
                options.answer = ("--explain", try explanation(of: text, command))
            },
        ]
    }

    private static func list(of command: String) -> String {
        CodeGuide.list(CodeEntry.rules(of: command).map { ($0.code, $0.guide) } + ExitCode.listed)
    }

    private static func explanation(of text: String, _ command: String) throws(BadValue) -> String {
        let code = text.uppercased(), rules = CodeEntry.rules(of: command)
        if let rule = rules.first(where: { $0.code == code }) { return rule.guide.explanation(of: code) }
        if let failure = ExitCode(published: code) { return failure.explanation }
        throw BadValue(
            expected: "a code that \"quadcal \(command) --list-codes\" lists",
            nearest: nearest(to: text, among: rules.map(\.code)))
    }

    /// Prints the text about codes, and returns true, if that is all that is asked for.
    package func print(
        of command: String, beside files: [String], to streams: inout Streams
    ) throws(Failure) -> Bool {
        guard let answer else { return false }
        if let file = files.first { throw .unwantedOperand(file, command: "\(command) \(answer.option)") }
        try streams.print(answer.text)
        return true
    }

    /// The verdict of a run whose gravest finding is of a severity.
    package func verdict(of severity: Severity?) -> Verdict {
        switch severity {
        case .error: .fail
        case .warning: failsOn == .warning ? .fail : .warn
        default: .pass
        }
    }

    package func exitCode(of verdict: Verdict) -> ExitCode {
        verdict == .fail && failsOn != .never ? .findings : .good
    }
}

/// A code that a command about frames or detections may say, with its meaning.
///
/// ``all`` is the one table of them: lists, explanations and the rules of other programs are made from it.
package struct CodeEntry: Sendable {
    package let code: String
    package let kind: PublishedKind
    package let commands: [String]
    package let guide: CodeGuide

    init(_ code: String, _ kind: PublishedKind, of commands: [String], _ guide: CodeGuide) {
        self.code = code
        self.kind = kind
        self.commands = commands
        self.guide = guide
    }

    /// The codes of a text whose words in brackets are the kind and the commands, if they are others than the one named.
    ///
    /// The severity is that without options; `refused` of what keeps the command from an answer.
    static func table(of command: String, _ text: String) -> [CodeEntry] {
        CodeTable(text).entries.compactMap { entry in
            PublishedKind(rawValue: entry.tags[0]).map { kind in
                CodeEntry(
                    entry.code, kind, of: entry.tags.count > 1 ? Array(entry.tags.dropFirst()) : [command],
                    entry.guide)
            }
        }
    }

    package static let all = graph + graphFiles + fusion + handEye + sense

    /// The codes of a command, those of corners included where it judges quads.
    package static func rules(of command: String) -> [PublishedRule] {
        all.filter { $0.commands.contains(command) }.map { PublishedRule($0.code, $0.kind, $0.guide) }
            + (command == "sense" ? quads : [])
    }
}

extension PublishedFinding {
    package init(_ remark: FrameRemark, at file: String, line: Int? = nil) {
        self.init(
            code: remark.code, severity: remark.severity, message: remark.sentence, file: file, line: line)
    }
}
