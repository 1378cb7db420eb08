/// The outcome of one compared measurement.
package enum Outcome: String, Codable, Sendable {
    case same, better, worse
    /// No verdict is possible with this much noise.
    case noisy
    /// More pairs are needed.
    case open
}

/// The exit codes of a comparison, which a CI service can act on.
package enum ComparisonCode: Int32, Sendable {
    case good = 0
    case broken = 3
    case slower = 10
    case fewerDigits = 11
    case noisy = 12
}
