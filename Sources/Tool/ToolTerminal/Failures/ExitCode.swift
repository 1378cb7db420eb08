import StrictJSON

/// The outcome of a run, as the shell and as a JSON document say it.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case good = 0
    case findings = 1
    case usage = 2
    case unreadable = 3
    case unsolvable = 4
    /// The network or the server did not do its part.
    case network = 5
    case internalError = 70
    /// A signal, or a no to a question.
    case interrupted = 130

    package var word: String {
        switch self {
        case .good: "good"
        case .findings: "findings"
        case .usage: "usage"
        case .unreadable: "unreadable"
        case .unsolvable: "unsolvable"
        case .network: "network"
        case .internalError: "internal"
        case .interrupted: "interrupted"
        }
    }
}

extension ExitCode: DocumentWord {}

/// The one word a check or a fit comes down to.
package enum Verdict: String, CaseIterable, Sendable, DocumentValue {
    case pass, warn, fail
}
