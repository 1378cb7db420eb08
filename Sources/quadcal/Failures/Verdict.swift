import Markers

/// The one word a check or a fit comes down to.
enum Verdict: String, CaseIterable, Sendable {
    case pass, warn, fail
}

/// The least severity at which a run fails.
typealias FailureLevel = FitDocument.Options.FailureLevel
