import Markers
package import QuadGeometry
package import RigidCalibration

/// A remark on using a motion: one of the library's judgements, or one that the options ask for.
package enum FitRemark {
    case judged(FitJudgement)
    /// Check pairs whose residual is larger than chance explains, worst first.
    case checksMiss([Int])
    /// `point` is the index of the worst of the points of `--at`; `nil` if the pairs are meant. `error` is
    /// `nil` if the noise is not known. Both lengths are in metres.
    case toleranceExceeded(error: Double?, tolerance: Double, point: Int?)
    /// Four pairs lie as the corners of one marker, but nothing says so: the first of them.
    case unnamedMarker(pair: Int)
    /// Markers are shifted on top of the motion.
    case straightened(StraightenedMotion)
    /// Nothing was asked for, and shifts would make the fit better.
    case straighteningHelps(StraightenedMotion)
    /// It was left open, and shifts would not: the reason.
    case notStraightened(String)
    /// Things that are so far from the markers of the fit that their shifts fade, by their names.
    case beyondMarkers([String])

    package init?(missedBy checks: [CheckedPair]) {
        let missed = checks.indices.filter { checks[$0].misses }
        guard !missed.isEmpty else { return nil }
        self = .checksMiss(
            missed.sorted { (-checks[$0].residual.length, $0) < (-checks[$1].residual.length, $1) })
    }

    /// A remark on pairs that share an error of which nothing tells.
    package init?(unnamedIn pairs: FitPairs, _ options: FitOptions) {
        // Pairs that state their noise, and those that are said to share no error, are as independent as they say.
        guard let pair = pairs.source.unnamedMarker, pairs.source.noiseColumns.isEmpty,
            options.markerNoise != 0
        else { return nil }
        self = .unnamedMarker(pair: pair)
    }

    package init?(tolerance: Double, _ predictions: [Prediction], _ errorAtPairs: Double?) {
        let point = predictions.indices.max { (predictions[$0].error ?? 0) < (predictions[$1].error ?? 0) }
        let error = point.map { predictions[$0].error } ?? errorAtPairs
        if let error, error <= tolerance { return nil }
        self = .toleranceExceeded(error: error, tolerance: tolerance, point: point)
    }

    /// The remark in a word that never changes meaning.
    package var code: String {
        switch self {
        case .judged(let judgement): judgement.code
        case .checksMiss: "CHECKS_MISS"
        case .toleranceExceeded: "TOLERANCE_EXCEEDED"
        case .unnamedMarker: "UNNAMED_MARKER"
        case .straightened: FitCode.straightened.rawValue
        case .straighteningHelps: FitCode.straighteningHelps.rawValue
        case .notStraightened: FitCode.notStraightened.rawValue
        case .beyondMarkers: FitCode.beyondMarkers.rawValue
        }
    }

    /// The weight of the remark: a motion with an error must not be used.
    package var severity: Severity {
        switch self {
        case .judged(let judgement): judgement.severity
        case .checksMiss, .toleranceExceeded: .error
        case .straightened(let own) where !StraighteningChoice.isWorthwhile(own): .warning
        case .unnamedMarker, .straightened, .straighteningHelps, .notStraightened, .beyondMarkers: .info
        }
    }
}
