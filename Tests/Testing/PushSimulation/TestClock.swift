package import Foundation
internal import MarkersClient

/// A clock on which every pause is over at once and counted.
package final class TestClock: ClientClock, @unchecked Sendable {
    private let lock = NSLock()
    private var time = Duration.zero

    package init() {}

    package var now: Duration { lock.withLock { time } }
    package var date: Date { Date(timeIntervalSince1970: 784_111_777 + now / .seconds(1)) }

    package func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        lock.withLock { time += duration }
        await Task.yield()
    }
}
