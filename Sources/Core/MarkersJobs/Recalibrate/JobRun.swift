internal import Foundation
internal import Markers
public import MarkersEndpoint

/// Applies a job to its server, undoes it, or compares the server with it.
///
/// After an interruption, by a cancelled task or a killed process, the same call continues: it first asks the server for the
/// state of every marker. ``Recalibration`` holds the sessions, too, and is what an app uses.
public struct JobRun: Sendable {
    private var api: MarkersAPI
    private let job: Job
    private let options: RunOptions

    public init(_ api: MarkersAPI, _ job: Job, _ options: RunOptions = RunOptions()) {
        (self.api, self.job, self.options) = (api, job, options)
        self.api.patience = options.patience
    }

    /// Moves every marker of the job to where the plan wants it, or back.
    ///
    /// After cancellation of the task nothing new is sent, and requests under way are awaited. `onEvent` is called for every
    /// event and must return quickly.
    public func run(
        _ direction: UpdateRule.Direction = .apply,
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async -> RunReport {
        do throws(JobError) { try api.requireServer(ofJob: job.head.server) } catch {
            var report = RunReport()
            report.stop = .job(error)
            onEvent(.finished(report))
            return report
        }
        let run = JobPush(api, job, options, direction, onEvent)
        // Not a child, so that cancelling does not reach the requests that are under way.
        let task = Task { await run.go() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await run.stop(.interrupted) }
        }
    }

    /// The same as a sequence of events, the last of which is `finished`; to stop listening stops the run.
    public func events(_ direction: UpdateRule.Direction = .apply) -> AsyncStream<RunEvent> {
        AsyncStream { continuation in
            let task = Task {
                _ = await run(direction) { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Lists everything again and compares it with the plan, or after an undo with what was there before.
    package func verify(
        _ direction: UpdateRule.Direction = .apply
    ) async throws(APIError) -> VerifyReport {
        let rows: [JobRow], seen: Set<UUID>
        do throws(JobError) {
            try api.requireServer(ofJob: job.head.server)
            (rows, seen) = (try await job.rows(), try await job.seen())
        } catch {
            throw .job(error)
        }
        var report = VerifyReport()
        let found = try await JobMarkers(of: job.head, seen.union(rows.map(\.id)), api)
        report.gone = seen.subtracting(found.markers.keys).sorted { $0.wireText < $1.wireText }
        report.appeared = found.listed.subtracting(seen).sorted { $0.wireText < $1.wireText }
        let calibration = job.head.calibration.vector ?? CalibrationVector(.zero)
        let wanted = direction == .apply ? job.head.vectorAfter : calibration
        if job.head.mode == .vector, let wanted {
            let vector = try await api.space(job.head.space).calibrationVector
            report.vectorIsThere = VectorPush.isSame(
                VectorImage(vector.flatMap { CalibrationVector($0) }), wanted)
        }
        for row in rows {
            guard let marker = found.markers[row.id] else { continue }
            let item: JobItem
            do throws(JobError) { item = try await job.item(row) } catch { throw .job(error) }
            report.take(marker, item, job.head, direction)
        }
        return report
    }
}
