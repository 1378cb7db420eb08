/// The one word a check or a fit comes down to.
enum Verdict: String, CaseIterable, Sendable {
    case pass, warn, fail
}

/// The least severity at which a run fails.
enum FailureLevel: String, CaseIterable, Sendable {
    case error, warning, never
}
