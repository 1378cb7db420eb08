import Foundation
import Markers
import MarkersClient

/// A job that is carried out, or taken back, on its server, with all that a person sees of it meanwhile.
struct JobRun: Sendable {
    let api: MarkersAPI
    let head: JobHead
    let options: RecalibrateOptions
    let commands: NextSteps
    let interruption: Interruption
    /// How many markers the plan could not move.
    var refused = 0

    /// Holds the sessions, makes the job, sends, has details calculated, and looks whether all is there.
    func run(making make: @Sendable () throws(JobError) -> Job) async throws(Failure) -> JobReport {
        try await run(try await hold(), make)
    }

    /// The same with a job that there is, which may have been stopped before it could give its locks back.
    func run(opening open: @Sendable () throws(JobError) -> Job) async throws(Failure) -> JobReport {
        let job: Job, tickets: [LockTicket]
        do throws(JobError) {
            // Before the locks, which are another process's if it has the job.
            job = try open()
            tickets = try await job.locks()
        } catch {
            throw .job(file: commands.file, error)
        }
        return try await run(try await hold(leftBehind: tickets)) { job }
    }

    private func run(
        _ hold: SessionHold, _ job: @Sendable () throws(JobError) -> Job
    ) async throws(Failure) -> JobReport {
        do throws(JobError) {
            let job = try job()
            try await job.record(locks: hold.locks.map(\.ticket))
            let report = try await carryOut(job, hold)
            await hold.release()
            // A lock that was given back and is still noted is only asked for in vain.
            try? await job.record(locks: [])
            return report
        } catch {
            await hold.release()
            throw .job(file: commands.file, error)
        }
    }

    private func hold(leftBehind tickets: [LockTicket] = []) async throws(Failure) -> SessionHold {
        let user = "quadcal on \(ProcessInfo.processInfo.hostName)"
        do throws(SessionHoldError) {
            let hold = try await SessionHold.take(
                head.sessions, as: user, isLocking: options.job.takesLocks, leftBehind: tickets, api)
            for session in head.sessions where options.loudness != .quiet {
                guard let others = hold.others[session] else { continue }
                Streams.tell(
                    "quadcal: present in session \(session.wireText): \(listed(others.map { visible($0) }))\n"
                )
            }
            return hold
        } catch {
            switch error {
            case .locked(let session, let present): throw .locked(session: session.wireText, present: present)
            case .failed(let error): throw .server(head.server, error)
            }
        }
    }

    private func carryOut(_ job: Job, _ hold: SessionHold) async throws(JobError) -> JobReport {
        let action = options.job.action, direction: UpdateRule.Direction = action == .undo ? .undo : .apply
        let settings = RunOptions(
            policy: options.job.policy, concurrency: 1...options.job.concurrency, rate: options.job.rate,
            locks: hold.locks)
        let recalibration = JobRun(api, job, settings)
        let open = try await job.rows().count { $0.state.word.isOpen(direction) }
        let progress = PushProgress(total: head.mode == .vector ? 0 : open, options.loudness)
        let warnings = Locked<[RunWarning]>([])
        let task = Task {
            await recalibration.run(direction) { event in
                progress.take(event)
                if case .warning(let warning) = event { warnings.with { $0.append(warning) } }
            }
        }
        let next = "go on with: \(commands.line(direction == .undo ? .undo : .resume))"
        interruption.drains("stopped at once; \(next)") {
            progress.interject("stopping once what is under way is answered; \(next)")
            task.cancel()
        }
        let run = await task.value
        progress.end()
        interruption.ends("stopped before all was compared; look with: \(commands.line(.verify))")
        let details = run.stop == nil ? await details(run) : nil
        let comparison = run.stop == nil ? await JobRun.comparison(recalibration, direction) : nil
        var report = try await JobReport(job, action, commands, options.loudness)
        (report.run, report.refused, report.warnings) = (run, refused, warnings.with { $0 })
        (report.details, report.comparison) = (details, comparison)
        return report
    }

    static func comparison(
        _ recalibration: JobRun, _ direction: UpdateRule.Direction
    ) async -> JobReport.Comparison {
        do throws(APIError) { return .made(try await recalibration.verify(direction)) } catch {
            return .failed(error)
        }
    }

    /// Has the server calculate anew what it made of corners, where corners were sent.
    private func details(_ run: RunReport) async -> DetailsReport? {
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
}
