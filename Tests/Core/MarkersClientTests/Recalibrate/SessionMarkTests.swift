import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@testable import MarkersJobs

@Suite("Marks of jobs on sessions")
struct SessionMarkTests {
    @Test("a job that meets the mark of another takes its own back, and moves nothing")
    func takenBack() async throws {
        let space = try await RescannedSpace(hasOther: true)
        defer { space.clear() }
        let recalibration = try space.recalibration
        func plan(by step: Double) async throws -> (plan: SpacePlan, head: JobHead) {
            var request = try space.shifting(.raw, by: SIMD3(0, 0, step))
            request.frames = FrameMembership(chosen: [space.old, space.odd])
            let plan = try await recalibration.plan(request)
            return (
                plan,
                JobHead(
                    plan.plan, server: space.scene.server.address, space: plan.listing.space.id,
                    created: "2026-11-20T12:00:00Z")
            )
        }
        let (own, others) = (try await plan(by: 3), try await plan(by: 5))
        let first = try #require(own.head.sessions.first), last = try #require(own.head.sessions.last)
        #expect(first != last)
        // Between the plan and the run somebody else begins.
        let mark = SessionMark(others.head, .moving, by: "eve")
        #expect(try await space.api.set(mark, on: last, ofJob: others.head.digest) == .kept)
        await #expect {
            _ = try await recalibration.run(own.plan, job: space.path)
        } throws: {
            ($0 as? JobRunError)?.code == "SESSION_MARKED"
        }
        #expect(SessionMark(try await space.api.workSession(first)) == nil)
        #expect(SessionMark(try await space.api.workSession(last)) == mark)
        #expect(space.writes.isEmpty)
    }
}
