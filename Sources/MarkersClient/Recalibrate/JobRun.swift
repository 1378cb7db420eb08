public import Foundation
internal import Markers
internal import QuadGeometry

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
    public func verify(
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
        let rule = job.head.rule(.apply, .stop)
        for row in rows {
            guard let marker = found.markers[row.id] else { continue }
            let item: JobItem
            do throws(JobError) { item = try await job.item(row) } catch { throw .job(error) }
            switch direction {
            case .apply: report.take(item, marker, rule)
            case .undo: report.take(marker, item, rule)
            }
        }
        return report
    }
}

/// The comparison of a server with a plan.
public struct VerifyReport: Hashable, Sendable {
    /// The number of markers that are as the plan wants them.
    public internal(set) var asPlanned = 0
    /// Calibrated data is as it was before the space's vector changed: nobody has edited it, but the server has not
    /// recomputed it either.
    public static let stale = "CALIBRATED_DATA_STALE"

    /// The markers that are not, each with the reason as a word.
    public internal(set) var different: [UUID: String] = [:]
    /// The markers that somebody else has changed since they were moved, or that were left as somebody had changed them; they
    /// stay so.
    public internal(set) var edited: [UUID] = []
    /// Markers that the plan knew and that no longer exist.
    public internal(set) var gone: [UUID] = []
    /// Markers created since the plan was made, which are in whichever frame their creator was in.
    public internal(set) var appeared: [UUID] = []
    /// Whether the space has the vector of the plan; `nil` in the other modes.
    public internal(set) var vectorIsThere: Bool?

    /// Whether everything is as planned and no marker appeared or disappeared.
    public var isSound: Bool {
        different.isEmpty && gone.isEmpty && appeared.isEmpty && vectorIsThere != false
    }

    mutating func take(_ marker: Marker, _ item: JobItem, _ rule: UpdateRule) {
        do throws(MarkerImageError) {
            guard !(try rule.isBack(marker, before: item.before)) else { return asPlanned += 1 }
            switch item.state.word {
            case .left: edited.append(marker.id)
            case .kept: different[marker.id] = "KEPT"
            case .done, .unconfirmed, .undone: different[marker.id] = "NOT_RESTORED"
            // What the job never moved is as somebody else wants it.
            case .pending, .conflict, .gone, .unfinished: asPlanned += 1
            }
        } catch {
            different[marker.id] = error.code
        }
    }

    mutating func take(_ item: JobItem, _ marker: Marker, _ rule: UpdateRule) {
        do throws(MarkerImageError) {
            let image = try MarkerImage(marker)
            let standing =
                rule.mode == .vector
                ? rule.vectorStanding(of: image)
                : rule.standing(of: image, to: try item.intent())
            switch standing {
            case .done: asPlanned += 1
            case .pending: different[marker.id] = "PENDING"
            case .drifted(.calibratedData) where marker[.calibratedData] == item.before[.calibratedData]:
                different[marker.id] = VerifyReport.stale
            case .drifted where item.isEditedSince(image, rule): edited.append(marker.id)
            case .drifted(let conflict): different[marker.id] = conflict.code
            }
        } catch {
            different[marker.id] = error.code
        }
    }
}

extension JobItem {
    /// Whether a marker that is not as planned is somebody's later work in the new frame: a corner, at least, is still at its target.
    /// Corners that all went elsewhere may be in any frame.
    fileprivate func isEditedSince(_ image: MarkerImage, _ rule: UpdateRule) -> Bool {
        switch state.word {
        case .left: true
        case .done where rule.mode == .raw:
            (0..<4).contains { corner in
                let magnitude = Double.maximum(image.corners.largestMagnitude, target.largestMagnitude)
                return StoredTolerance(magnitude: magnitude).allows(
                    image.corners[corner: corner] - target[corner: corner])
            }
        case .done: true
        default: false
        }
    }
}
