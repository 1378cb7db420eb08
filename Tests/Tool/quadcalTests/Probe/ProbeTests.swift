import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal probe")
struct ProbeTests {
    @Test("says what reading alone shows, and what only writing would")
    func read() async throws {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, variants: [.oldLocks, .wrappedLists]))
        let before = scene.server.effects.count
        let run = try scene.run(["probe", "--api", scene.server.address])
        #expect(run.exit == 0, "\(run)")
        #expect(
            run.output == """
                lists                                inside objects
                locks                                at /locks/ID
                vector                               no data shows it
                details                              no data shows it
                calibrated_data in updates           not known without --write
                calibrated_data when corners change  not known without --write
                updates of an old version            not known without --write
                null in updates                      not known without --write
                meta of sessions                     not known without --write

                """)
        #expect(scene.server.effects.count == before)
    }

    @Test("tries out what only writing shows, once somebody said yes, and removes it again")
    func write() async throws {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, variants: [.ignoreCalibrated]))
        let probe = ["probe", "--api", scene.server.address, "--space", "hall", "--write"]
        let before = scene.server.effects.count
        let unasked = try scene.run(probe)
        #expect(unasked.exit == 2 && unasked.advice.contains("--yes is needed"), "\(unasked)")
        #expect(scene.server.effects.count == before)

        let run = try scene.run(probe + ["--yes", "--out", "server.json"])
        #expect(run.exit == 0, "\(run)")
        #expect(run.output.contains("calibrated_data in updates           ignored"))
        #expect(run.output.contains("updates of an old version            refused"))
        #expect(run.advice.contains("--mode calibrated cannot work there"))
        #expect(try await scene.api.workSessions(in: scene.space).elements.count == 2)

        // The profile prevents the start of a job that could not be ended.
        let job = try scene.run(scene.options("calibrated") + ["--yes", "--server-profile", "server.json"])
        #expect(
            job.exit == 2 && job.advice.contains("--mode calibrated cannot work on this server"), "\(job)")
        #expect(scene.writes.count == 1, "only the trial's own marker")
        let raw = try scene.run(scene.options("raw") + ["--dry-run", "--server-profile", "server.json"])
        #expect(raw.exit == 0, "\(raw)")
    }

    @Test("says that it does not know the formula of details that fit several")
    func details() async throws {
        let scene = try await OnlineScene()
        let session = try await scene.api.createWorkSession(
            RequestBody.Session(in: scene.space, type: "inspection").json
        ).id
        func make(_ x: Double) async throws -> String {
            let quad = Quad.rectangle(0.5, 0.25).moved(by: SIMD3(x, 0, 2))
            _ = try await scene.api.createMarker(
                RequestBody.MarkerCreation(workSessionID: session, quad: quad))
            _ = try await scene.api.calculateDetails(ofSession: session)
            return try scene.run(["probe", "--api", scene.server.address]).output
        }
        // To the right of the origin the nearest x is the least.
        let one = try await make(3)
        #expect(
            one.contains("details                              not known: those that were read fit several"),
            "\(one)")
        let both = try await make(-3)
        #expect(both.contains("details                              extremes of the corners\n"), "\(both)")
    }

    @Test("names what it could not remove")
    func leftovers() async throws {
        let fault = try #require(Fault("403:DELETE"))
        let scene = try await OnlineScene(SandboxOptions(seed: 1, faults: [fault]))
        let run = try scene.run(
            ["probe", "--api", scene.server.address, "--space", "hall", "--write", "--yes"])
        #expect(run.exit == 1, "\(run)")
        #expect(run.advice.contains("remove it by hand"))
    }

    @Test("refuses a server that is not there, a space that it does not have, and a profile of another")
    func refusals() async throws {
        let scene = try await OnlineScene()
        let address = scene.server.address
        let space = try scene.run(["probe", "--api", address, "--space", "hal", "--write", "--yes"])
        #expect(space.exit == 2 && space.advice.contains("did you mean \"hall\"?"), "\(space)")
        #expect(try scene.run(["probe"]).exit == 2)
        try scene.folder.write(#"{"server":"https://elsewhere"}"#, to: "other.json")
        let other = try scene.run(scene.options() + ["--dry-run", "--server-profile", "other.json"])
        #expect(other.exit == 2 && other.advice.contains("https://elsewhere"), "\(other)")
        try scene.folder.write(#"{"server":1}"#, to: "bad.json")
        let bad = try scene.run(scene.options() + ["--dry-run", "--server-profile", "bad.json"])
        #expect(bad.exit == 3 && bad.advice.contains("is not a server profile"), "\(bad)")
        scene.server.stop()
        let gone = try scene.run(["probe", "--api", address])
        #expect(gone.exit == 5, "\(gone)")
    }
}
