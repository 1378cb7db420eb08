internal import Foundation
internal import Markers
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
    private var queue: [Work] = []
    private var stopReason: StopReason?
    private var warnings: [RunWarning] = []
    private var givenUp = 0
    private let started: Duration

    /// A marker that needs a request.
    struct Work: Sendable {
        let item: JobItem
        let intent: MarkerIntent
        let fresh: MarkerImage
    }

    init(
        _ api: MarkersAPI, _ job: Job, _ options: RunOptions, _ direction: UpdateRule.Direction,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) {
        (self.api, self.job, self.options, self.direction) = (api, job, options, direction)
        self.onEvent = onEvent
        rule = job.head.rule(direction, options.policy)
        traffic = Traffic(options, clock: api.clock, timeout: api.timeout)
        started = api.clock.now
    }

    /// Prevents new requests.
    func stop(_ reason: StopReason) async {
        guard stopReason == nil else { return }
        stopReason = reason
        onEvent(.stopping(reason))
        await traffic.stop()
    }

    /// Pushes everything and reports the result.
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

    /// Lists all markers and queues those that need a request.
    private func fill() async {
        do {
            let rows = try await job.rows()
            var listed: [UUID: Marker] = [:], lengths = ListLengths()
            let known = rows.reduce(into: [:]) { $0[$1.id] = $1.state.version }
            for session in job.head.sessions where stopReason == nil {
                let reply = try await list(session, known)
                onEvent(.listed(session: session, markers: reply.elements.count))
                for error in reply.refused { warn(.noMarker(session: session, error)) }
                lengths.note(session, reply)
                for marker in reply.elements { listed[marker.id] = marker }
            }
            if !lengths.cutOff.isEmpty { warn(.looksCutOff(sessions: lengths.cutOff)) }
            guard stopReason == nil else { return }
            for row in rows { try await sort(row, listed[row.id]) }
            queue.reverse()
        } catch let error as APIError {
            await stop(.failed(error))
        } catch let error as JobError {
            await stop(.job(error))
        } catch {
            await stop(.interrupted)
        }
    }

    /// The number of times that a list is requested again if it shows older versions than the job has seen.
    private static let staleLists = 2

    /// The markers of a session; with a list from some cache every write would be refused and read back.
    private func list(
        _ session: UUID, _ known: [UUID: Int64]
    ) async throws(APIError) -> ListReply<Marker> {
        var reply = try await api.markers(of: session)
        for _ in 0..<JobPush.staleLists {
            let isStale = reply.elements.contains { marker in
                known[marker.id].map { (marker.version ?? $0) < $0 } ?? false
            }
            guard isStale else { break }
            reply = try await api.markers(of: session)
        }
        return reply
    }

    private func sort(_ row: JobRow, _ marker: Marker?) async throws(JobError) {
        let word = row.state.word
        guard word != .undone, word != .kept else { return }
        guard let marker else {
            // Checks by its digest that the row's id is that of a planned marker.
            _ = try await job.item(row)
            return try await note(row.ordinal, row.id, JobState(.gone))
        }
        // Unchanged since it was written.
        if direction == .apply, word == .done, row.state.version == marker.version { return }
        let item = try await job.item(row)
        let fresh: MarkerImage, planned: MarkerIntent
        do throws(MarkerImageError) {
            (fresh, planned) = (try MarkerImage(marker), try item.intent())
        } catch {
            return try await note(row.ordinal, row.id, JobState(.unfinished, code: error.code))
        }
        let isThere = job.head.rule(.apply, .stop).standing(of: fresh, to: planned) == .done
        switch direction {
        case .apply:
            if isThere {
                let state = JobState(.done, version: fresh.version)
                if word != .done { try await note(row.ordinal, row.id, state) }
            } else if word != .done || rule.mode == .calibrated {
                // Raw corners that were moved and are elsewhere now are somebody's work, even if they are where they began.
                queue.append(Work(item: item, intent: planned, fresh: fresh))
            }
        case .undo:
            // A marker that was never seen at its target has nothing to undo.
            guard isThere || word == .done else { return }
            // A marker that is elsewhere now is restored already or somebody's work: no version makes it ours.
            let written = word == .done ? item.state.version ?? fresh.version : fresh.version
            let before = planned.planned
            var intent = MarkerIntent(
                MarkerImage(
                    version: isThere ? written : fresh.version - 1, corners: fresh.corners,
                    calibrated: fresh.calibrated),
                to: rule.mode == .raw ? before.corners : before.calibrated)
            intent.hasStaleCenter = before.hasStaleCenter
            queue.append(Work(item: item, intent: intent, fresh: fresh))
        }
    }

    /// Pushes one marker alone and reads it back whatever the answer: the result decides whether the others follow.
    private func first() async {
        while stopReason == nil, let work = queue.popLast() {
            guard case .done(let image) = await push(work, confirms: true) else { continue }
            // If the version is the next one, nobody else wrote in between.
            let isOurs = image.version == work.fresh.version + 1
            if rule.mode == .calibrated, isOurs, image.corners != work.fresh.corners {
                await stop(.unsuitable(.notAsWritten))
            }
            return
        }
    }

    /// Pushes the chosen markers at the front of the queue, many at once.
    private func all(where isChosen: @escaping @Sendable (Work) -> Bool) async {
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

    private func next(_ isChosen: (Work) -> Bool) async -> Work? {
        if let deadline = options.deadline, api.clock.now - started >= deadline { await stop(.deadline) }
        guard stopReason == nil, let work = queue.last, isChosen(work) else { return nil }
        return queue.popLast()
    }

    private nonisolated func push(_ work: Work, confirms: Bool) async -> PushOutcome<MarkerImage> {
        let push = MarkerPush(work.intent, by: rule, confirms: confirms)
        let sender = MarkerSender(api, work.item, rule)
        let (outcome, marker) = await sender.send(push, from: work.fresh, traffic, options.item)
        do throws(JobError) {
            try await note(work.item.ordinal, work.item.before.id, JobState(outcome, direction))
        } catch {
            await stop(.job(error))
        }
        await judge(outcome, work, marker)
        return outcome
    }

    /// Decides whether the other markers may follow.
    private func judge(_ outcome: PushOutcome<MarkerImage>, _ work: Work, _ marker: Marker?) async {
        switch outcome {
        case .unfinished(let problem, _):
            if await traffic.lostLock { await stop(.lockLost) }
            if problem.isOfServer { await stop(.unsuitable(problem)) }
            givenUp += problem == .givenUp ? 1 : 0
            if givenUp >= RunOptions.outage { await stop(.outage) }
        case .conflict(let conflict, _):
            if direction == .apply, options.policy == .stop {
                await stop(.conflict(work.item.before.id, conflict))
            }
        case .done:
            givenUp = 0
            guard direction == .undo, let marker else { return }
            let fields = MarkerSender.unrestored(work.item.before, marker)
            if !fields.isEmpty { warn(.notRestored(marker.id, fields: fields)) }
        case .gone: break
        }
    }

    private func note(_ ordinal: Int, _ id: UUID, _ state: JobState) async throws(JobError) {
        try await job.record(ordinal, state)
        onEvent(.marker(ordinal: ordinal, id: id, state))
    }

    private func warn(_ warning: RunWarning) {
        warnings.append(warning)
        onEvent(.warning(warning))
    }

    /// Pushes the space's vector, which is all of the vector mode.
    private func pushVector() async -> JobState {
        let head = job.head
        guard let after = head.vectorAfter else { return JobState(direction == .apply ? .done : .undone) }
        let (before, target) = (VectorImage(head.calibration.vector), VectorImage(after))
        let push =
            direction == .apply
            ? VectorPush(from: before, to: target) : VectorPush(from: target, to: before)
        let sender = VectorSender(
            api: api, space: head.space, before: try? JSONValue(await job.spaceBefore()))
        let (outcome, latest) = await sender.send(push, traffic, options.item)
        let word: JobState.Word, code: String?
        switch (outcome, direction) {
        case (.done, .apply): (word, code) = (.done, nil)
        case (.done, .undo):
            (word, code) = (.undone, nil)
            if !sender.isRestored(latest) { warn(.vectorNotRestored) }
        case (.conflict(let conflict, _), _):
            (word, code) = (direction == .apply ? .conflict : .kept, conflict.code)
            await stop(.conflict(nil, conflict))
        case (.gone, _): (word, code) = (.gone, nil)
        case (.unfinished(let problem, let mayBeWritten), _):
            (word, code) = (mayBeWritten ? .unconfirmed : .unfinished, problem.code)
            if await traffic.lostLock { await stop(.lockLost) }
            await stop(problem.isOfServer ? .unsuitable(problem) : .outage)
        }
        let state = JobState(word, code: code)
        onEvent(.vector(state))
        do throws(JobError) { try await job.record(vector: word) } catch { await stop(.job(error)) }
        return state
    }
}
