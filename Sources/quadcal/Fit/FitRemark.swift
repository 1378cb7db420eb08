import QuadGeometry
import RigidCalibration

/// A thing to be said about using a motion: the library's judgements, and what the options ask for beside them.
enum FitRemark {
    case judged(FitJudgement)
    /// Check pairs that miss the motion by more than all of them do by chance, the worst first.
    case checksMiss([Int])
    /// `point` is the place of the worst among the points of `--at`; `nil` where the pairs are meant. `error` is `nil` where the
    /// noise is not known. Both lengths are in metres.
    case toleranceExceeded(error: Double?, tolerance: Double, point: Int?)

    init?(missedBy checks: [CheckedPair]) {
        let missed = checks.indices.filter { checks[$0].misses }
        guard !missed.isEmpty else { return nil }
        self = .checksMiss(
            missed.sorted { (-checks[$0].residual.length, $0) < (-checks[$1].residual.length, $1) })
    }

    init?(tolerance: Double, _ predictions: [Prediction], _ errorAtPairs: Double?) {
        let point = predictions.indices.max { (predictions[$0].error ?? 0) < (predictions[$1].error ?? 0) }
        let error = point.map { predictions[$0].error } ?? errorAtPairs
        if let error, error <= tolerance { return nil }
        self = .toleranceExceeded(error: error, tolerance: tolerance, point: point)
    }

    /// The remark in a word that never changes meaning.
    var code: String {
        switch self {
        case .judged(let judgement): judgement.code
        case .checksMiss: "CHECKS_MISS"
        case .toleranceExceeded: "TOLERANCE_EXCEEDED"
        }
    }

    /// Whether a motion that has it must not be used.
    var fails: Bool {
        switch self {
        case .judged(let judgement): judgement.fails
        case .checksMiss, .toleranceExceeded: true
        }
    }

    var severity: String { fails ? "error" : "warning" }
}
