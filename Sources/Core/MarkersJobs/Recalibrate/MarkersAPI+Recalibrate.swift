public import Foundation
public import Markers
public import MarkersEndpoint

extension MarkersAPI {
    /// Recalibrates a space in one call: pairs markers of the same labels, rejects wrong pairs, moves the markers of the old sessions, each
    /// once, and reads everything back.
    ///
    /// Refused, with nothing sent, where the fit must not be used, where some markers cannot be moved, and where something says that
    /// they were moved before. The job's file has what was there before, and a copy of it is kept in ``JobRecords/standard``:
    /// ``undo(job:as:onEvent:)`` and ``Recalibration/resume(job:onEvent:)`` go on from there, and ``Recalibration`` has all other choices.
    ///
    /// ```swift
    /// let straight = try await api.recalibrate(
    ///     "tunnel", moving: [oldSession], onto: [newSession], straightening: .auto, job: "tunnel.job")
    /// print(straight.head.straightened?.law.kind ?? "one motion")
    /// ```
    ///
    /// - Parameters:
    ///   - space: The key or the id of the space.
    ///   - old: The sessions that move.
    ///   - new: The sessions or reference sets in the new frame.
    ///   - key: The key by which markers are pairs.
    ///   - corners: The corners of the new markers that count.
    ///   - mode: What is rewritten.
    ///   - straightening: What a scan that bends is straightened by: each marker then moves with its own shift.
    ///   - path: The file of the job, which must not exist.
    ///   - user: The name under which others see who works on the sessions.
    ///   - onEvent: Called for what happens on the way.
    public func recalibrate(
        _ space: String, moving old: Set<UUID>, onto new: Set<UUID>, by key: JoinKey = .label,
        corners: MarkerCoordinates = .raw, mode: PushMode = .raw,
        straightening: FitSettings.Straightening = .none, job path: String, as user: String = "quadcal",
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async throws(RecalibrationError) -> JobStatus {
        guard let origin else { throw .noOrigin }
        let request = SpaceRequest(
            space, mode: mode, motion: .markers(by: key, onto: new, corners: corners),
            fit: FitSettings(isRobust: true, straightening: straightening),
            frames: FrameMembership(chosen: old))
        return try await Recalibration(self, on: origin, as: user).run(request, job: path, onEvent: onEvent)
    }

    /// Takes a recalibration back by its job's file: every marker that it moved, but for those that somebody has edited since.
    ///
    /// ```swift
    /// let status = try await api.undo(job: "hall.job")
    /// print(status.isComplete, status.counts[.undone] ?? 0)
    /// ```
    public func undo(
        job path: String, as user: String = "quadcal",
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async throws(RecalibrationError) -> JobStatus {
        guard let origin else { throw .noOrigin }
        do throws(JobRunError) {
            return try await Recalibration(self, on: origin, as: user).undo(job: path, onEvent: onEvent)
        } catch {
            throw .run(error)
        }
    }
}

extension MarkersAPI {
    /// Refuses a job that names another server than requests go to, whatever the base path.
    func requireServer(ofJob server: String) throws(JobError) {
        guard let origin, (try? Origin(server))?.isSameServer(as: origin) != true else { return }
        throw .anotherServer(ofJob: server, asked: origin.description)
    }
}
