import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import Testing

@Suite("What keeps a space from being recalibrated in one call")
struct RecalibrationRefusalTests {
    /// The error of a request that must be refused, and before anything is written.
    private func refusal(
        _ space: RescannedSpace, _ request: SpaceRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RecalibrationError? {
        let (writes, recalibration) = (space.writes, try space.recalibration)
        do throws(RecalibrationError) {
            _ = try await recalibration.run(request, job: space.path)
            Issue.record("not refused", sourceLocation: sourceLocation)
            return nil
        } catch {
            #expect(space.writes == writes, sourceLocation: sourceLocation)
            return error
        }
    }

    @Test("a space, a session or an old frame that is not there")
    func listing() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        var request = space.request()
        request.space = "hall"
        #expect(try await refusal(space, request) == .listing(.noSpace("hall", known: ["k"])))
        request = space.request()
        let unknown = UUID()
        request.motion = .markers(by: .label, onto: [unknown], corners: .raw)
        #expect(try await refusal(space, request) == .listing(.notInSpace(unknown, space: "k")))
        request = space.request()
        request.frames.chosen = [unknown]
        #expect(try await refusal(space, request) == .listing(.notInSpace(unknown, space: "k")))
        request.frames.chosen = []
        #expect(try await refusal(space, request) == .listing(.noOldSession(space: "k")))
        let rows = try await SpaceListing.read("k", withRows: true, space.api).rows
        #expect(throws: SpaceListingError.noGuide(space: "k")) { try rows?.guide }
    }

    @Test("pairs that are not there, or that no motion can be fitted to")
    func pairs() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        var request = space.request()
        request.motion = .markers(by: .anchor, onto: [space.new], corners: .raw)
        guard case .noPairs(let unjoined)? = try await refusal(space, request) else {
            Issue.record("paired")
            return
        }
        #expect(unjoined.count == RescannedSpace.count + RescannedSpace.placedAgain)
        request.motion = .pairs(
            try Correspondences(sources: [], targets: []), from: .raw, to: .raw)
        guard case .fit? = try await refusal(space, request) else {
            Issue.record("fitted")
            return
        }
    }

    @Test("a turn that no vector can hold, and a motion that was applied before")
    func motion() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        var request = space.request(.calibrated)
        request.mode = .vector
        guard case .plan(.vectorLoses)? = try await refusal(space, request) else {
            Issue.record("a vector took a turn")
            return
        }
        let recalibration = try space.recalibration
        _ = try await recalibration.run(space.request(), job: space.path)
        let again = try await refusal(space, space.request())
        #expect(again?.code == "ALREADY_APPLIED", "\(String(describing: again))")
    }

    @Test("a sign of the vector that stored markers contradict")
    func sign() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let corners = #""p1":[9,9,9],"p2":[10,9,9],"p3":[10,10,9],"p4":[9,10,9]"#
        try await space.scene.make(40, #","calibrated_data":{\#(corners),"center":[9.5,9.5,9]}"#)
        var request = try space.shifting(.raw, by: SIMD3(1, 0, 0))
        guard case .undecidedSign(let error)? = try await refusal(space, request) else {
            Issue.record("a sign was guessed")
            return
        }
        #expect(error.evidence.conclusion == .spread)
        request.sign = .added
        #expect(try await space.recalibration.plan(request).calibration?.basis == .stated)
    }

    @Test("nothing to send, a space that would be mixed, and lists that look cut off")
    func unseen() async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.cutLists]), more: 88)
        defer { space.clear() }
        var request = try space.shifting(.raw, by: SIMD3(1, 0, 0))
        #expect(try await refusal(space, request) == .listsCutOff([space.old]))
        // The list of all markers shows that this server ends none there.
        let whole = try await RescannedSpace(more: 88)
        defer { whole.clear() }
        #expect(try await whole.recalibration.plan(request).sessionsCutOff.isEmpty)
        request.limits.largestCoordinate = 20
        guard case .mixedSpace(let refused)? = try await refusal(space, request) else {
            Issue.record("mixed")
            return
        }
        #expect(refused > 0)
        let few = try await RescannedSpace()
        defer { few.clear() }
        var nobody = try few.shifting(.raw, by: SIMD3(1, 0, 0))
        nobody.frames = FrameMembership()
        #expect(try await refusal(few, nobody) == .nothingToSend)
        // Whoever has seen the plan may carry it out all the same.
        let plan = try await space.recalibration.plan(request)
        #expect(plan.refusedCount == refused && plan.sessionsCutOff == [space.old])
        let status = try await space.recalibration.run(plan, job: space.path)
        #expect(status.counts[.done] == plan.plan.updates.count)
    }

    @Test("lists that a server ends for a session alone, as the list of all markers shows")
    func sessionsCutOff() async throws {
        let space = try await RescannedSpace(more: 100)
        defer { space.clear() }
        let origin = try Origin(space.scene.server.address + "/api/v1"), server = try CurlTransport(origin)
        let ending = ScriptedTransport(origin) { request, timeout throws(TransportError) in
            var answer = try await server.send(request, timeout: timeout)
            guard request.path.contains("work_session_id"), let list = try? JSONValue(answer.body) else {
                return answer
            }
            let shown = list.elements.prefix(100).map { String(decoding: $0.text, as: UTF8.self) }
            answer.body = Array("[\(shown.joined(separator: ","))]".utf8)
            return answer
        }
        let plan = try await Recalibration(MarkersAPI(ending), on: origin, as: "ann").plan(
            space.shifting(.raw, by: SIMD3(1, 0, 0)))
        #expect(plan.sessionsCutOff == [space.old])
    }

    @Test("a session that somebody else has locked, a job that exists, and a server that is gone or another")
    func run() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let lock = try await space.api.lock(space.old, seconds: 60, .workSessions)
        try await space.api.announce("eve", in: space.old)
        #expect(
            try await refusal(space, space.request()) == .run(.locked(space.old, present: ["eve"])))
        #expect(!FileManager.default.fileExists(atPath: space.path))
        _ = try await space.api.unlock(space.old, token: try #require(lock?.token), .workSessions)
        try Data().write(to: URL(filePath: space.path))
        #expect(try await refusal(space, space.request()) == .run(.job(.exists(space.path))))
        #expect(try await space.api.isLocked(space.old, .workSessions) == false)
        try FileManager.default.removeItem(atPath: space.path)

        let recalibration = try space.recalibration, path = space.path
        _ = try await recalibration.run(space.request(), job: path)
        let elsewhere = try Origin("http://localhost:\(space.scene.server.port)/api/v1")
        await #expect(
            throws: JobRunError.job(
                .anotherServer(ofJob: recalibration.server.description, asked: elsewhere.description))
        ) {
            try await Recalibration(space.api, on: elsewhere, as: "ann").undo(job: path)
        }
        space.scene.server.stop()
        var impatient = recalibration
        impatient.options.item.patience = .zero
        #expect(try await JobStatus(ofJobAt: path).isComplete)
        guard case .failed? = try await impatient.verify(job: path).comparison else {
            Issue.record("compared")
            return
        }
        do throws(RecalibrationError) {
            _ = try await recalibration.plan(space.request())
            Issue.record("planned")
        } catch {
            guard case .listing(.failed) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
