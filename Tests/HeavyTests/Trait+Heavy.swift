import TestSupport
import Testing

/// Tests too long for a minute: `scripts/gates/full/20-heavy-tests` runs these.
extension Trait where Self == ConditionTrait {
    /// Runs only when `QUADCAL_HEAVY` is set.
    static var heavy: Self { .enabled(if: Effort.current != .quick, "QUADCAL_HEAVY is not short or long") }
}
