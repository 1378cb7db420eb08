public import Foundation
internal import Markers
public import MarkersEndpoint
internal import MarkersJobs

/// One pass over a queue: what it sends, and what became of that.
actor FlushRun {
    let store: MarkersStore
    let api: MarkersAPI
    private let policy: EditPolicy
    private let traffic: Traffic
    private let limits: ItemLimits
    var result = FlushReport()
    private var isStopped = false
    /// The fate of edits, as far as it is not on the disk.
    private var unwritten: [QueueChange] = []
    /// The lists of sessions that were read, with what each shows of frames that edits were made in.
    var frames: [UUID: SessionFrames] = [:]
    /// The latest fits of sessions that edits ask for.
    private var fits: [UUID: String] = [:]
    private var rules: [String: [UInt8]] = [:]
    /// The edits that are marked as sent by one commit.
    private static let group = 256

    init(store: MarkersStore, api: MarkersAPI, policy: EditPolicy, traffic: Traffic, limits: ItemLimits) {
        (self.store, self.api, self.policy) = (store, api, policy)
        (self.traffic, self.limits) = (traffic, limits)
    }

    func note(_ error: StoreError) { result.storeFailure = error }

    /// Sends nothing more; what is under way is awaited.
    func stop() async {
        isStopped = true
        await traffic.stop()
    }

    /// Whether more may be sent.
    var continues: Bool { result.failure == nil && !isStopped }

    func report(_ left: [UUID]?) -> FlushReport {
        result.waiting = left ?? []
        return result
    }

    /// Changes and removes markers: of one marker in order, of different ones side by side.
    func editMarkers() async throws(StoreError) {
        var markers = try await store.waitingTargets()[...]
        while !markers.isEmpty, continues {
            let group = markers.prefix(Self.group)
            markers.removeFirst(group.count)
            try await send(Array(group))
        }
    }

    /// Sends the edits of some markers; they are marked by one commit before, and what became of them is kept by one after.
    ///
    /// What is lost between the two is found out again by reading the markers.
    private func send(_ group: [UUID]) async throws(StoreError) {
        let byMarker = try await store.taken(group)
        let failure = await withTaskGroup(of: StoreError?.self) { tasks in
            for (edits, sentBefore) in byMarker {
                tasks.addTask { await self.send(edits, sentBefore) }
            }
            var first: StoreError?
            for await failure in tasks { first = first ?? failure }
            return first
        }
        try await keepProgress()
        if let failure { throw failure }
    }

    private func send(_ edits: [QueuedEdit], _ sentBefore: Set<UUID>) async -> StoreError? {
        do throws(StoreError) {
            var latest: [UInt8]?, isStopped = false, done: [QueuedEdit] = []
            var open = edits[...]
            while result.failure == nil, !isStopped, let edit = open.popFirst() {
                let wasSent = sentBefore.contains(edit.id)
                guard let sent = try await send(edit, wasSent, from: latest, after: done) else { continue }
                latest = sent.text
                switch sent.fate {
                case .done:
                    finished(edit)
                    done.append(edit)
                case .gone where edit.kind == .delete: finished(edit)
                case .gone: park(edit, .gone)
                case .parked(let reason, let code):
                    try await park(edit, reason, code, theirs: sent.text)
                case .open(let mayBeWritten):
                    isStopped = true
                    await leave(edit, sent.failure, mayBeWritten: mayBeWritten || wasSent)
                }
            }
            // Those behind one that was stopped were not sent at all.
            takeBack(open.filter { !sentBefore.contains($0.id) })
            return nil
        } catch {
            await traffic.stop()
            return error
        }
    }

    /// Leaves an edit in the queue. Where there is no network, or no leave, nothing more is sent; an error that is of this marker alone
    /// keeps no other from being sent.
    private func leave(_ edit: QueuedEdit, _ failure: RequestFailure?, mayBeWritten: Bool) async {
        if !mayBeWritten { takeBack([edit], code: failure?.code) }
        guard let failure else { return }
        if mayBeWritten { unwritten.append(.set(edit.id, .sent, code: failure.code)) }
        guard failure.status == nil || failure.isUnauthorized || failure.isOverload else { return }
        result.failure = result.failure ?? .failed(failure, mayBeApplied: mayBeWritten)
        await traffic.stop()
    }

    /// Sends an edit of a marker that was last seen as `text`, after others of the same run; `nil` if a newer fit takes its place.
    private func send(
        _ edit: QueuedEdit, _ wasSent: Bool, from text: [UInt8]?, after done: [QueuedEdit]
    ) async throws(StoreError) -> EditSender.Result? {
        let sender = EditSender(api, traffic, limits)
        if let fit = edit.fit {
            guard try await latestFit(of: edit.session) == fit else {
                unwritten.append(.set(edit.id, .dropped, reason: .superseded))
                result.superseded.append(edit.id)
                return nil
            }
            guard let base = (try? Marker(edit.base)).flatMap({ try? MarkerImage($0) }),
                let wanted = WantedCalibration(json: edit.wanted),
                let rule = wanted.rule(by: try await savedFit(fit))
            else { throw .damaged("edit \(edit.id.wireText)") }
            let push = CalibrationPush(rule, from: base, wasSent: wasSent)
            return await sender.send(push, of: edit.target, from: text)
        }
        guard let base = MarkerFields(json: edit.base) else { throw .damaged("edit \(edit.id.wireText)") }
        if edit.kind == .delete {
            let own = done.count { $0.changes(beyond: base) }
            return await sender.send(DeletionPush(base, own: own), of: edit.target, from: text)
        }
        guard let edits = try? FieldEdits(json: edit.wanted) else {
            throw .damaged("edit \(edit.id.wireText)")
        }
        let push = EditPush(EditRule(base: base, edits: edits, policy: policy), wasSent: wasSent)
        return await sender.send(push, of: edit.target, from: text)
    }

    private func latestFit(of session: UUID) async throws(StoreError) -> String? {
        if let fit = fits[session] { return fit }
        fits[session] = try await store.latestFit(of: session)
        return fits[session]
    }

    private func savedFit(_ digest: String) async throws(StoreError) -> [UInt8] {
        if let fit = rules[digest] { return fit }
        let fit = try await store.fit(digest) ?? []
        rules[digest] = fit
        return fit
    }

    /// Writes what became of edits.
    func keepProgress() async throws(StoreError) {
        let changes = unwritten
        unwritten.removeAll(keepingCapacity: true)
        try await store.change(changes)
    }

    /// Notes that edits were not sent after all, so that they can be changed and withdrawn.
    func takeBack(_ edits: some Sequence<QueuedEdit>, code: String? = nil) {
        for edit in edits { unwritten.append(.set(edit.id, .waiting, code: code)) }
    }

    private func finished(_ edit: QueuedEdit) {
        unwritten.append(.set(edit.id, .done))
        result.done.append(edit.id)
        result.sessions.insert(edit.session)
    }

    func park(
        _ edit: QueuedEdit, _ reason: ParkReason, code: String? = nil, theirs: [UInt8]? = nil,
        motion: SessionMotion? = nil
    ) {
        unwritten.append(.set(edit.id, .parked, reason: reason, code: code, theirs: theirs))
        if let motion { unwritten.append(.motion(edit.id, motion)) }
        result.parked[edit.id] = reason
    }

    /// Parks an edit of a marker that was found otherwise; corners that moved with their whole session are named as that.
    private func park(
        _ edit: QueuedEdit, _ reason: ParkReason, _ code: String?, theirs: [UInt8]?
    ) async throws(StoreError) {
        var motion: SessionMotion?
        if reason == .cornersEdited, edit.fit == nil { motion = try await self.motion(of: edit, theirs) }
        park(edit, motion == nil ? reason : .sessionMoved, code: code, theirs: theirs, motion: motion)
    }
}

extension MarkersStore {
    /// The edits of each of some markers as they are sent from now on, and which of them were sent before.
    fileprivate func taken(
        _ markers: [UUID]
    ) throws(StoreError) -> [(edits: [QueuedEdit], sentBefore: Set<UUID>)] {
        try together { () throws(StoreError) in
            var all: [(edits: [QueuedEdit], sentBefore: Set<UUID>)] = []
            for marker in markers {
                let taken = try take(openEdits(of: marker, [.waiting, .sent]).map(\.id))
                all.append((taken.map(\.edit), Set(taken.filter(\.wasSent).map(\.edit.id))))
            }
            return all
        }
    }
}

extension QueuedEdit {
    /// Whether it has given a marker something that it was not seen with.
    fileprivate func changes(beyond seen: MarkerFields) -> Bool {
        guard kind == .update, fit == nil, let edits = try? FieldEdits(json: wanted) else {
            return fit != nil
        }
        return !edits.areShown(in: seen)
    }
}

extension FlushRun {
    /// Reads the markers of a session, unless they were read in this run and need not be the latest.
    func readList(of session: UUID, isLatest: Bool) async throws(APIError) {
        guard isLatest || frames[session] == nil else { return }
        let earlier = frames[session]?.comparisons ?? [:]
        var frames = SessionFrames(try await api.markers(of: session).elements)
        // A session is recalibrated once while edits of it wait, if at all.
        frames.comparisons = earlier
        self.frames[session] = frames
    }

    /// Parks the creations whose session has moved since they were made, and returns the others.
    ///
    /// One that is on the server already has moved with its session.
    func parkMoved(_ edits: [QueuedEdit], in session: UUID) async throws(StoreError) -> [QueuedEdit] {
        guard let list = frames[session]?.list else { return edits }
        let made = Set(list.compactMap(\.clientKey))
        var staying: [QueuedEdit] = []
        for edit in edits {
            let corners = CreateMarker(json: edit.wanted, in: session)?.quad
            guard !made.contains(edit.id.wireText), let corners,
                let comparison = try await comparison(of: edit, in: session),
                let tag = frames[session]?.tag, let motion = comparison.motion(at: corners, to: tag)
            else {
                staying.append(edit)
                continue
            }
            park(edit, .sessionMoved, motion: motion)
        }
        return staying
    }

    /// The motion of the session of an edit whose marker was found with other corners, if it explains them.
    func motion(of edit: QueuedEdit, _ theirs: [UInt8]?) async throws(StoreError) -> SessionMotion? {
        guard edit.frame != nil, let base = MarkerFields(json: edit.base),
            let found = theirs.flatMap({ try? Marker($0) }).flatMap({ try? $0.quad })
        else { return nil }
        do throws(APIError) { try await readList(of: edit.session, isLatest: false) } catch { return nil }
        guard let tag = frames[edit.session]?.tag,
            let motion = try await comparison(of: edit, in: edit.session)?.motion(at: base.corners, to: tag),
            motion.moved(base.corners).distance(to: found) <= SessionComparison.bound
        else { return nil }
        return motion
    }

    /// The fate of the frame of an edit; the list that it leads to is kept where it has moved.
    private func comparison(
        of edit: QueuedEdit, in session: UUID
    ) async throws(StoreError) -> SessionComparison? {
        guard let tag = edit.frame, let list = frames[session]?.list else {
            result.uncompared.insert(session)
            return nil
        }
        if let known = frames[session]?.comparisons[tag] { return known }
        var comparison = SessionComparison.unknown
        if let body = try await store.frame(tag), let old = try? MarkerList(body).markers {
            comparison = SessionComparison(from: old, to: list)
        }
        frames[session]?.comparisons[tag] = comparison
        switch comparison {
        case .unknown: result.uncompared.insert(session)
        case .moved:
            if let now = frames[session] { try await store.change([.addFrame(now.tag, now.body)]) }
        case .still: break
        }
        return comparison
    }
}

extension FlushRun {
    /// Makes markers, those of a session together; each has the id of its edit as its key, so that none is made twice.
    func create() async throws(StoreError) {
        for (session, ids) in try await store.waitingCreations() {
            for start in stride(from: 0, to: ids.count, by: MarkerCreation.chunk) {
                guard continues else { return }
                try await create(
                    Array(ids[start..<min(start + MarkerCreation.chunk, ids.count)]), in: session)
            }
        }
    }

    private func create(_ ids: [UUID], in session: UUID) async throws(StoreError) {
        let taken = try await store.take(ids)
        let edits = taken.map(\.edit), wasSent = taken.contains(where: \.wasSent)
        guard !edits.isEmpty else { return }
        do throws(APIError) {
            // One that may have been made must be looked for in the list of now.
            try await readList(of: session, isLatest: wasSent)
        } catch {
            if !wasSent { takeBack(edits, code: error.code) }
            return try await refused(edits, error)
        }
        let staying = try await parkMoved(edits, in: session)
        try await keepProgress()
        guard !staying.isEmpty else { return }
        var markers: [CreateMarker] = []
        for edit in staying {
            guard let marker = CreateMarker(json: edit.wanted, in: session) else {
                throw .damaged("edit \(edit.id.wireText)")
            }
            markers.append(marker)
        }
        let made: [Marker]
        do throws(APIError) {
            made = try await MarkerCreation(api).create(
                markers, keys: staying.map(\.id.wireText), in: session, .unchecked,
                present: frames[session]?.list ?? [])
        } catch {
            if case .failed(_, mayBeApplied: false) = error, !wasSent {
                takeBack(staying, code: error.code)
            }
            return try await refused(staying, error)
        }
        try await keep(staying, made)
    }

    /// Parks what a server will never take, marker by marker, and stops at any other failure.
    private func refused(_ edits: [QueuedEdit], _ error: APIError) async throws(StoreError) {
        guard case .failed(let failure, mayBeApplied: false) = error, !failure.isRetryable,
            !failure.isUnauthorized, let status = failure.status
        else {
            result.failure = error
            return try await keepProgress()
        }
        let isGone = [404, 410].contains(status)
        guard isGone || edits.count == 1 else {
            try await keepProgress()
            // One of them is refused, and with it all.
            for edit in edits where result.failure == nil { try await create([edit.id], in: edit.session) }
            return
        }
        for edit in edits { park(edit, isGone ? .gone : .refused, code: failure.code) }
        try await keepProgress()
    }

    private func keep(_ edits: [QueuedEdit], _ made: [Marker]) async throws(StoreError) {
        var changes: [QueueChange] = []
        for (edit, marker) in zip(edits, made) {
            changes.append(.set(edit.id, .done))
            guard let fields = MarkerFields(marker) else { continue }
            changes.append(.rebase(edit.id, target: marker.id, base: fields.json))
        }
        try await store.change(changes)
        result.done += edits.map(\.id)
        result.sessions.formUnion(edits.map(\.session))
    }
}

/// The fate of the edits of a flush.
public struct FlushReport: Sendable {
    /// The edits that the server has now.
    public internal(set) var done: [UUID] = []
    /// The edits that wait for a decision, each with its reason.
    public internal(set) var parked: [UUID: ParkReason] = [:]
    /// The edits that were withdrawn because a newer fit takes their place.
    public internal(set) var superseded: [UUID] = []
    /// The edits that are still waiting.
    public internal(set) var waiting: [UUID] = []
    /// The sessions whose markers were changed.
    public internal(set) var sessions: Set<UUID> = []
    /// The sessions of which too little was kept to tell whether they were recalibrated while markers of them waited.
    public internal(set) var uncompared: Set<UUID> = []
    /// The reason why it stopped before the end; `nil` if it did not.
    public internal(set) var failure: APIError?
    /// The reason why its progress could not be kept; what was sent is found out again by the next flush.
    public internal(set) var storeFailure: StoreError?
}
