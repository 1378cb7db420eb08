internal import Foundation
internal import Markers
internal import MarkersEndpoint
internal import QuadGeometry

/// The pushes of all markers of a job, in one direction.
actor JobPush {
    let api: MarkersAPI
    let job: Job
    let options: RunOptions
    let direction: UpdateRule.Direction
    let rule: UpdateRule
    let traffic: Traffic
    let onEvent: @Sendable (RunEvent) -> Void
    private var queue: [JobWork] = []
    private var stopReason: StopReason?
    private var warnings: [RunWarning] = []
    private var lengths = ListLengths()
    private var givenUp = 0
    /// Whether this run has done any marker.
    private var isTaken = false
    /// Whether any marker of the job has been done, so that the server is known to do what the mode needs.
    private var hasDone = false
    /// The number of markers restored in value but not in spelling, or with data that the server computes where none was.
    private var restoredInValue = 0
    private let started: Duration

    init(
        _ api: MarkersAPI, _ job: Job, _ options: RunOptions, _ direction: UpdateRule.Direction,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) {
        (self.api, self.job, self.options, self.direction) = (api, job, options, direction)
        self.onEvent = onEvent
        rule = job.head.rule(direction, options.policy)
        traffic = Traffic(options, clock: api.clock, timeout: api.timeout) { onEvent(.waiting($0)) }
        started = api.clock.now
    }

    func stop(_ reason: StopReason) async {
        guard stopReason == nil else { return }
        stopReason = reason
        onEvent(.stopping(reason))
        await traffic.stop()
    }

    func go() async -> RunReport {
        var vector: JobState?
        if job.head.mode == .vector {
            vector = await pushVector()
        } else {
            if job.head.mode == .calibrated, direction == .apply {
                warn(.calibratedDataMayBeReplaced)
            }
            await fill()
            await first()
            // First, so that they show that a plan was begun which then ended early.
            await all { [job] in $0.item.ordinal < job.head.fitted }
            await all { _ in true }
        }
        if restoredInValue > 0 { warn(.restoredInValue(markers: restoredInValue)) }
        var report = RunReport()
        do throws(JobError) {
            try await job.flush()
            report.counts = try await job.counts()
        } catch {
            await stop(.job(error))
        }
        (report.vector, report.requests, report.stop) = (vector, await traffic.requests, stopReason)
        report.warnings = warnings
        onEvent(.finished(report))
        return report
    }

    /// Reads all markers and queues those that need a request; those that were refused before come last.
    private func fill() async {
        do throws(APIError) {
            let rows: [JobRow]
            do throws(JobError) { rows = try await job.rows() } catch { throw .job(error) }
            hasDone = rows.contains { $0.state.word == .done || $0.state.word == .undone }
            let found = try await JobMarkers(
                of: job.head, rows.map(\.id), known: rows.reduce(into: [:]) { $0[$1.id] = $1.state.version },
                api, isStopped: { await self.stopReason != nil }, onList: { await self.note($0, $1) })
            guard stopReason == nil else { return }
            let cutOff = await lengths.cutOff(api)
            if !cutOff.isEmpty { warn(.looksCutOff(sessions: cutOff)) }
            if found.unlisted > 0 { warn(.unlisted(markers: found.unlisted)) }
            do throws(JobError) { for row in rows { try await sort(row, found.markers[row.id]) } } catch {
                throw .job(error)
            }
            let isRefused = { (work: JobWork) in PushProblem.lasting.contains(work.item.state.code ?? "") }
            queue = queue.filter { !isRefused($0) } + queue.filter(isRefused)
            queue.reverse()
        } catch {
            if case .job(let error) = error { await stop(.job(error)) } else { await stop(.failed(error)) }
        }
    }

    private func note(_ session: UUID, _ reply: ListReply<Marker>) {
        onEvent(.listed(session: session, markers: reply.elements.count))
        for error in reply.refused { warn(.noMarker(session: session, error)) }
        lengths.note(session, reply)
    }

    private func sort(_ row: JobRow, _ marker: Marker?) async throws(JobError) {
        // Unchanged since it was written.
        if direction == .apply, row.state.word == .done, let marker, row.state.version == marker.version {
            return
        }
        // Checks by its digest that the row's id is that of a planned marker.
        let item = try await job.item(row)
        guard let marker else {
            guard row.state.word != .gone else { return }
            return try await note(row.ordinal, row.id, JobState(.gone))
        }
        switch Settlement(item, marker, rule) {
        case .unchanged: break
        case .settled(let state): try await note(row.ordinal, row.id, state)
        case .open(let work):
            queue.append(work)
            guard direction == .undo, row.state.word == .pending, !rule.isSomebodys(work.fresh, work.intent)
            else { return }
            // It was moved by a run that was killed before it noted that; this one may be stopped, too.
            let version = rule.version(of: work.fresh, after: work.intent.planned.version, work.intent)
            try await job.record(row.ordinal, JobState(.done, version: version))
        }
    }

    /// Pushes one marker alone and reads it back whatever the answer: the result decides whether the others follow.
    private func first() async {
        while stopReason == nil, let work = queue.popLast() {
            switch await push(work, confirms: true) {
            case .done(let image):
                // If the version is the next one, nobody else wrote in between.
                let isOurs = image.version == work.fresh.version + 1
                if rule.mode == .calibrated, direction == .apply, isOurs, image.corners != work.fresh.corners
                {
                    await stop(.unsuitable(.notAsWritten))
                }
                return
            case .unfinished(.refused(let failure), _) where !hasDone:
                // What it refuses for one marker it most likely refuses for all.
                return await stop(.unsuitable(.refused(failure)))
            default: continue
            }
        }
    }

    /// Pushes the chosen markers at the front of the queue, many at once.
    private func all(where isChosen: @escaping @Sendable (JobWork) -> Bool) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<min(options.concurrency.upperBound, queue.count) {
                group.addTask {
                    while let work = await self.next(isChosen) {
                        _ = await self.push(work, confirms: false)
                    }
                }
            }
        }
    }

    private func next(_ isChosen: (JobWork) -> Bool) async -> JobWork? {
        if let deadline = options.deadline, api.clock.now - started >= deadline { await stop(.deadline) }
        guard stopReason == nil, let work = queue.last, isChosen(work) else { return nil }
        return queue.popLast()
    }

    private nonisolated func push(_ work: JobWork, confirms: Bool) async -> PushOutcome<MarkerImage> {
        let push = MarkerPush(work.intent, by: rule, confirms: confirms)
        let sender = MarkerSender(api, work, rule, job)
        do throws(JobError) {
            // A marker that was never sent stays as it was.
            guard let (outcome, marker) = try await sender.send(push, traffic, await limits) else {
                if let reason = await traffic.stopReason { await stop(reason) }
                return push.abandoned()
            }
            try await note(work.item.ordinal, work.item.before.id, JobState(outcome, work, rule))
            await judge(outcome, work, marker)
            return outcome
        } catch {
            await stop(.job(error))
            return push.abandoned()
        }
    }

    /// Decides whether the other markers may follow.
    private func judge(_ outcome: PushOutcome<MarkerImage>, _ work: JobWork, _ marker: Marker) async {
        switch outcome {
        case .unfinished(let problem, _):
            if let reason = await traffic.stopReason { await stop(reason) }
            if problem.isOfServer { await stop(.unsuitable(problem)) }
            givenUp += problem == .givenUp ? 1 : 0
            let most = isTaken ? RunOptions.outage : RunOptions.outageAtStart
            if givenUp >= most { await stop(.outage) }
        case .conflict(let conflict, _):
            if direction == .apply, options.policy == .stop {
                await stop(.conflict(work.item.before.id, conflict))
            }
        case .done:
            (givenUp, hasDone, isTaken) = (0, true, true)
            guard direction == .undo else { return }
            let fields = rule.unrestored(work.item.before, marker)
            guard !fields.isEmpty else { return }
            if (try? rule.isBack(marker, before: work.item.before)) == true {
                restoredInValue += 1
            } else {
                warn(.notRestored(marker.id, fields: fields))
            }
        case .gone: break
        }
    }

    /// The limits of the next marker: one that was given up has used the patience up for those after it, until one is done.
    private var limits: ItemLimits {
        guard givenUp > 0 else { return options.item }
        let trial = ItemLimits.trial
        return ItemLimits(
            failures: min(trial.failures, options.item.failures),
            patience: min(trial.patience, options.item.patience), deadline: options.item.deadline)
    }

    private func note(_ ordinal: Int, _ id: UUID, _ state: JobState) async throws(JobError) {
        try await job.record(ordinal, state)
        onEvent(.marker(ordinal: ordinal, id: id, state))
    }

    func warn(_ warning: RunWarning) {
        warnings.append(warning)
        onEvent(.warning(warning))
    }
}

extension JobPush {
    /// Pushes the space's vector, which is all of the vector mode.
    func pushVector() async -> JobState {
        let head = job.head
        guard let after = head.vectorAfter else { return JobState(direction == .apply ? .done : .undone) }
        let (before, target) = (VectorImage(head.calibration.vector), VectorImage(after))
        let overwrites = options.policy == .overwrite
        let push =
            direction == .apply
            ? VectorPush(from: before, to: target, overwrites: overwrites)
            : VectorPush(from: target, to: before, overwrites: overwrites)
        let sender = VectorSender(
            api: api, space: head.space, before: try? JSONValue(await job.spaceBefore()), job: job)
        let outcome: PushOutcome<VectorImage>, latest: JSONValue?
        do throws(JobError) { (outcome, latest) = try await sender.send(push, traffic, options.item) } catch {
            await stop(.job(error))
            return (try? await job.vectorState()) ?? JobState(.unconfirmed)
        }
        let word: JobState.Word, code: String?
        switch (outcome, direction) {
        case (.done, .apply): (word, code) = (.done, nil)
        case (.done, .undo):
            (word, code) = (.undone, nil)
            if !sender.isRestored(latest) { warn(.vectorNotRestored) }
        case (.conflict(let conflict, _), _):
            let isLeft = options.policy == .takeTheirs
            (word, code) = (direction == .undo ? .kept : isLeft ? .left : .conflict, conflict.code)
            // An undo has nothing else to do, so that it has ended.
            if !isLeft, direction == .apply { await stop(.conflict(nil, conflict)) }
        case (.gone, _): (word, code) = (.gone, nil)
        case (.unfinished(let problem, let mayBeWritten), _):
            // As far as is known, what could not be undone is still done.
            let isOpen = direction == .undo || mayBeWritten
            (word, code) = (isOpen ? .unconfirmed : .unfinished, problem.code)
            if let reason = await traffic.stopReason { await stop(reason) }
            await stop(problem == .givenUp ? .outage : .unsuitable(problem))
        }
        let state = JobState(word, code: code)
        onEvent(.vector(state))
        do throws(JobError) { try await job.record(vector: word) } catch { await stop(.job(error)) }
        return state
    }
}

/// The markers of a job as the server has them now.
///
/// A marker counts as gone only if the server says so when it is asked for that one: a list may lack markers because it is
/// old, cut, or the answer to another request.
struct JobMarkers: Sendable {
    private(set) var markers: [UUID: Marker] = [:]
    /// The ids that the lists show.
    private(set) var listed: Set<UUID> = []
    /// The number of markers that the lists lack although they exist.
    private(set) var unlisted = 0

    /// The number of times that a list is requested again if it shows older versions than the job has seen.
    private static let staleLists = 2

    /// Lists the sessions of a job, then asks for each marker of `ids` that is in no list.
    ///
    /// - Parameters:
    ///   - job: The head of the job.
    ///   - ids: The markers to look for.
    ///   - known: The least version that a marker has.
    ///   - api: The server.
    ///   - isStopped: Whether to stop, which is asked before each request.
    ///   - onList: Called with each list.
    init(
        of job: JobHead, _ ids: some Sequence<UUID>, known: [UUID: Int64] = [:], _ api: MarkersAPI,
        isStopped: @Sendable () async -> Bool = { false },
        onList: @Sendable (UUID, ListReply<Marker>) async -> Void = { _, _ in }
    ) async throws(APIError) {
        for session in job.sessions {
            guard await !isStopped() else { return }
            let reply = try await JobMarkers.list(session, known, api)
            await onList(session, reply)
            for marker in reply.elements { markers[marker.id] = marker }
        }
        listed = Set(markers.keys)
        for id in ids where markers[id] == nil {
            guard await !isStopped() else { return }
            do throws(APIError) {
                markers[id] = try await api.marker(id)
                unlisted += 1
            } catch {
                guard error.isMissing else { throw error }
            }
        }
    }

    /// The markers of a session; with a list from some cache every write would be refused and read back.
    private static func list(
        _ session: UUID, _ known: [UUID: Int64], _ api: MarkersAPI
    ) async throws(APIError) -> ListReply<Marker> {
        var reply = try await api.markers(of: session)
        for _ in 0..<staleLists {
            let isStale = reply.elements.contains { marker in
                known[marker.id].map { (marker.version ?? $0) < $0 } ?? false
            }
            guard isStale else { break }
            reply = try await api.markers(of: session)
        }
        return reply
    }
}
