import Foundation
import Markers
import MarkersClient
import PushSimulation
import QuadGeometry
import TestSupport
import Testing

/// A job for markers along a wall of a sandbox.
struct SandboxJob {
    static let count = 60
    /// More runs than any seed needs to finish through the faults of the suites.
    private static let mostRuns = 20

    let job: Job
    let session: UUID
    let before: [Marker]
    private let folder: URL

    init(_ api: MarkersAPI, _ address: String, _ mode: PushMode) async throws {
        let space = try await api.createSpace(RequestBody.creatingSpace(key: "room", name: "Room"))
        session = try await api.createWorkSession(RequestBody.Session(in: space.id, type: "inspection").json)
            .id
        let bodies = (0..<SandboxJob.count).map { [session] place in
            RequestBody.MarkerCreation(
                workSessionID: session,
                quad: Quad.rectangle(0.5, 0.25).moved(by: SIMD3(Double(place), 0, 2)))
        }
        let keys = bodies.indices.map { "key \($0)" }
        _ = try await MarkerCreation(api).create(bodies, keys: keys, in: session)
        before = try await api.markers(of: session).elements
        folder = FileManager.default.temporaryDirectory.appending(path: "job-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let plan = try SandboxJob.plan(mode, before, session)
        let head = JobHead(plan, server: address, space: space.id, created: "2026-11-20T12:00:00Z")
        job = try Job.create(
            at: folder.appending(path: "a.job").path, head, plan, space: Array("{}".utf8))
    }

    func clear() { try? FileManager.default.removeItem(at: folder) }

    private static func plan(
        _ mode: PushMode, _ markers: [Marker], _ session: UUID
    ) throws -> RecalibrationPlan {
        let motion = PlannedMotion(
            try JobScene.motion(mode), from: .raw, to: mode == .raw ? .raw : .calibrated)
        return try RecalibrationPlan(
            markers,
            PlanRequest(
                motion, mode: mode, frames: FrameMembership(chosen: [session]),
                space: SpaceCalibration(CalibrationVector(.zero))))
    }

    /// Runs until it is complete.
    func carryOut(_ direction: UpdateRule.Direction, _ api: MarkersAPI) async throws {
        for _ in 0..<SandboxJob.mostRuns {
            let report = await JobRun(api, job, RunOptions(policy: .stop)).run(direction)
            if report.isComplete(direction) { return }
        }
        Issue.record("not complete after \(SandboxJob.mostRuns) runs")
    }
}
