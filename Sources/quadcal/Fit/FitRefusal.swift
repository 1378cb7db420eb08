import RigidCalibration

/// Why no motion was fitted, with the rows that it is about.
struct FitRefusal {
    let error: RigidFitError
    let file: String
    /// The names and the lines of the rows that the places in the error count.
    let ids: [String]
    let lines: [Int]

    var exitCode: ExitCode {
        switch error {
        case .nonFinitePoint, .badWeight, .badCovariance, .noNoise, .outOfRange, .badInterest: .unreadable
        case .badOption, .badBound: .usage
        case .tooFewPairs, .coincidentPoints, .pointsOnLine, .turnNotDetermined, .motionNotFixed,
            .solverFailed, .motionNotDetermined, .ambiguousMotion, .scaleSlip, .mirrored:
            .unsolvable
        case .unpairedPoints, .unpairedColumn, .noSuchPoint: .internalError
        }
    }

    /// The row it is about, where it is about one.
    var row: Int? {
        switch error {
        case .nonFinitePoint(let row, _), .badWeight(let row, _), .badCovariance(let row, _),
            .noNoise(let row), .outOfRange(let row, _), .badInterest(let row):
            row
        default: nil
        }
    }

    var place: (file: String, line: Int?)? { (file, row.map { lines[$0] }) }

    /// The rows that cause it: one, or all.
    var rowsInvolved: Range<Int> { row.map { $0..<($0 + 1) } ?? 0..<lines.count }
}
