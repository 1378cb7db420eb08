import Foundation
import Markers
import MarkersEndpoint
import Synchronization
import Testing

@testable import MarkersJobs

@Suite("A job of another server than the API's")
struct JobServerTests {
    /// A server that notes what it is asked.
    private final class Listener: Sendable {
        let requests = Mutex<[HTTPRequest]>([])

        func api(_ origin: Origin) -> MarkersAPI {
            MarkersAPI(
                ScriptedTransport(origin) { request, _ throws(TransportError) in
                    self.requests.withLock { $0.append(request) }
                    return HTTPResponse(200, body: Array("[]".utf8))
                })
        }

        var count: Int { requests.withLock { $0.count } }
    }

    @Test("is compared, resumed, undone and run by nothing, and nothing is sent")
    func refused() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let request = SpaceRequest(
            "k", mode: .raw, motion: .markers(by: .label, onto: [space.set], corners: .raw),
            frames: FrameMembership(chosen: [space.old]))
        let recalibration = try space.recalibration
        let plan = try await recalibration.plan(request)
        _ = try await recalibration.run(plan, job: space.path)
        let (own, far) = (recalibration.server, try Origin("https://far.example/api/v1"))
        let refused = JobRunError.job(.anotherServer(ofJob: own.description, asked: far.description))
        let listener = Listener()
        // The API and what is said of it disagree with the job, or with each other.
        for server in [far, own] {
            let other = Recalibration(listener.api(far), on: server, as: "eve")
            await #expect(throws: refused) { try await other.verify(job: space.path) }
            await #expect(throws: refused) { try await other.resume(job: space.path) }
            await #expect(throws: refused) { try await other.undo(job: space.path) }
        }
        let liar = Recalibration(listener.api(far), on: own, as: "eve")
        await #expect(throws: refused) { try await liar.run(plan, job: space.path + "2") }
        #expect(!FileManager.default.fileExists(atPath: space.path + "2"))

        let run = JobRun(listener.api(far), try Job.read(at: space.path))
        let problem = JobError.anotherServer(ofJob: own.description, asked: far.description)
        await #expect(throws: APIError.job(problem)) { try await run.verify() }
        for direction in [UpdateRule.Direction.apply, .undo] {
            #expect(await run.run(direction).stop == .job(problem))
        }
        #expect(listener.count == 0)
        #expect(try await recalibration.verify(job: space.path).isComplete)
    }
}
