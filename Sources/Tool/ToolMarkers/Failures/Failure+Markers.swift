package import Foundation
package import MarkerTables
package import Markers
package import QuadGeometry
import RigidCalibration
package import StrictJSON
package import ToolTerminal

extension Failure {
    package static func settings(file: String, _ error: SettingsError) -> Failure {
        Failure(.unreadable, file: file, line: error.line, "\(fileLabel(file)):\(error.line): \(error.text)")
    }

    package static func differentSettings(first: String, second: String) -> Failure {
        Failure(
            .usage,
            "\(fileLabel(first)) and \(fileLabel(second)) have different .quadcal.json above them; check them one "
                + "after the other, or choose with --config FILE or --config none")
    }

    package static func limits(_ error: QuadLimitsError) -> Failure {
        switch error {
        case .unusable(let name, let value):
            Failure(.usage, "the limit \(name) cannot be \(value); give 0 or more")
        }
    }

    package static func table(file: String, _ error: TableError) -> Failure {
        Failure(
            .unreadable, file: file, line: error.line,
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(error.text)")
    }

    package static func json(file: String, _ error: JSONError) -> Failure {
        Failure(.unreadable, file: file, line: error.line, "\(fileLabel(file)):\(error.line): \(error.text)")
    }

    package static func refused(_ refusal: FitRefusal) -> Failure {
        Failure(
            refusal.exitCode, code: refusal.error.code, file: refusal.place?.file, line: refusal.place?.line,
            cause: refusal, refusal.text)
    }

    package static func identifierMap(file: String, _ error: IdentifierMapError) -> Failure {
        Failure(
            .unreadable, file: file, line: error.line,
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(error.text)")
    }

    package static func matrix(file: String, _ error: MatrixReadError, formatIsStated: Bool) -> Failure {
        Failure(
            .unreadable, file: file, line: error.line,
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(error.text(formatIsStated: formatIsStated))"
        )
    }

    package static func exchange(file: String, _ error: ExchangeError) -> Failure {
        Failure(.unreadable, file: file, line: error.line, "\(fileLabel(file)):\(error.line): \(error.text)")
    }

    package static func unpairedPoses(old: String, new: String, _ error: TrajectoryPairsError) -> Failure {
        let exitCode: ExitCode = if case .none = error { .unsolvable } else { .unreadable }
        return Failure(exitCode, file: old, "\(fileLabel(old)) to \(fileLabel(new)): \(error.text)")
    }

    package static func anchors(file: String, _ fault: AnchorFault) -> Failure {
        Failure(fault.exitCode, file: file, "\(fileLabel(file)): \(fault.text)")
    }

    package static func origin(file: String, line: Int?, _ fault: OriginFault) -> Failure {
        Failure(
            .unreadable, file: file, line: line,
            "\(fileLabel(file))\(line.map { ":\($0)" } ?? ""): \(fault.text)")
    }

    /// A join that paired nothing, and what became of the markers.
    package static func noPartners(old: String, new: String, _ summary: String) -> Failure {
        Failure(
            .unsolvable, file: old,
            "\(fileLabel(old)) to \(fileLabel(new)): no markers match: \(summary); check that both files are of the same "
                + "space, or join by another key")
    }

    /// Two keys of markers that lead to different motions.
    package static func joinsDisagree(
        old: String, new: String, _ ways: [(word: String, motion: String)]
    ) -> Failure {
        let words = ways.map { "by \($0.word) \($0.motion)" }
        let options = ways.map { "--join \($0.word)" }
        return Failure(
            .unsolvable, code: "AMBIGUOUS_MOTION", file: old,
            "\(fileLabel(old)) to \(fileLabel(new)): \(words.joined(separator: ", but ")); labels mislead, or markers "
                + "were moved together: say \(options.joined(separator: " or "))")
    }

    /// Anchors of which no row is on the other side, and what became of the rows.
    package static func noCommonRow(old: String, new: String, _ summary: String) -> Failure {
        Failure(
            .unsolvable, file: old,
            "\(fileLabel(old)) to \(fileLabel(new)): no rows match: \(summary); check that both are of the same laser "
                + "guide")
    }

    package static func savedFit(file: String, _ error: SavedFitError) -> Failure {
        Failure(.unreadable, file: file, line: error.line, "\(fileLabel(file)):\(error.line): \(error.text)")
    }

    /// A fit that cannot be used for the markers it is to move.
    package static func unusableFit(file: String, _ error: RecalibrationPlanError) -> Failure {
        Failure(error.exitCode, code: error.code, file: file, "\(fileLabel(file)): \(error.text)")
    }

    /// A report without markers of four corners, which are all that a scene shows.
    package static func noScene(file: String) -> Failure {
        Failure(
            .unreadable, file: file,
            "\(fileLabel(file)): has no markers with four corners, and a scene shows only those; name them with --markers"
        )
    }

    /// A job of a motion that is from no saved fit, so that there is nothing to report of it.
    package static func jobWithoutFit(file: String) -> Failure {
        Failure(
            .unreadable, file: file,
            "\(fileLabel(file)): is a job without a stored fit; report the fit itself, if there is one")
    }
}

/// The reason why points of a file are no origin and direction.
package enum OriginFault {
    case pointCount(Int)
    case otherName(found: String, expected: String)
    case frame(TwoPointError)

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        switch self {
        case .pointCount(let count):
            "\(counted(count, "point")), expected two: the origin, then a point in the direction of +Z"
        case .otherName(let found, let expected):
            "the point is \(quoted(found)) where the other file has \(quoted(expected)); use the same names and "
                + "order in both files"
        case .frame(let error): error.explanation
        }
    }
}

/// The place of a value in a file of settings.
package struct SettingsPlace {
    package let line: Int
    package let pointer: String

    package init(_ value: JSONValue) {
        let error = value.error(.wrongType)
        (line, pointer) = (error.line, error.pointer)
    }
}

package enum SettingsError: Error {
    case json(JSONError)
    case otherForm(at: SettingsPlace)
    case unknown(nearest: String?, at: SettingsPlace)
    case negative(at: SettingsPlace)

    /// The form of settings that this version reads.
    package static let formName = "quadcal.config/1"

    package var line: Int {
        switch self {
        case .json(let error): error.line
        case .otherForm(let place), .unknown(_, let place), .negative(let place): place.line
        }
    }

    /// The thing that was found, and what may be there; safe for a terminal.
    package var text: String {
        switch self {
        case .json(let error): error.text
        case .otherForm(let place):
            "\(visible(place.pointer)): settings of another form; this version reads \(SettingsError.formName)"
        case .unknown(let nearest, let place):
            "\(visible(place.pointer)) is no setting; \(nearest.map { "did you mean \($0)? " } ?? "")a file sets the "
                + "profile and limits, and never servers, credentials or --force"
        case .negative(let place): "\(visible(place.pointer)): a negative number, expected 0 or more"
        }
    }
}

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
