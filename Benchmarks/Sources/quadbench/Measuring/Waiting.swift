import Foundation

/// Runs asynchronous work to its end on threads of its own.
enum Waiting {
    /// The result of work that goes on elsewhere.
    final class Ending<Value>: @unchecked Sendable {
        private var result: Result<Value, any Error>?
        var isThere: Bool { result != nil }

        func take(_ work: () async throws -> Value) async {
            do { result = .success(try await work()) } catch { result = .failure(error) }
        }

        func get() throws -> Value {
            guard let result else { throw BenchError.peer("task", "ended without a result") }
            return try result.get()
        }
    }

    static func forResult<Value>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0), ending = Ending<Value>()
        Task {
            await ending.take(work)
            done.signal()
        }
        done.wait()
        return try ending.get()
    }
}
