import PublishedResults
import ToolTerminal

/// An explanation that several commands lead to: `quadcal help TOPIC`.
struct HelpTopic {
    let name: String
    /// A summary of a few words without a full stop.
    let summary: String
    let text: String

    static let all = [
        HelpTopic(
            name: "credentials", summary: "how to sign in to a server", text: ConnectionOptions.guide + "\n"),
        HelpTopic(
            name: "exit-codes", summary: "the exit codes of all commands",
            text: TextTable.list(ExitCode.meanings.map { ($0.code, $0.meaning) }, indent: "")),
    ]

    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}

extension ExitCode {
    /// Every code with its meaning, in a few words without a full stop.
    static let meanings: [(code: String, meaning: String)] = allCases.map { code in
        (
            "\(code.rawValue)",
            code.guide?.summary ?? (code == .good ? "success" : "finished, but the data failed")
        )
    }
}
