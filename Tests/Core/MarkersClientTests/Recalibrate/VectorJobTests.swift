import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import TestSupport
import Testing

@Suite("A job that rewrites a space's vector")
struct VectorJobTests {
    private static func scene() async throws -> (scene: SandboxScene, job: Job) {
        let scene = try await SandboxScene(SandboxOptions(seed: 1), vector: "[0,0,1.0]")
        for place in 0..<3 { try await scene.make(place) }
        return (scene, try await scene.job(.vector))
    }

    private static func setVector(_ scene: SandboxScene, _ text: String) async {
        let body = Array("{\"calibration_vector\":\(text)}".utf8)
        _ = await scene.api.updateSpace(scene.space, body)
    }

    @Test("ends with theirs left, or replaced and kept in the job")
    func conflicts() async throws {
        for policy in [ConflictPolicy.takeTheirs, .overwrite] {
            let (scene, job) = try await Self.scene()
            defer { scene.clear() }
            await Self.setVector(scene, "[7,8.50,9]")
            let stopped = await JobRun(scene.api, job, RunOptions(policy: .skip)).run()
            #expect(stopped.vector?.word == .conflict && !stopped.isComplete(.apply))
            let report = await JobRun(scene.api, job, RunOptions(policy: policy)).run()
            #expect(
                report.isComplete(.apply) && report.vector?.word == (policy == .overwrite ? .done : .left))
            let kept = try await job.replacedSpaces().map { $0.value["calibration_vector"]?.text }
            #expect(
                kept.map { $0.map { String(decoding: $0, as: UTF8.self) } }
                    == (policy == .overwrite ? ["[7,8.50,9]"] : []))
            try await job.close()
            let status = try await JobStatus(ofJobAt: scene.path)
            #expect(
                status.isComplete && status.advice == (policy == .overwrite ? [.undo] : []),
                "\(status.advice)")
        }
    }

    @Test("stops with the server's words where it is refused, and stays done where undoing it is")
    func refused() async throws {
        let (scene, job) = try await Self.scene()
        defer { scene.clear() }
        let refusal = try #require(Fault("422:1:before:PATCH"))
        scene.server.meet([refusal])
        let report = await JobRun(scene.api, job).run()
        guard case .unsuitable(.refused(let failure))? = report.stop else {
            Issue.record("\(report)")
            return
        }
        #expect(failure.status == 422)
        scene.server.meet([])
        #expect(await JobRun(scene.api, job).run().isComplete(.apply))
        scene.server.meet([refusal])
        _ = await JobRun(scene.api, job).run(.undo)
        scene.server.meet([])
        #expect(try await job.vectorState().word == .unconfirmed)
        #expect(await JobRun(scene.api, job).run(.undo).isComplete(.undo))
    }
}
