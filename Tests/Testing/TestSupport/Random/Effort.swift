#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The extent of the random tests: `quick`, unless `QUADCAL_HEAVY` says `short`, as the gates do, or `long`, twenty times as much
/// or more, for a night.
///
///     QUADCAL_HEAVY=short swift test --filter CrowdTests
///
/// `QUADCAL_SEED` is the start of their random numbers, as in all tests.
public enum Effort: String, Sendable {
    case quick, short, long

    public static let current =
        ProcessInfo.processInfo.environment["QUADCAL_HEAVY"].flatMap(Effort.init) ?? .quick

    /// The count of a short run, or so many times that in a night; a quick one needs fewer if that is stated.
    public static func count(_ short: Int, quick: Int? = nil, night: Int = 20) -> Int {
        switch current {
        case .quick: quick ?? short
        case .short: short
        case .long: night * short
        }
    }
}
