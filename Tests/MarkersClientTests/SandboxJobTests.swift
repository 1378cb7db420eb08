import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import PushSimulation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("A job carried out on the sandbox, over sockets")
struct SandboxJobTests {
    private static let count = 60
    /// More runs than any seed needs to come to the end through the faults below.
    private static let mostRuns = 20
    /// About three changes in ten meet one of these.
    private static let faults = [
        "503:0.06:before:PATCH", "500:0.06:after:PATCH", "reset:0.06:after:PATCH", "close:0.06:before:PATCH",
        "truncate:0.06:after:PATCH",
    ]

    @Test(
        "writes each marker once through faults, and takes all back", arguments: PushMode.allCases, Seeds.few)
    func there(mode: PushMode, seed: UInt64) async throws {
        let faults = try Self.faults.map { try #require(Fault($0)) }
        let server = try SandboxServer(SandboxOptions(seed: seed, faults: faults))
        defer { server.stop() }
        let transport = try CurlTransport(Origin(server.address + "/api/v1"))
        defer { transport.close() }
        let api = MarkersAPI(transport)
        let (space, session) = try await Self.markers(on: api)
        let before = try await api.markers(of: session).elements
        let folder = FileManager.default.temporaryDirectory.appending(path: "job-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let plan = try Self.plan(mode, before, session)
        let path = folder.appending(path: "a.job").path
        let head = JobHead(plan, server: server.address, space: space, created: "2026-11-20T12:00:00Z")
        let job = try Job.create(at: path, head, plan, space: Array("{}".utf8))
        let made = server.effects.count
        try await Self.carryOut(job, .apply, api)
        #expect(try await Recalibration(api, job).verify().isSound, "seed \(seed)")
        let updates = server.effects[made...].filter { $0.action == .update }
        #expect(updates.count == (mode == .vector ? 1 : Self.count), "seed \(seed)")
        #expect(Set(updates.map(\.id)).count == updates.count, "seed \(seed): none twice")
        try await Self.carryOut(job, .undo, api)
        let after = try await api.markers(of: session).elements
        for (old, new) in zip(before, after) {
            #expect(try old.id == new.id && old.quad == new.quad, "seed \(seed)")
            #expect(
                try old.calibratedData?.quad == new.calibratedData?.quad && old[.meta] == new[.meta],
                "seed \(seed)")
        }
        // What was to be survived must have happened.
        #expect(mode == .vector || !server.faults.isEmpty, "seed \(seed)")
    }

    /// A session with markers along a wall.
    private static func markers(on api: MarkersAPI) async throws -> (space: WireID, session: UUID) {
        let space = try await api.createSpace(RequestBody.creatingSpace(key: "room", name: "Room"))
        let session = try await api.createWorkSession(
            RequestBody.Session(in: space.id, type: "inspection").json)
        let bodies = (0..<count).map { place in
            RequestBody.MarkerCreation(
                workSessionID: session.id,
                quad: Quad.rectangle(0.5, 0.25).moved(by: SIMD3(Double(place), 0, 2)))
        }
        let keys = bodies.indices.map { "key \($0)" }
        _ = try await MarkerCreation(api).create(bodies, keys: keys, in: session.id)
        return (space.id, session.id)
    }

    private static func plan(
        _ mode: PushMode, _ markers: [Marker], _ session: UUID
    ) throws -> RecalibrationPlan {
        let motion = PlannedMotion(
            try JobScene.motion(mode), from: .raw, to: mode == .raw ? .raw : .calibrated)
        return try RecalibrationPlan(
            markers,
            RecalibrationRequest(
                motion, mode: mode, frames: FrameMembership(chosen: [session]),
                space: SpaceCalibration(CalibrationVector(.zero))))
    }

    /// Runs until it is complete.
    private static func carryOut(
        _ job: Job, _ direction: UpdateRule.Direction, _ api: MarkersAPI
    ) async throws {
        let options = RecalibrationOptions(policy: .stop)
        for _ in 0..<mostRuns {
            let report = await Recalibration(api, job, options).run(direction)
            if report.isComplete(direction) { return }
        }
        Issue.record("not complete after \(mostRuns) runs")
    }
}
