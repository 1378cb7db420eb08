package import Markers

/// The one word a check or a fit comes down to.
package enum Verdict: String, CaseIterable, Sendable {
    case pass, warn, fail
}

/// The least severity at which a run fails.
package typealias FailureLevel = FitDocument.Options.FailureLevel
