internal import Foundation
internal import Markers
import MarkersEndpoint
internal import MarkersJobs

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
            // Requests under way come to their end: one that is cut off may have its effect all the same.
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
