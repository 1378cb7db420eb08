package import Foundation
package import Markers
package import MarkersClient
internal import QuadGeometry
package import RigidCalibration

/// A job for a server in memory.
package struct JobScene {
    package static let origin = "http://localhost:8080"
    package static let turn = SIMD3(0.0, 0.6, 0)
    package static let step = SIMD3(2.0, 0, 1)

    package let server: MarkerServer
    package let clock = TestClock()
    package let folder: URL

    package var api: MarkersAPI { MarkersAPI(server, clock: clock) }
    package var path: String { folder.appending(path: "a.job").path }

    package init(_ server: MarkerServer) throws {
        self.server = server
        folder = FileManager.default.temporaryDirectory.appending(path: "job-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    package func clear() { try? FileManager.default.removeItem(at: folder) }

    /// The plan for the present data of the server.
    package func plan(_ mode: PushMode) async throws -> RecalibrationPlan {
        let kind: PointKind = mode == .raw ? .raw : .calibrated
        let motion = PlannedMotion(try JobScene.motion(mode), from: .raw, to: kind)
        let space = try await api.space(WireID(MarkerServer.space.wireText))
        return try RecalibrationPlan(
            try await api.markers(of: MarkerServer.session).elements,
            PlanRequest(
                motion, mode: mode, frames: FrameMembership(chosen: [MarkerServer.session]),
                space: SpaceCalibration(space.calibrationVector.flatMap { CalibrationVector($0) })))
    }

    /// The motion of the markers.
    package static func motion(_ mode: PushMode) throws -> AnchoredMotion {
        let turn = mode == .vector ? SIMD3<Double>.zero : JobScene.turn
        guard let rotation = Rotation(rotationVector: turn),
            let transform = RigidTransform(rotation: rotation, translation: JobScene.step)
        else { throw NoMotion() }
        return AnchoredMotion(transform)
    }

    private struct NoMotion: Error {}

    package func create(_ mode: PushMode) async throws -> Job {
        let plan = try await plan(mode)
        let head = JobHead(
            plan, server: JobScene.origin, space: WireID(MarkerServer.space.wireText),
            created: "2026-11-20T12:00:00Z", inputs: [JobInput(name: "pairs.csv", sha256: "00")])
        return try Job.create(at: path, head, plan, space: Array("{}".utf8), fit: Array("fit".utf8))
    }

    package func run(
        _ job: Job, _ direction: UpdateRule.Direction = .apply, policy: ConflictPolicy = .skip,
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async -> RunReport {
        await JobRun(api, job, RunOptions(policy: policy)).run(direction, onEvent: onEvent)
    }
}
