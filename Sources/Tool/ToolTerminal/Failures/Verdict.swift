import StrictJSON

/// The one word a check or a fit comes down to.
package enum Verdict: String, CaseIterable, Sendable, DocumentValue {
    case pass, warn, fail
}
