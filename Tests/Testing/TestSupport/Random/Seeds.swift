#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The seeds of the random tests, which take them as arguments, so that a failure names its own.
///
/// `QUADCAL_SEED=7 swift test` starts from 7 instead of 1.
public enum Seeds {
    public static let first: UInt64 =
        ProcessInfo.processInfo.environment["QUADCAL_SEED"].flatMap(UInt64.init) ?? 1

    /// For laws that are tested on many inputs per seed.
    public static let few: [UInt64] = [first, first &+ 1]
}
