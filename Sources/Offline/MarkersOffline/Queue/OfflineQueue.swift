public import Foundation
public import Markers
public import MarkersEndpoint
import MarkersJobs
internal import QuadGeometry

/// Edits of markers that wait for a network, in the order in which they were made.
///
/// An edit is on the disk when the call that queues it returns. It is sent by ``flush()``, once, whatever happens to the network, to
/// the server and to this process meanwhile; where somebody else has edited the same, it is parked and nothing is overwritten.
///
/// ```swift
/// let queue = OfflineQueue(store, api)
/// _ = try await queue.update(marker, UpdateMarker(label: "board 7"))
/// let report = await queue.flush()
/// ```
public actor OfflineQueue {
    /// The store that it is kept in.
    public nonisolated let store: MarkersStore
    let api: MarkersAPI
    let policy: EditPolicy

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
        let id = UUID()
        try await create([(id, marker)])
        return id
    }

    /// Queues markers that are to be made: see ``MarkersStore/create(_:)``.
    public func create(_ markers: [(id: UUID, marker: CreateMarker)]) async throws(EditError) {
        try await store.create(markers)
    }

    /// Queues changes of a marker as it was read, or as it waits to be made; returns the id of the edit, which is that of an earlier one
    /// where both can be one.
    public func update(_ marker: Marker, _ changes: UpdateMarker) async throws(EditError) -> UUID {
        try await update([(marker, changes)])[0]
    }

    /// Queues changes of markers as they were read, all of them or none, which costs the disk as much as one.
    ///
    /// - Parameter edits: The markers, each with its changes; the later of two for one marker is made on the earlier.
    /// - Returns: The id of each edit, which is that of an earlier one where both can be one.
    public func update(_ edits: [(marker: Marker, changes: UpdateMarker)]) async throws(EditError) -> [UUID] {
        try await store.update(edits)
    }

    /// Queues the calibrated data of a marker as it was read; returns the id of the edit.
    ///
    /// What is kept is the fit, not its result: the data are worked out from the corners that the marker has when they are sent.
    /// Edits of the same session that ask for another fit are withdrawn.
    ///
    /// - Parameters:
    ///   - marker: The marker as it was read.
    ///   - fit: The fit as it was saved.
    ///   - space: The calibration of its space.
    ///   - source: The kind of points that the fit leads from, if it does not say.
    ///   - target: The kind of points that it leads to, if it does not say.
    public func calibrate(
        _ marker: Marker, by fit: SavedFit, in space: SpaceCalibration, from source: PointKind = .raw,
        to target: PointKind = .calibrated
    ) async throws(EditError) -> UUID {
        guard (try? MarkerImage(marker)) != nil else { throw .unusableMarker }
        guard fit.straightened == nil else { throw .straightenedFit }
        let wanted = WantedCalibration(space, from: source, to: target)
        let edit = QueuedEdit(
            id: UUID(), kind: .update, session: marker.workSessionID, target: marker.id,
            base: marker.text, wanted: wanted.json, fit: fit.sha256)
        return try await stored { store throws(StoreError) in
            let same = try store.openEdits(of: edit.target, [.waiting]).first { $0.fit == edit.fit }
            if let same { return same.id }
            try store.change([.addFit(fit.sha256, fit.bytes, session: edit.session), .add(edit)])
            return edit.id
        }
    }

    /// Queues the removal of a marker as it was read. Changes of it that were not sent are withdrawn; so is its creation.
    public func delete(_ marker: Marker) async throws(EditError) -> UUID {
        let creation = try await stored { store throws(StoreError) in
            let creation = try store.waitingCreation(marker)?.id
            if let creation { try store.change([.set(creation, .dropped)]) }
            return creation
        }
        if let creation { return creation }
        guard let base = MarkerFields(marker) else { throw .unusableMarker }
        let edit = QueuedEdit(
            id: UUID(), kind: .delete, session: marker.workSessionID, target: marker.id, base: base.json)
        return try await stored { store throws(StoreError) in
            let unsent = try store.openEdits(of: edit.target, [.waiting])
            // A second removal would find nothing.
            if let same = unsent.first(where: { $0.kind == .delete }) { return same.id }
            try store.change(unsent.map { .set($0.id, .dropped) } + [.add(edit)])
            return edit.id
        }
    }

    /// Does what nothing may come between.
    func stored<Result: Sendable>(
        _ body: @Sendable (isolated MarkersStore) throws(StoreError) -> Result
    ) async throws(EditError) -> Result {
        do throws(StoreError) { return try await body(store) } catch { throw .store(error) }
    }
}

extension OfflineQueue {
    /// The limits of one edit: where there is no network, that is known soon, and nothing is lost by waiting.
    private static let limits = ItemLimits(failures: 4, patience: .seconds(5), deadline: .seconds(60))

    /// Sends what waits, and finds out what became of what was sent before.
    ///
    /// Creations come first, then the edits of each marker in order, and those of different markers side by side. A flush that is
    /// already under way is not joined: the report of a second one is empty. Once the task is cancelled, nothing
    /// more is sent, and what is under way is awaited.
    public func flush() async -> FlushReport {
        guard await store.beginFlush() else { return FlushReport() }
        let run = FlushRun(
            store: store, api: api, policy: policy,
            traffic: Traffic(RunOptions(item: Self.limits), clock: api.clock, timeout: api.timeout),
            limits: Self.limits)
        await withTaskCancellationHandler {
            // Requests under way come to their end: one that is cut off may have its effect anyway.
            await Task {
                do throws(StoreError) {
                    try await run.create()
                    try await run.editMarkers()
                    try await store.sweep()
                } catch {
                    await run.note(error)
                }
            }.value
        } onCancel: {
            Task { await run.stop() }
        }
        let left = try? await store.waitingIDs()
        await store.endFlush()
        return await run.report(left)
    }
}
