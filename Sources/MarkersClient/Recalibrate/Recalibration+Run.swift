internal import Foundation
internal import Markers

extension Recalibration {
    /// Runs a job that exists, and that may have been stopped before it could release its locks.
    func run(
        _ direction: UpdateRule.Direction, opening path: String,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws(JobRunError) -> JobStatus {
        let job: Job, tickets: [LockTicket]
        do throws(JobError) {
            // Before the locks, which belong to another process if that has the job.
            job = try Job.open(at: path, server: server.description)
            tickets = try await job.locks()
        } catch {
            throw .job(error)
        }
        return try await run(
            direction, try await hold(job.head.sessions, leftBehind: tickets, onEvent), onEvent
        ) {
            job
        }
    }

    /// Holds sessions, or takes none of their locks.
    func hold(
        _ sessions: [UUID], leftBehind tickets: [LockTicket] = [], _ onEvent: (RunEvent) -> Void
    ) async throws(JobRunError) -> SessionHold {
        do throws(SessionHoldError) {
            let hold = try await SessionHold.take(
                sessions, as: user, isLocking: takesLocks, leftBehind: tickets, api)
            for session in sessions {
                if let others = hold.others[session] { onEvent(.present(session: session, users: others)) }
            }
            return hold
        } catch {
            throw JobRunError(error)
        }
    }

    /// Runs a job in sessions that are held, and releases them.
    func run(
        _ direction: UpdateRule.Direction, _ hold: SessionHold,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void, _ job: @Sendable () throws(JobError) -> Job
    ) async throws(JobRunError) -> JobStatus {
        do throws(JobError) {
            let job = try job()
            try await job.record(locks: hold.locks.map(\.ticket))
            let status = try await run(direction, job, hold.locks, onEvent)
            await Recalibration.toItsEnd { await hold.release() }
            // A lock that was released and is still noted is only asked for in vain.
            try? await job.record(locks: [])
            return status
        } catch {
            await Recalibration.toItsEnd { await hold.release() }
            throw .job(error)
        }
    }

    private func run(
        _ direction: UpdateRule.Direction, _ job: Job, _ locks: [SessionLock],
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws(JobError) -> JobStatus {
        var options = options
        options.locks = locks
        let run = JobRun(api, job, options)
        let isVector = job.head.mode == .vector
        let open = try await job.rows().count { !isVector && $0.state.word.isOpen(direction) }
        onEvent(.started(open: open))
        let report = await run.run(direction, onEvent: onEvent)
        var status = try await JobStatus(job, direction)
        status.run = report
        guard report.stop == nil else { return status }
        (status.details, status.comparison) = await Recalibration.toItsEnd {
            (await details(job.head, report), await run.comparison(direction))
        }
        return status
    }

    /// Has the server recalculate what it derives from corners, if corners were sent.
    private func details(_ head: JobHead, _ run: RunReport) async -> DetailsReport? {
        guard head.mode == .raw, run.requests > 0 else { return nil }
        var report = DetailsReport()
        for session in head.sessions {
            do throws(APIError) {
                _ = try await api.calculateDetails(ofSession: session)
                report.sessions += 1
            } catch {
                report.problem = error
                return report
            }
        }
        return report
    }

    /// Does work to its end even if the calling task is cancelled.
    private static func toItsEnd<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async
        -> Value
    {
        await Task { await work() }.value
    }
}
