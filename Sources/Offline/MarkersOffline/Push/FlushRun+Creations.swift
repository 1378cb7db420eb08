internal import Foundation
internal import Markers
internal import MarkersEndpoint

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
