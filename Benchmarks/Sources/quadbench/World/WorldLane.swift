import Foundation

/// Runs all asynchronous work of the process on one thread, in the order in which it comes, and lets time pass where nobody can go on.
///
/// So the worlds of one seed take the same steps on every machine. The library of concurrency asks its hook where to run what has no
/// place of its own.
final class WorldLane: SerialExecutor, @unchecked Sendable {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private static let shared: WorldLane? = {
        guard let symbol = dlsym(nil, "swift_task_enqueueGlobal_hook") else { return nil }
        symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in WorldLane.shared?.add(job) }
        return WorldLane()
    }()

    private let lock = NSLock()
    private var jobs: [UnownedJob] = [], first = 0

    func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

    /// Does work in the time of a clock.
    static func forResult<Value>(
        in clock: WorldClock, _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        guard let lane = shared else { throw BenchError.peer("concurrency", "has no hook for its jobs") }
        let ending = Waiting.Ending<Value>()
        Task { await ending.take(work) }
        while !ending.isThere {
            if let job = lane.next() {
                job.runSynchronously(on: lane.asUnownedSerialExecutor())
                clock.wake()
            } else if !clock.pass() {
                throw BenchError.violated("everybody waits for somebody else")
            }
        }
        return try ending.get()
    }

    private func add(_ job: UnownedJob) { lock.withLock { jobs.append(job) } }

    private func next() -> UnownedJob? {
        lock.withLock {
            guard first < jobs.count else {
                (jobs, first) = ([], 0)
                return nil
            }
            defer { first += 1 }
            return jobs[first]
        }
    }
}
