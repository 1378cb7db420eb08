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
            name: "credentials", summary: "how a server learns who asks", text: ConnectionOptions.guide),
        HelpTopic(
            name: "exit-codes", summary: "what a run that ends says to a script",
            text: ExitCode.allCases.map { "\(padded("\($0.rawValue)", 4))\($0.summary)" }.joined(
                separator: "\n")),
    ]

    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}

extension ExitCode {
    /// The meaning for every command, in a line.
    fileprivate var summary: String {
        switch self {
        case .good: "done"
        case .findings: "done, but the data failed: errors, or warnings by --fail-on"
        case .usage: "the command line makes no sense; nothing was read"
        case .unreadable: "a file cannot be read or written"
        case .unsolvable: "the data has no answer"
        case .network: "the network or the server did not do its part; the same command goes on"
        case .internalError: "a fault of quadcal, or standard output cannot be written, as on a full disk"
        case .interrupted: "a signal, or a no to a question; nothing is half written"
        }
    }
}
