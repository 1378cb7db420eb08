import ARMessages
import Foundation

/// The entries of a relay's log, as they come.
final class RelayLog: @unchecked Sendable {
    private let condition = NSCondition()
    private var codes: [String] = []

    /// Seconds after which an entry that never comes counts as missing.
    private static let patience = 60.0

    func append(_ entry: RelayEntry) {
        condition.withLock {
            codes.append(entry.code)
            condition.broadcast()
        }
    }

    /// Waits for an entry that nobody has waited for; false if none comes.
    func waits(for code: String) -> Bool {
        let end = Date(timeIntervalSinceNow: RelayLog.patience)
        return condition.withLock {
            while true {
                if let place = codes.firstIndex(of: code) {
                    codes.removeFirst(place + 1)
                    return true
                }
                guard condition.wait(until: end) else { return false }
            }
        }
    }
}
