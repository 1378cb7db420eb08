import Foundation
import Markers
import MarkersClient
import QuadGeometry
import RigidCalibration

/// A job for a server in memory.
struct JobScene {
    static let origin = "http://localhost:8080"
    static let turn = SIMD3(0.0, 0.6, 0)
    static let step = SIMD3(2.0, 0, 1)

    let server: MarkerServer
    let clock = TestClock()
    let folder: URL
    var api: MarkersAPI { MarkersAPI(server, clock: clock) }
    var path: String { folder.appending(path: "a.job").path }

    init(_ server: MarkerServer) throws {
        self.server = server
        folder = FileManager.default.temporaryDirectory.appending(path: "job-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func clear() { try? FileManager.default.removeItem(at: folder) }

    /// The plan of what the server has now.
    func plan(_ mode: PushMode) async throws -> RecalibrationPlan {
        let turn = mode == .vector ? SIMD3<Double>.zero : JobScene.turn
        guard let rotation = Rotation(rotationVector: turn),
            let transform = RigidTransform(rotation: rotation, translation: JobScene.step)
        else { throw NoMotion() }
        let kind: PointKind = mode == .raw ? .raw : .calibrated
        let motion = PlannedMotion(AnchoredMotion(transform), from: .raw, to: kind)
        let space = try await api.space(WireID(MarkerServer.space.wireText))
        return try RecalibrationPlan(
            try await api.markers(of: MarkerServer.session).elements,
            RecalibrationRequest(
                motion, mode: mode, frames: FrameMembership(chosen: [MarkerServer.session]),
                space: SpaceCalibration(space.calibrationVector.flatMap { CalibrationVector($0) })))
    }

    private struct NoMotion: Error {}

    func create(_ mode: PushMode) async throws -> Job {
        let plan = try await plan(mode)
        let head = JobHead(
            plan, server: JobScene.origin, space: WireID(MarkerServer.space.wireText),
            created: "2026-11-20T12:00:00Z", inputs: [JobInput(name: "pairs.csv", sha256: "00")])
        return try Job.create(at: path, head, plan, space: Array("{}".utf8), fit: Array("fit".utf8))
    }

    func run(
        _ job: Job, _ direction: UpdateRule.Direction = .apply, policy: ConflictPolicy = .skip,
        onEvent: @escaping @Sendable (RecalibrationEvent) -> Void = { _ in }
    ) async -> RunReport {
        await Recalibration(api, job, RecalibrationOptions(policy: policy)).run(direction, onEvent: onEvent)
    }
}
