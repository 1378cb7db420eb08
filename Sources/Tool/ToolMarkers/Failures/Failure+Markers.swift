package import MarkerTables
package import Markers
package import QuadGeometry
import RigidCalibration
package import ToolTerminal

/// Files of markers, pairs, motions and settings that are refused.
extension Failure {
    package static func settings(file: String, _ error: SettingsError) -> Failure {
        Failure(.unreadable, file: file, line: error.line, "\(fileLabel(file)):\(error.line): \(error.text)")
    }

    /// Files for which different settings hold.
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

    /// A motion or poses of another program.
    package static func exchange(file: String, _ error: ExchangeError) -> Failure {
        Failure(.unreadable, file: file, line: error.line, "\(fileLabel(file)):\(error.line): \(error.text)")
    }

    /// Poses of which no two are a pair.
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
