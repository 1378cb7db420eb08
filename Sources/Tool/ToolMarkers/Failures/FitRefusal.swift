import Markers
package import RigidCalibration
package import ToolTerminal

/// The reason why no motion was fitted, with the rows concerned.
package struct FitRefusal {
    package let error: RigidFitError
    package let file: String
    /// The names of the file's rows, by the indices in the error, and the lines in which they begin.
    package let ids: [String]
    package let lines: [Int]

    package init(error: RigidFitError, file: String, ids: [String], lines: [Int]) {
        (self.error, self.file, self.ids, self.lines) = (error, file, ids, lines)
    }

    package var exitCode: ExitCode {
        switch error {
        case .nonFinitePoint, .badWeight, .badCovariance, .noNoise, .outOfRange, .badInterest: .unreadable
        case .badOption, .badBound, .noSuchMotion, .noMotionNear: .usage
        case .tooFewPairs, .coincidentPoints, .pointsOnLine, .turnNotDetermined, .motionNotFixed,
            .solverFailed, .motionNotDetermined, .ambiguousMotion, .severalMotions,
            .scaleSlip, .mirrored:
            .unsolvable
        case .unpairedPoints, .unpairedColumn, .noSuchPoint: .internalError
        }
    }

    /// The row concerned, if there is a single one.
    package var row: Int? {
        switch error {
        case .nonFinitePoint(let row, _), .badWeight(let row, _), .badCovariance(let row, _),
            .noNoise(let row), .outOfRange(let row, _), .badInterest(let row):
            row
        default: nil
        }
    }

    package var place: (file: String, line: Int?)? { (file, row.map { lines[$0] }) }

    var rowsInvolved: Range<Int> { row.map { $0..<($0 + 1) } ?? 0..<lines.count }
}

extension FitRefusal {
    /// The error, the expected values, and the next thing to try; safe for a terminal.
    package var text: String {
        let file = fileLabel(file)
        guard let row else { return "\(file): \(reason)" }
        return "\(file):\(lines[row]): \(quoted(ids[row])): \(reason)"
    }

    private var reason: String {
        let (message, remedy) = error.explained(to: .terminal, rows: rows, count: ids.count)
        return message + error.separator + remedy
    }

    /// The first rows by their ids and lines.
    private var rows: String {
        let shown = (0..<min(3, ids.count)).map { "\(quoted(ids[$0])) (line \(lines[$0]))" }
        return shown.joined(separator: ", ") + (ids.count > 3 ? " and \(ids.count - 3) more" : "")
    }
}
