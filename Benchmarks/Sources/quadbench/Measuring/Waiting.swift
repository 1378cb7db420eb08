import Foundation

/// Runs asynchronous work to its end on threads of its own.
enum Waiting {
    private final class Ending<Value>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }

    static func forResult<Value>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0), ending = Ending<Value>()
        Task {
            do { ending.result = .success(try await work()) } catch { ending.result = .failure(error) }
            done.signal()
        }
        done.wait()
        guard let result = ending.result else { throw BenchError.peer("task", "ended without a result") }
        return try result.get()
    }
}
