import Foundation
import Testing

/// How much the heavy suites do. They are off unless `QUADCAL_HEAVY` says `short`, about two minutes and run before
/// every merge, or `long`, twenty times as much:
///
///     QUADCAL_HEAVY=short swift test -c release --filter HeavyTests -Xswiftc -enable-testing
///
/// `QUADCAL_SEED` is where their random numbers start, as in all tests.
enum Effort: String {
    case short, long

    static let current = ProcessInfo.processInfo.environment["QUADCAL_HEAVY"].flatMap(Effort.init)

    /// As many as a short run takes, or twenty times that.
    static func count(_ short: Int) -> Int { current == .long ? 20 * short : short }
}

extension Trait where Self == ConditionTrait {
    /// Runs only when `QUADCAL_HEAVY` is set.
    static var heavy: Self { .enabled(if: Effort.current != nil, "QUADCAL_HEAVY is not short or long") }
}
