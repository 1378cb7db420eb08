public import Foundation
public import Markers
public import MarkersClient
internal import QuadGeometry

/// Edits of markers that wait for a network, in the order in which they were made.
///
/// An edit is on the disk when the call that queues it returns. It is sent by ``flush()``, once, whatever happens to the network, to
/// the server and to this process meanwhile; where somebody else has edited the same, it is parked and nothing is overwritten.
public actor OfflineQueue {
    let store: MarkersStore
    let api: MarkersAPI
    let policy: EditPolicy

    /// The queue of a store.
    ///
    /// - Parameters:
    ///   - store: The store of the server.
    ///   - api: Its routes.
    ///   - policy: What to do where somebody else has changed the same label, color or custom property.
    public init(_ store: MarkersStore, _ api: MarkersAPI, policy: EditPolicy = .park) {
        (self.store, self.api, self.policy) = (store, api, policy)
    }

    /// The edits in one of these states, in the order in which they were made.
    public func edits(
        _ states: Set<QueuedEdit.State> = Set(QueuedEdit.State.allCases)
    ) async throws(StoreError) -> [QueuedEdit] {
        try await store.edits(states)
    }

    /// Queues a marker that is to be made; its id among the edits is its key on the server.
    public func create(_ marker: CreateMarker) async throws(EditError) -> UUID {
        let wanted: [UInt8]
        do throws(JSONError) { wanted = try marker.json() } catch { throw .unwritable(error) }
        let id = UUID()
        let edit = QueuedEdit(
            id: id, kind: .create, session: marker.workSessionID, target: id, state: .waiting,
            attempts: 0, base: [], wanted: wanted)
        try await stored { store throws(StoreError) in try store.change([.add(edit)]) }
        return id
    }

    /// Queues changes of a marker as it was read; returns the id of the edit, which is that of an earlier one where both can be one.
    public func update(_ marker: Marker, _ changes: UpdateMarker) async throws(EditError) -> UUID {
        guard let base = MarkerFields(marker) else { throw .unusableMarker }
        var edits = FieldEdits(label: changes.label, color: changes.color)
        do throws(JSONError) {
            // Refuses numbers that are not finite.
            _ = try changes.json(version: base.version)
            edits.corners = try changes.quad(of: marker)
        } catch {
            throw .unwritable(error)
        }
        edits.properties = changes.customProperties?.memberTexts ?? [:]
        guard !edits.isEmpty else { throw .nothingWanted }
        let added = edits, id = UUID(), session = marker.workSessionID
        return try await stored { store throws(StoreError) in
            let open = try store.openEdits(of: marker.id)
            if let last = open.last, last.state == .waiting, last.kind == .update,
                let earlier = try? FieldEdits(json: last.wanted)
            {
                try store.change([.want(last.id, earlier.followed(by: added).json())])
                return last.id
            }
            // What an edit before it makes of the marker is what this one was made on.
            let seen = open.reduce(base) { fields, edit in
                (try? FieldEdits(json: edit.wanted)).map { fields.after($0) } ?? fields
            }
            try store.change([
                .add(
                    QueuedEdit(
                        id: id, kind: .update, session: session, target: marker.id, state: .waiting,
                        attempts: 0, base: seen.json, wanted: added.json()))
            ])
            return id
        }
    }

    /// Queues the removal of a marker as it was read. Changes of it that were not sent are withdrawn.
    public func delete(_ marker: Marker) async throws(EditError) -> UUID {
        guard let base = MarkerFields(marker) else { throw .unusableMarker }
        let edit = QueuedEdit(
            id: UUID(), kind: .delete, session: marker.workSessionID, target: marker.id, state: .waiting,
            attempts: 0, base: base.json, wanted: [])
        try await stored { store throws(StoreError) in
            let unsent = try store.openEdits(of: edit.target).filter { $0.state == .waiting }
            try store.change(unsent.map { .set($0.id, .dropped) } + [.add(edit)])
        }
        return edit.id
    }

    /// Replaces a marker that is queued to be made and was not sent.
    public func replace(creation id: UUID, by marker: CreateMarker) async throws(EditError) {
        let wanted: [UInt8]
        do throws(JSONError) { wanted = try marker.json() } catch { throw .unwritable(error) }
        try await change(id) { $0.kind == .create && $0.state == .waiting ? [.want(id, wanted)] : nil }
    }

    /// Withdraws an edit that was not sent, or is parked.
    public func discard(_ id: UUID) async throws(EditError) {
        try await change(id) { [.waiting, .parked].contains($0.state) ? [.set(id, .dropped)] : nil }
    }

    /// Sends a parked edit once more; with `mine`, over what somebody else has made of the same fields, but for corners.
    public func retry(_ id: UUID, mine: Bool = false) async throws(EditError) {
        try await change(id) { edit in
            guard edit.state == .parked else { return nil }
            guard mine else { return [.set(id, .waiting)] }
            // What they made of it counts as what it was when this was wanted.
            guard edit.reason == .fieldEdited, let theirs = edit.theirs, let marker = try? Marker(theirs),
                let base = MarkerFields(marker)
            else { return nil }
            return [.set(id, .waiting), .rebase(id, target: edit.target, base: base.json)]
        }
    }

    /// Changes one edit in one step; refused where there is none of this id, or `make` gives nothing.
    private func change(
        _ id: UUID, _ make: @Sendable (QueuedEdit) -> [QueueChange]?
    ) async throws(EditError) {
        let isDone = try await stored { store throws(StoreError) in
            guard let edit = try store.edit(id), let changes = make(edit) else { return false }
            try store.change(changes)
            return true
        }
        guard isDone else { throw .noSuchEdit }
    }

    /// Does what nothing may come between.
    private func stored<Result: Sendable>(
        _ body: @Sendable (isolated MarkersStore) throws(StoreError) -> Result
    ) async throws(EditError) -> Result {
        do throws(StoreError) { return try await body(store) } catch { throw .store(error) }
    }
}
