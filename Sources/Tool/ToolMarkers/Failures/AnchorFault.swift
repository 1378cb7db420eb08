package import Foundation
package import Markers
package import ToolTerminal

/// A run of a session, whose anchors share a world.
package struct AnchorRun: Hashable, Comparable {
    package let session: UUID
    package let run: Int64

    package init(session: UUID, run: Int64) {
        self.session = session
        self.run = run
    }

    package static func < (a: AnchorRun, b: AnchorRun) -> Bool {
        (a.session.wireText, a.run) < (b.session.wireText, b.run)
    }
}

/// The reason why no run's anchors were taken from a file.
package enum AnchorFault {
    case severalRuns([(run: AnchorRun, count: Int)], JoinSide)
    /// An error that the anchors of one run cannot cause.
    case unpaired(RowPairsError)
    case none(counts: [(run: AnchorRun, count: Int)], refused: [JSONError], JoinSide)

    package var exitCode: ExitCode {
        switch self {
        case .severalRuns: .usage
        case .unpaired: .internalError
        case .none(let counts, _, _): counts.isEmpty ? .unreadable : .usage
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        switch self {
        case .severalRuns(let runs, let side):
            "anchors of several runs, each with its own world frame: \(AnchorFault.list(runs)); choose one with "
                + "\(AnchorFault.options(side))"
        case .unpaired(let error):
            "the anchors cannot be paired (\(error.code)); this is a bug in quadcal, please report it"
        case .none(let runs, let refused, _) where runs.isEmpty:
            "it has no anchors"
                + (refused.isEmpty
                    ? "" : "; \(counted(refused.count, "value")) cannot be used: \(listed(refused))")
                + "; check what wrote it"
        case .none(let runs, _, let side):
            "no anchor belongs to the chosen run; there are \(AnchorFault.list(runs)): choose one with "
                + "\(AnchorFault.options(side))"
        }
    }

    private static func options(_ side: JoinSide) -> String {
        side == .old ? "--from-session ID --from-run N" : "--to-session ID --to-run N"
    }

    private static func list(_ runs: [(run: AnchorRun, count: Int)]) -> String {
        listed(runs) { "run \($0.run.run) of \($0.run.session.wireText) (\(counted($0.count, "anchor")))" }
    }
}
