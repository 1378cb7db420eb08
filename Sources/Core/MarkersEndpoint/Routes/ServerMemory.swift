internal import Foundation

/// Experience with a server that all copies of an API share.
package final class ServerMemory: @unchecked Sendable {
    private let lock = NSLock()
    private var answers = false
    private var mixes = false
    private var refuses = false

    /// Whether the server has answered anything: one that never did may not exist, and is not waited for.
    var hasAnswered: Bool { lock.withLock { answers } }

    /// Whether an answer was about something else than its request: somewhere on the way answers are sent twice, so a
    /// connection that was used before may hold answers to earlier requests.
    var mixesAnswers: Bool { lock.withLock { mixes } }

    /// Whether corners were restored only once they were sent without the calibrated data that belonged to them.
    package var refusesData: Bool { lock.withLock { refuses } }

    /// Notes that corners are accepted only without calibrated data.
    package func noteRefusedData() { lock.withLock { refuses = true } }

    func noteAnswer() { lock.withLock { answers = true } }

    /// Notes that an answer was about something else than its request.
    func noteMixedAnswers() { lock.withLock { mixes = true } }
}
