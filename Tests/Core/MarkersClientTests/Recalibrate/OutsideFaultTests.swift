import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

/// Faults that an independent server showed, and that a job once did not survive.
@Suite("A job on a server whose answers mix, which restarts, or which does not do what a mode needs")
struct OutsideFaultTests {
    private static let step = SIMD3(0.0, 0, 3)

    private static func faults(_ texts: String...) throws -> [Fault] {
        try texts.map { try #require(Fault($0), "\($0)") }
    }

    /// Runs a job until nothing more can be done, with the faults met by the first run only.
    private static func moveAndBack(_ space: RescannedSpace, _ faults: [Fault], _ mode: PushMode = .raw)
        async throws
    {
        let recalibration = try space.recalibration, server = space.scene.server
        let before = try await space.scene.markers()
        server.meet(faults)
        var status = try await recalibration.run(try space.shifting(mode, by: step), job: space.path)
        server.meet([])
        for _ in 0..<3 where !status.isComplete && status.advice.first == .goOn {
            status = try await recalibration.resume(job: space.path)
        }
        #expect(status.isComplete && status.counts == [.done: status.total], "\(faults): \(status)")
        #expect(mode == .vector || space.writes.values.allSatisfy { $0 == 1 }, "\(faults)")
        server.meet(faults)
        status = try await recalibration.undo(job: space.path)
        server.meet([])
        for _ in 0..<3 where !status.isComplete && status.advice.first == .goOn {
            status = try await recalibration.undo(job: space.path)
        }
        #expect(status.isComplete && status.advice.isEmpty, "\(faults): \(status)")
        for (old, new) in zip(before, try await space.scene.markers()) {
            #expect(try old.quad == new.quad, "\(faults)")
        }
        #expect(!server.faults.isEmpty, "\(faults)")
    }

    @Test(
        "ends as planned, each marker written once, and goes back",
        arguments: [
            ["answer-twice:0.3"], ["answer-late-on-next:0.3"], ["answers-behind:0.1"],
            ["list-foreign:@1:markers"],
            ["list-short:@1-2:markers"], ["html-200:0.1:before:PATCH", "html-200:0.1:after:PATCH"],
            ["html-200:@1:list"], ["503:@1-2:before:lock", "503:@1:after:unlock"], ["reset:@1:after:lock"],
            ["503:@1-4:before:unlock"], ["restart=0.5:@14"], ["restart=0.5:@20:after"],
        ])
    func survived(faults: [String]) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        try await Self.moveAndBack(space, try faults.map { try #require(Fault($0), "\($0)") })
    }

    @Test("a list with other sessions' markers is refused with both numbers if it comes again")
    func foreignList() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        space.scene.server.meet(try Self.faults("list-foreign:markers"))
        let error = await #expect(throws: APIError.self) { try await space.api.markers(of: space.old) }
        guard case .foreignMarkers(let session, 0, let foreign)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(session == space.old && foreign > 0)
    }

    @Test("markers that no list shows are not gone if the server has them")
    func shortLists() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration
        let status = try await recalibration.run(try space.shifting(.raw, by: Self.step), job: space.path)
        space.scene.server.meet(try Self.faults("list-short:markers"))
        let verified = try await recalibration.verify(job: space.path)
        guard case .made(let report)? = verified.comparison else {
            Issue.record("\(verified)")
            return
        }
        #expect(report.gone.isEmpty && report.asPlanned == status.total && report.isSound)
        let back = try await recalibration.undo(job: space.path)
        #expect(back.isComplete && back.run?.warnings.contains { $0.code == "LIST_LACKS_MARKERS" } == true)
    }

    @Test(
        "where calibrated data is refused or ignored, one marker decides, and nothing more is advised than can succeed"
    )
    func unsuited() async throws {
        for (variant, code) in [(Variant.refuseCalibrated, "REFUSED"), (.ignoreCalibrated, "NOT_AS_WRITTEN")]
        {
            let scene = try await SandboxScene(SandboxOptions(seed: 1, variants: [variant]))
            defer { scene.clear() }
            for place in 0..<5 { try await scene.make(place) }
            _ = try await scene.job(.calibrated).close()
            let origin = try Origin(scene.server.address)
            var recalibration = Recalibration(scene.api, on: origin, as: "ann")
            recalibration.takesLocks = false
            let job = try Job.open(at: scene.path, server: scene.server.address)
            let sent = scene.server.effects.count
            let report = await JobRun(scene.api, job).run()
            #expect(report.stop?.code == code, "\(report)")
            #expect(scene.server.effects.count - sent <= 1)
            try await job.close()
            let status = try await JobStatus(ofJobAt: scene.path)
            #expect(status.advice.isEmpty, "\(status.advice)")
            let reopened = try Job.open(at: scene.path, server: scene.server.address)
            let back = await JobRun(scene.api, reopened).run(.undo)
            #expect(back.isComplete(.undo), "\(back)")
            try await reopened.close()
            #expect(try await JobStatus(ofJobAt: scene.path).advice.isEmpty)
        }
    }

    @Test("somebody's corner stays where they put it when the rest goes back, with data that belongs to it")
    func editedCorner() async throws {
        let scene = try await SandboxScene(
            SandboxOptions(seed: 1, variants: [.clearNull]), vector: "[0,0,1.0]")
        defer { scene.clear() }
        for place in 0..<4 { try await scene.make(place) }
        let job = try await scene.job(.calibrated)
        #expect(await JobRun(scene.api, job).run().isComplete(.apply))
        let marker = try #require(try await scene.markers().first)
        var edit = RequestBody.MarkerUpdate(version: try #require(marker.version))
        var quad = try marker.quad
        quad.p1.y -= 0.25
        edit.quad = quad
        edit.label = "theirs"
        _ = await scene.api.updateMarker(marker.id, try edit.json())
        // A run in between follows the corner.
        #expect(await JobRun(scene.api, job).run().isComplete(.apply))
        let back = await JobRun(scene.api, job).run(.undo)
        #expect(back.isComplete(.undo), "\(back)")
        let after = try await scene.api.marker(marker.id)
        #expect(try after.quad == quad && after.label == "theirs")
        #expect(try after.calibratedData?.quad == quad.map { $0 + SIMD3(0, 0, 1) })
        #expect(try await JobRun(scene.api, job).verify(.undo).isSound)
    }

    @Test("a conflict ends with theirs left or replaced, and replaced values are kept in the job")
    func conflicts() async throws {
        for policy in [ConflictPolicy.takeTheirs, .overwrite] {
            let scene = try await SandboxScene()
            defer { scene.clear() }
            for place in 0..<4 { try await scene.make(place) }
            let job = try await scene.job(.raw)
            let marker = try #require(try await scene.markers().first)
            var edit = RequestBody.MarkerUpdate(version: try #require(marker.version))
            edit.quad = try marker.quad.moved(by: SIMD3(0, 1, 0))
            _ = await scene.api.updateMarker(marker.id, try edit.json())
            let stopped = await JobRun(scene.api, job, RunOptions(policy: .skip)).run()
            #expect(stopped.counts == [.conflict: 1, .done: 3])
            let report = await JobRun(scene.api, job, RunOptions(policy: policy)).run()
            let replaced = try await job.replaced()
            #expect(report.counts == (policy == .overwrite ? [.done: 4] : [.left: 1, .done: 3]), "\(report)")
            #expect(try replaced.map { try $0.marker.quad } == (policy == .overwrite ? [edit.quad] : []))
            try await job.close()
            #expect(try await JobStatus(ofJobAt: scene.path).advice == [.undo])
        }
    }
}
