import Foundation
import MarkersSandbox

/// The system's clock, whose leases can be made to end.
final class ShiftedClock: @unchecked Sendable {
    private let lock = NSLock()
    private var shift = 0.0

    /// Longer than any lease of the tool, in seconds.
    private static let step = 600.0

    func advance() { lock.withLock { shift += ShiftedClock.step } }

    var clock: SandboxClock {
        let system = SandboxClock.system
        return SandboxClock(
            date: system.date, elapsed: { [self] in system.elapsed() + lock.withLock { shift } })
    }
}
