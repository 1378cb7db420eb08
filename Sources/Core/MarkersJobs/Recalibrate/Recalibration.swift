internal import Foundation
internal import Markers
public import MarkersEndpoint

/// Recalibrates spaces of a server: moves their markers from the frame of an old scan to that of a new one.
///
/// A space in one call: its sessions `old` are moved to where the reference set `set` has markers of the same labels.
///
/// ```swift
/// let recalibration = Recalibration(MarkersAPI(transport), on: origin, as: "ann")
/// let request = SpaceRequest(
///     "hall", mode: .raw, motion: .markers(by: .label, onto: [referenceSet], corners: .raw),
///     frames: FrameMembership(chosen: [oldSession]))
/// let status = try await recalibration.run(request, job: "hall.job")
/// ```
///
/// To show the plan first, make it with ``plan(_:)`` and then run it. After an interruption ``resume(job:onEvent:)``
/// continues, and ``undo(job:onEvent:)`` restores what was there before: the job's file has all of that, and the server is
/// asked for the state of every marker.
public struct Recalibration: Sendable {
    public let api: MarkersAPI
    /// The server that the API talks to, which jobs name: a job of another, or an API of another, is refused.
    public let server: Origin
    /// The name under which other users see that somebody is working on the sessions.
    public let user: String
    public var options: RunOptions
    /// The jobs of this user, which every run asks what was moved before; `nil` to ask only those beside the job's own file.
    public var records: JobRecords? = .standard
    /// Whether the sessions are locked during a run, if the server has locks.
    public var takesLocks: Bool

    public init(
        _ api: MarkersAPI, on server: Origin, as user: String, options: RunOptions = RunOptions(),
        takesLocks: Bool = true
    ) {
        (self.api, self.server, self.user) = (api, server, user)
        (self.options, self.takesLocks) = (options, takesLocks)
    }

    /// The API as runs of jobs use it: what a run cannot do without is asked for as long as its patience lasts.
    var patientAPI: MarkersAPI {
        var api = api
        api.patience = options.patience
        return api
    }

    /// Lists a space, finds the motion, and plans what becomes of every marker. Nothing is sent that changes the server.
    public func plan(_ request: SpaceRequest) async throws(RecalibrationError) -> SpacePlan {
        try SpacePlan(request, try await listing(request))
    }

    private func listing(_ request: SpaceRequest) async throws(RecalibrationError) -> SpaceListing {
        do throws(SpaceListingError) {
            return try await SpaceListing.read(
                request.space, withSets: request.motion.mayBeOfSets, api)
        } catch {
            throw .listing(error)
        }
    }

    /// Recalibrates a space: plans, makes the job, sends each update once, and compares the server with the plan.
    ///
    /// Since nobody sees the plan, a space is refused in which some markers cannot be moved, whose lists look cut off, or, unless
    /// only named sessions move, which has a session that is not understood.
    public func run(
        _ request: SpaceRequest, job path: String,
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async throws(RecalibrationError) -> JobStatus {
        let planned = try await plan(request, job: path)
        let plan: SpacePlan
        do throws(JobRunError) { plan = try await requireUnmoved(planned, job: path) } catch {
            throw .run(error)
        }
        guard plan.refusedCount == 0 else { throw .mixedSpace(refused: plan.refusedCount) }
        guard plan.sessionsCutOff.isEmpty else { throw .listsCutOff(plan.sessionsCutOff) }
        if let one = plan.unreadableSessions.first, request.frames.rule != .onlyChosen {
            throw .listing(.unreadable(one))
        }
        guard plan.plan.hasWork else { throw .nothingToSend }
        do throws(JobRunError) {
            return try await run(settled: plan, job: path, created: today, onEvent)
        } catch {
            throw .run(error)
        }
    }

    /// Plans; where there is no plan since an earlier job has moved the markers, all or in part, that job is named.
    private func plan(_ request: SpaceRequest, job path: String) async throws(RecalibrationError) -> SpacePlan
    {
        let listing = try await listing(request)
        do throws(RecalibrationError) { return try SpacePlan(request, listing) } catch {
            guard !request.decisions.movesAgain, error.isAboutMotion else { throw error }
            let frames = request.frames(targets: request.motion.targets, in: listing)
            let jobs = await explanation(of: error.code, listing, frames, job: path)
            throw jobs.isEmpty ? error : .run(.movedBefore(jobs))
        }
    }

    /// Carries out a plan: makes the job, sends each update once, and compares the server with the plan.
    ///
    /// A cancelled task stops the run as soon as the requests under way are answered; the job can be resumed.
    ///
    /// - Parameters:
    ///   - plan: The plan of ``plan(_:)``.
    ///   - path: The job's file, which must not exist.
    ///   - created: The date that the job names; `nil` for that of the API's clock.
    ///   - onEvent: Called for everything that happens; must return quickly.
    public func run(
        _ plan: SpacePlan, job path: String, created: String? = nil,
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async throws(JobRunError) -> JobStatus {
        try await run(
            settled: try await requireUnmoved(plan, job: path), job: path, created: created ?? today, onEvent)
    }

    private var today: String { api.clock.date.formatted(.iso8601) }

    /// Carries out a plan for markers that were not moved before.
    private func run(
        settled plan: SpacePlan, job path: String, created: String,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws(JobRunError) -> JobStatus {
        let space = plan.listing.space
        let head = JobHead(
            plan.plan, server: server.description, space: space.id, created: created, inputs: plan.inputs)
        do throws(JobError) { try api.requireServer(ofJob: head.server) } catch { throw .job(error) }
        let hold = try await hold(head.sessions, onEvent)
        // The same corners give the same calibrated data, however often.
        let marks = options.marks && head.mode != .calibrated && records?.isUnmarkable(server) != true
        do throws(JobRunError) {
            return try await run(.apply, hold, takesOver: plan.decisions.onlyUnmoved, onEvent) {
                () throws(JobError) in
                try Job.create(
                    at: path, head, plan.plan, space: Array(space.value.text), fit: plan.document,
                    notes: plan.notes, marks: marks)
            }
        } catch {
            // Of a job that could not even mark its sessions nothing was sent, and nothing is to be resumed.
            switch error {
            case .marked, .unmarkable: JobFile.remove(path)
            default: break
            }
            throw error
        }
    }

    /// Continues a job that was interrupted.
    public func resume(
        job path: String, onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async throws(JobRunError) -> JobStatus { try await run(.apply, opening: path, onEvent) }

    /// Restores what a job changed, except for markers that somebody has edited since.
    public func undo(
        job path: String, onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async throws(JobRunError) -> JobStatus { try await run(.undo, opening: path, onEvent) }
}

extension Recalibration {
    /// Runs a job that exists, and that may have been stopped before it could release its locks.
    ///
    /// A job that was undone, even in part, is not applied again.
    func run(
        _ direction: UpdateRule.Direction, opening path: String,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws(JobRunError) -> JobStatus {
        let job: Job, tickets: [LockTicket]
        do throws(JobError) {
            // Before the locks, which belong to another process if that has the job.
            job = try Job.open(at: path, server: server.description)
            try api.requireServer(ofJob: job.head.server)
            if direction == .apply {
                var isUndone = try await JobStatus(job).direction == .undo
                if !isUndone, let records { isUndone = await records.isUndone(job) }
                if isUndone { throw .undone(path) }
            }
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
        onEvent(.holding)
        do throws(SessionHoldError) {
            let hold = try await SessionHold.take(
                sessions, as: user, isLocking: takesLocks, leftBehind: tickets, patientAPI)
            for session in sessions {
                if let others = hold.others[session] { onEvent(.present(session: session, users: others)) }
            }
            return hold
        } catch {
            throw JobRunError(error)
        }
    }

    /// Runs a job in sessions that are held, and releases them; for a new one it is stated whether it takes over from another.
    func run(
        _ direction: UpdateRule.Direction, _ hold: SessionHold, takesOver: Bool? = nil,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void,
        _ job: @Sendable () async throws(JobError) -> Job
    ) async throws(JobRunError) -> JobStatus {
        let held: Job
        do throws(JobError) {
            held = try await job()
            var tickets: [LockTicket] = []
            for lock in hold.locks { tickets.append(await lock.ticket) }
            try await held.record(locks: tickets)
        } catch {
            _ = await Recalibration.toItsEnd { await hold.release() }
            throw .job(error)
        }
        let result: Result<JobStatus, JobRunError>
        do throws(JobRunError) {
            result = .success(try await run(direction, held, hold.locks, takesOver, onEvent))
        } catch {
            result = .failure(error)
        }
        // A lock that the server may still have would keep the next run of this job out.
        try? await held.record(locks: await Recalibration.toItsEnd { await hold.release() })
        return try result.get()
    }

    private func run(
        _ direction: UpdateRule.Direction, _ job: Job, _ locks: [SessionLock], _ takesOver: Bool?,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws(JobRunError) -> JobStatus {
        var options = options
        options.locks = locks
        let run = JobRun(api, job, options), isVector = job.head.mode == .vector
        var status: JobStatus
        let marks: Bool
        do throws(JobError) { marks = try await job.marks() } catch { throw .job(error) }
        // A job that is resumed has its marks, or is another server's with the same ids, which only its markers show.
        if marks, let takesOver { try await mark(job, takingOver: takesOver, onEvent) }
        if direction == .apply {
            do throws(JobError) { try await records?.keep(job) } catch {
                onEvent(.warning(.notRecorded(error)))
            }
        }
        do throws(JobError) {
            let open = try await job.rows().count { !isVector && $0.state.word.isOpen(direction) }
            onEvent(.started(open: open))
            let wereDue = try await job.detailsAreDue()
            // Before anything is sent, since this process may not live to have them recalculated.
            if job.head.mode == .raw { try await job.record(detailsAreDue: true) }
            if direction == .undo {
                try await job.record(isUndoing: true)
                // The update after the run says what is wrong.
                await update(job) { _ in }
            }
            let report = await run.run(direction, onEvent: onEvent)
            // Requests without an answer may have put markers back.
            if direction == .undo {
                try await job.record(isUndoing: report.stop != nil && report.requests > 0)
            }
            await update(job, onEvent)
            if !wereDue, report.requests == 0 { try await job.record(detailsAreDue: false) }
            status = try await JobStatus(job, direction)
            status.run = report
        } catch {
            throw .job(error)
        }
        guard status.run?.stop == nil else { return status }
        let ended = status
        (status.details, status.comparison, status.unmarked) = await Recalibration.toItsEnd {
            (await details(job), await run.comparison(direction), await settleMarks(job, ended))
        }
        do throws(JobError) { status.detailsAreDue = try await job.detailsAreDue() } catch {
            throw .job(error)
        }
        return status
    }

    /// Keeps the copies as the job is, so that nobody continues with what was put back.
    private func update(_ job: Job, _ onEvent: (RunEvent) -> Void) async {
        do throws(JobError) { try await records?.update(job) } catch {
            onEvent(.warning(.notRecorded(error)))
        }
    }

    /// Does work to its end even if the calling task is cancelled.
    private static func toItsEnd<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async
        -> Value
    {
        await Task { await work() }.value
    }
}

extension Recalibration {
    /// Compares the server with a job, or with what was there before if the job was undone. Nothing is changed.
    public func verify(job path: String) async throws(JobRunError) -> JobStatus {
        do throws(JobError) {
            let job = try Job.read(at: path)
            guard job.head.server == server.description else {
                throw JobError.anotherServer(ofJob: job.head.server, asked: server.description)
            }
            try api.requireServer(ofJob: job.head.server)
            var status = try await JobStatus(job)
            status.comparison = await JobRun(api, job, options).comparison(status.direction)
            return status
        } catch {
            throw .job(error)
        }
    }
}

extension Recalibration {
    /// Marks the sessions of a job before the first marker is sent; throws where another job is under way, or where other data of
    /// a session change with the mark: this server is then not marked again. No mark of the job is then left.
    ///
    /// A server that drops the mark, or does not take it, is passed over: those who do not have the job's file then cannot know of it.
    ///
    /// - Parameters:
    ///   - job: The job, of which nothing was sent.
    ///   - takesOver: Whether the mark of another job gives way that has not ended.
    ///   - onEvent: Called for each session that cannot be marked.
    func mark(
        _ job: Job, takingOver takesOver: Bool, _ onEvent: (RunEvent) -> Void
    ) async throws(JobRunError) {
        let left = (try? await job.leftBehind()) ?? [:]
        for session in job.head.sessions {
            let mark = SessionMark(job.head, .moving, by: user, leaving: left[session] ?? [:])
            let outcome: MarkOutcome
            do throws(APIError) {
                outcome = try await patientAPI.set(
                    mark, on: session, ofJob: job.head.digest, takesOver: takesOver)
            } catch {
                throw .server(error)
            }
            switch outcome {
            case .kept: break
            case .notKept: onEvent(.warning(.markNotKept(session: session)))
            case .taken(let other):
                await unmark(job, before: session)
                throw .marked(session, other)
            case .changedOthers:
                records?.noteUnmarkable(server)
                await unmark(job, before: session)
                throw .unmarkable(session)
            }
        }
    }

    /// Removes the marks of a job from the sessions before one of them.
    private func unmark(_ job: Job, before session: UUID) async {
        for other in job.head.sessions.prefix(while: { $0 != session }) {
            _ = try? await patientAPI.set(nil, on: other, ofJob: job.head.digest)
        }
    }

    /// Brings the marks of a job up to date at its end: moved, or removed with an undo; returns the sessions where that failed.
    func settleMarks(_ job: Job, _ status: JobStatus) async -> [UUID] {
        guard status.isComplete, (try? await job.marks()) == true else { return [] }
        let left = (try? await job.leftBehind()) ?? [:]
        var failed: [UUID] = []
        for session in job.head.sessions {
            let mark =
                status.direction == .apply
                ? SessionMark(job.head, .moved, by: user, leaving: left[session] ?? [:]) : nil
            do throws(APIError) {
                // A server that dropped it has nothing to bring up to date.
                guard let present = SessionMark(try await patientAPI.workSession(session)),
                    mark == nil || present.job == job.head.digest
                else { continue }
                if try await patientAPI.set(mark, on: session, ofJob: job.head.digest) != .kept {
                    failed.append(session)
                }
            } catch {
                failed.append(session)
            }
        }
        return failed
    }
}

extension Recalibration {
    /// Has the server recalculate what it derives from corners, if corners were sent since it last did.
    func details(_ job: Job) async -> DetailsReport? {
        guard job.head.mode == .raw, (try? await job.detailsAreDue()) == true else { return nil }
        var report = DetailsReport()
        for session in job.head.sessions {
            do throws(APIError) {
                _ = try await api.calculateDetails(ofSession: session)
                report.sessions += 1
            } catch {
                report.problem = error
                // Asking a server that has none, or no such session, would change nothing another time.
                guard error.isWrongRoute else { return report }
            }
        }
        try? await job.record(detailsAreDue: false)
        return report
    }
}
