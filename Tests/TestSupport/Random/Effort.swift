#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much the random tests do: `quick`, unless `QUADCAL_HEAVY` says `short`, as the gates do, or `long`, twenty times
/// as much, for a night.
///
///     QUADCAL_HEAVY=short swift test --filter CrowdTests
///
/// `QUADCAL_SEED` is where their random numbers start, as in all tests.
public enum Effort: String, Sendable {
    case quick, short, long

    public static let current =
        ProcessInfo.processInfo.environment["QUADCAL_HEAVY"].flatMap(Effort.init) ?? .quick

    /// As many as a short run takes, or twenty times that; a quick one is content with fewer where that is said.
    public static func count(_ short: Int, quick: Int? = nil) -> Int {
        switch current {
        case .quick: quick ?? short
        case .short: short
        case .long: 20 * short
        }
    }
}
