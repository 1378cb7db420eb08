import Markers
package import ToolTerminal

extension SavedFitError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String { joined(explained(to: .terminal)) }
}

extension RecalibrationPlanError {
    /// The exit code of a run that asked for it: the data say that nothing is to be done, or the motion is of no use.
    package var exitCode: ExitCode {
        switch self {
        case .alreadyApplied, .rescanMoved, .partlyMoved, .nothingToApply: .findings
        case .badLimits: .usage
        default: .unsolvable
        }
    }

    /// The message: what was found, and the next thing to try; safe for a terminal.
    package var text: String { "\(code), \(joined(explained(to: .terminal)))" }
}
