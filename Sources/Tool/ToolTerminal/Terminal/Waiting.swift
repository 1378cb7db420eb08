import Foundation

/// Runs asynchronous work to its end while this thread waits, for commands, which are not asynchronous. The work has a high priority,
/// and so threads of its own: this one may be one of the few that all tasks share, and would keep the work waiting.
package func waiting<Value: Sendable>(
    starting begin: (Task<Void, Never>) -> Void = { _ in },
    for work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
    let outcome = Outcome<Value>()
    begin(
        Task(priority: .high) {
            do throws(Failure) { outcome.end(.success(try await work())) } catch {
                outcome.end(.failure(error))
            }
        })
    return try outcome.wait().get()
}

/// A result that is set once by one thread, and awaited by another.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    private let hasEnded = DispatchSemaphore(value: 0)
    private var result: Result<Value, Failure>?

    func end(_ result: Result<Value, Failure>) {
        self.result = result
        hasEnded.signal()
    }

    func wait() -> Result<Value, Failure> {
        hasEnded.wait()
        guard let result else { preconditionFailure("signalled only once there is a result") }
        return result
    }
}
