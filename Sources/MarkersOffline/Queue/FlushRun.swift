internal import Foundation
internal import Markers
internal import MarkersClient

/// One pass over a queue: what it sends, and what became of that.
actor FlushRun {
    private let store: MarkersStore
    private let api: MarkersAPI
    private let policy: EditPolicy
    private let traffic: Traffic
    private let limits: ItemLimits
    private var result = FlushReport()
    /// The fate of edits, as far as it is not on the disk.
    private var unwritten: [QueueChange] = []
    /// The edits that are marked as sent by one commit.
    private static let group = 256

    init(store: MarkersStore, api: MarkersAPI, policy: EditPolicy, traffic: Traffic, limits: ItemLimits) {
        (self.store, self.api, self.policy) = (store, api, policy)
        (self.traffic, self.limits) = (traffic, limits)
    }

    func note(_ error: StoreError) { result.storeFailure = error }

    func report(_ left: [QueuedEdit]?) -> FlushReport {
        result.waiting = (left ?? []).map(\.id)
        return result
    }

    // MARK: Creations

    /// Makes markers, those of a session together; each has the id of its edit as its key, so that none is made twice.
    func create() async throws(StoreError) {
        let creations = try await store.edits([.waiting, .sent]).filter { $0.kind == .create }
        for (session, edits) in Dictionary(grouping: creations, by: \.session).sorted(by: {
            $0.key.wireText < $1.key.wireText
        }) where result.failure == nil {
            for start in stride(from: 0, to: edits.count, by: MarkerCreation.chunk)
            where result.failure == nil {
                try await create(
                    Array(edits[start..<min(start + MarkerCreation.chunk, edits.count)]), in: session)
            }
        }
    }

    private func create(_ edits: [QueuedEdit], in session: UUID) async throws(StoreError) {
        let wasSent = edits.contains { $0.state == .sent }
        let taken = try await store.take(edits.map(\.id))
        var markers: [CreateMarker] = []
        for edit in taken {
            guard let marker = CreateMarker(json: edit.wanted, in: session) else {
                throw .damaged("edit \(edit.id.wireText)")
            }
            markers.append(marker)
        }
        let made: [Marker]
        do throws(APIError) {
            made = try await MarkerCreation(api).create(
                markers, keys: taken.map(\.id.wireText), in: session, .unchecked)
        } catch {
            guard case .failed(let failure, mayBeApplied: false) = error, !failure.isRetryable,
                !failure.isUnauthorized
            else {
                result.failure = error
                // The list of the session comes first, before anything is sent.
                if case .failed(_, mayBeApplied: false) = error, !wasSent {
                    takeBack(taken, code: error.code)
                }
                return try await keepProgress()
            }
            guard taken.count == 1 else {
                // One of them is refused, and with it all.
                for edit in edits where result.failure == nil { try await create([edit], in: session) }
                return
            }
            park(taken[0], .refused, code: failure.code)
            return try await keepProgress()
        }
        try await keep(taken, made)
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

    // MARK: Edits of markers

    /// Changes and removes markers: of one marker in order, of different ones side by side.
    func editMarkers() async throws(StoreError) {
        let edits = try await store.edits([.waiting, .sent]).filter { $0.kind != .create }
        // Dictionaries have no order, and the oldest edits go first.
        let places = Dictionary(
            edits.enumerated().map { ($1.target, $0) }, uniquingKeysWith: { first, _ in first })
        var markers = Dictionary(grouping: edits, by: \.target).values.sorted {
            places[$0[0].target] ?? 0 < places[$1[0].target] ?? 0
        }[...]
        while !markers.isEmpty, result.failure == nil {
            var group: [[QueuedEdit]] = [], count = 0
            while let next = markers.first, count < Self.group {
                (group, count) = (group + [next], count + next.count)
                markers.removeFirst()
            }
            try await send(group)
        }
    }

    /// Sends the edits of some markers; they are marked by one commit before, and what became of them is kept by one after.
    ///
    /// What is lost between the two is found out again by reading the markers.
    private func send(_ group: [[QueuedEdit]]) async throws(StoreError) {
        let taken = try await store.take(group.flatMap { $0.map(\.id) })
        let wasSent = Set(group.joined().filter { $0.state == .sent }.map(\.id))
        let byMarker = Dictionary(grouping: taken, by: \.target)
        let failure = await withTaskGroup(of: StoreError?.self) { tasks in
            for edits in byMarker.values { tasks.addTask { await self.send(edits, wasSent) } }
            var first: StoreError?
            for await failure in tasks { first = first ?? failure }
            return first
        }
        try await keepProgress()
        if let failure { throw failure }
    }

    private func send(_ edits: [QueuedEdit], _ wasSent: Set<UUID>) async -> StoreError? {
        do throws(StoreError) {
            var fresh: MarkerFields?
            var open = edits[...]
            while result.failure == nil, let edit = open.popFirst(),
                case .sent(let fields) = try await send(
                    edit, wasSent: wasSent.contains(edit.id), after: fresh)
            {
                fresh = fields
            }
            // Those behind one that was stopped were not sent at all.
            takeBack(open.filter { !wasSent.contains($0.id) })
            return nil
        } catch {
            await traffic.stop()
            return error
        }
    }

    /// Writes what became of edits.
    private func keepProgress() async throws(StoreError) {
        let changes = unwritten
        unwritten.removeAll(keepingCapacity: true)
        try await store.change(changes)
    }

    /// Sends an edit; returns the marker as it is after it, or `nil` if nothing more of that marker is to be sent.
    private func send(
        _ edit: QueuedEdit, wasSent: Bool, after fresh: MarkerFields?
    ) async throws(StoreError) -> Sent {
        guard let base = MarkerFields(json: edit.base) else { throw .damaged("edit \(edit.id.wireText)") }
        let sender = EditSender(api, traffic, limits), result: EditSender.Result
        if edit.kind == .delete {
            result = await sender.send(DeletionPush(base), of: edit.target, from: fresh)
        } else {
            guard let edits = try? FieldEdits(json: edit.wanted) else {
                throw .damaged("edit \(edit.id.wireText)")
            }
            let push = EditPush(EditRule(base: base, edits: edits, policy: policy), wasSent: wasSent)
            result = await sender.send(push, of: edit.target, from: fresh)
        }
        switch result.outcome {
        case .done(let fields):
            finished(edit)
            return .sent(fields)
        case .gone where edit.kind == .delete: finished(edit)
        case .gone: park(edit, .gone)
        case .conflict(_, let fields):
            park(edit, result.reason ?? .fieldEdited, theirs: result.text)
            return .sent(fields)
        case .unfinished(.notAsWritten, _): park(edit, .notAsWritten, theirs: result.text)
        case .unfinished(.refused(let failure), _) where !failure.isUnauthorized:
            park(edit, .refused, code: failure.code)
        case .unfinished(_, let mayBeWritten):
            if let failure = result.failure {
                self.result.failure = self.result.failure ?? .failed(failure, mayBeApplied: mayBeWritten)
            }
            if !mayBeWritten, !wasSent { takeBack([edit], code: result.failure?.code) }
            await traffic.stop()
            return .stopped
        }
        return .sent(nil)
    }

    /// The state of a marker's edits after one of them.
    private enum Sent {
        case sent(MarkerFields?)
        case stopped
    }

    /// Notes that edits were not sent after all, so that they can be changed and withdrawn.
    private func takeBack(_ edits: some Sequence<QueuedEdit>, code: String? = nil) {
        for edit in edits { unwritten.append(.set(edit.id, .waiting, code: code)) }
    }

    private func finished(_ edit: QueuedEdit) {
        unwritten.append(.set(edit.id, .done))
        result.done.append(edit.id)
        result.sessions.insert(edit.session)
    }

    private func park(
        _ edit: QueuedEdit, _ reason: ParkReason, code: String? = nil, theirs: [UInt8]? = nil
    ) {
        unwritten.append(.set(edit.id, .parked, reason: reason, code: code, theirs: theirs))
        result.parked[edit.id] = reason
    }
}
