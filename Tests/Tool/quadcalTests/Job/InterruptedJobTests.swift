import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing
import ToolServer

@testable import JobReports
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("A job on a server that is stopped on its way")
struct InterruptedJobTests {
    private static let more = 51, count = 60
    private static let oneAtATime = ["--yes", "--concurrency", "1"]

    /// A job that is stopped by a signal after a few markers.
    private func stopped(
        _ signals: [Int32] = [SIGINT], latency: Int = 80, after writes: Int = 2
    ) async throws -> (scene: OnlineScene, run: Tool.Run, written: Int) {
        // Behind the effect, so that the last one that is seen is still under way.
        let slow = try #require(Fault("latency=\(latency):after:PATCH"))
        let scene = try await OnlineScene(SandboxOptions(seed: 1, faults: [slow]), more: Self.more)
        let tool = try RunningTool(scene.options() + Self.oneAtATime, in: scene.folder)
        tool.send(signals) { scene.writes.count >= writes }
        let run = try tool.wait()
        return (scene, run, scene.writes.count)
    }

    @Test("ends in order at the first signal, and says how to go on", arguments: [SIGINT, SIGTERM])
    func first(signal: Int32) async throws {
        let (scene, run, written) = try await stopped([signal])
        #expect(run.exit == 130, "\(run)")
        let command = "quadcal recalibrate --resume --job hall.job --api \(scene.server.address)/api/v1"
        #expect(run.advice.contains(command) && run.output.contains(command), "\(run)")
        #expect(run.output.contains("INTERRUPTED"))
        #expect(written < Self.count)
        #expect(try await scene.api.isLocked(scene.old, .workSessions) == false)
        let status = try scene.job("--status")
        #expect(status.exit == 1 && status.output.contains("\(written) done"), "\(status)")
        let resumed = try scene.job("--resume", "--yes")
        #expect(resumed.exit == 0 && resumed.output.contains("60 of 60 markers moved"), "\(resumed)")
        #expect(scene.writes.count == Self.count && scene.writes.values.allSatisfy { $0 == 1 })
    }

    @Test("is named to the next one, also where all markers of the fit are moved already")
    func next() async throws {
        // The fitted markers are sent first.
        let (scene, _, written) = try await stopped(after: 12)
        let options = scene.options().map { $0 == "hall.job" ? "other.job" : $0 }
        for more in [["--yes"], ["--dry-run"]] {
            let run = try scene.run(options + more)
            #expect(run.exit == 1 && run.advice.contains("PARTLY_MOVED"), "\(run)")
            #expect(
                run.advice.contains("hall.job --api \(scene.server.address)")
                    && run.advice.contains("quadcal recalibrate --resume --job "), "\(run)")
        }
        #expect(scene.writes.count == written)
    }

    @Test("ends at once at the second, and can be resumed")
    func second() async throws {
        let (scene, run, _) = try await stopped([SIGINT, SIGINT], latency: 3000)
        #expect(run.exit == 130 && run.advice.contains("stopped at once"), "\(run)")
        #expect(run.advice.contains("quadcal recalibrate --resume --job hall.job"))
        // The lock is not given back, but the job knows it.
        #expect(try await scene.api.isLocked(scene.old, .workSessions) == true)
        let resumed = try scene.job("--undo", "--yes", "--quiet")
        #expect(resumed.exit == 0 || resumed.exit == 1, "\(resumed)")
        #expect(scene.writes.values.allSatisfy { $0 <= 2 })
        #expect(try await scene.api.isLocked(scene.old, .workSessions) == false)
    }

    @Test("is to be continued where an undo ends before it knows what a killed run has moved")
    func beforeListing() async throws {
        let faults = ["latency=300:after:PATCH", "latency=300:after:list"].compactMap { Fault($0) }
        let scene = try await OnlineScene(SandboxOptions(seed: 1, faults: faults), more: Self.more)
        let first = try RunningTool(scene.options() + Self.oneAtATime, in: scene.folder)
        first.send([SIGKILL]) { scene.writes.count == 1 }
        _ = try first.wait()
        let before = scene.server.faults.count
        let second = try RunningTool(
            ["recalibrate", "--job", "hall.job", "--undo", "--yes"], in: scene.folder)
        second.send([SIGINT]) { scene.server.faults.count > before }
        let run = try second.wait()
        #expect(run.exit == 130 && run.advice.contains("recalibrate --undo --job hall.job"), "\(run)")
        #expect(try scene.job("--undo", "--yes").exit == 0)
        #expect(scene.writes.values.allSatisfy { $0 == 2 })
    }

    @Test("gives back the locks that it was just taking, so that the next run is not kept out")
    func whileLocking() async throws {
        // The lock is granted, and the answer takes a while.
        let slow = try #require(Fault("latency=400:@1:after:lock"))
        let scene = try await OnlineScene(SandboxOptions(seed: 1, faults: [slow]), more: Self.more)
        let tool = try RunningTool(scene.options() + Self.oneAtATime, in: scene.folder)
        tool.send([SIGINT]) { !scene.server.faults.isEmpty }
        let run = try tool.wait()
        #expect(run.exit == 130 && run.advice.contains("nothing was sent"), "\(run)")
        #expect(try await scene.api.isLocked(scene.old, .workSessions) == false)
        #expect(try scene.run(scene.options() + Self.oneAtATime).exit == 0)
        #expect(scene.writes.count == Self.count)
    }

    @Test("leaves what somebody else changed meanwhile, and says what came and went")
    func conflicts() async throws {
        let (scene, _, written) = try await stopped()
        let before = try await scene.markers
        let open = before.filter { scene.writes[$0.id.wireText] == nil }
        try #require(open.count == Self.count - written && open.count > 10)
        let (edited, removed) = (open[3], open[5])
        try await scene.edit(edited)
        try await scene.api.deleteMarker(removed.id)
        let late = try await scene.api.createMarker(
            RequestBody.MarkerCreation(workSessionID: scene.old, quad: Quad.rectangle(1, 1)))
        let stopped = try scene.job("--resume", "--yes")
        #expect(stopped.exit == 1 && stopped.output.contains("CORNERS_CHANGED"), "\(stopped)")
        let skipped = try scene.job("--resume", "--yes", "--conflicts", "skip")
        #expect(skipped.exit == 1, "\(skipped)")
        #expect(skipped.output.contains("58 of 60 markers moved"))
        for word in ["GONE", "APPEARED", edited.id.wireText, removed.id.wireText, late.id.wireText] {
            #expect(skipped.output.contains(word), "\(word) in \(skipped.output)")
        }
        #expect(try await scene.api.marker(edited.id).quad == edited.quad.moved(by: SIMD3(0, 2, 0)))
        let verified = try scene.job("--verify", "--json")
        let document = try JSONValue(verified.output)
        #expect(verified.exit == 1 && document["comparison"]?["asPlanned"]?.integer == 58)
    }

    @Test("ends with the code of the network where the server is gone")
    func outage() async throws {
        let (scene, _, written) = try await stopped()
        scene.server.stop()
        for action in ["--resume", "--verify"] {
            let run = try scene.job(action, "--yes")
            #expect(run.exit == 5, "\(run)")
        }
        #expect(try scene.job("--status").output.contains("\(written) done"))
    }
}

@Suite("Messages while a job runs")
struct PushProgressTests {
    @Test(
        "how far it is, how fast, and how long it takes",
        arguments: [
            (0, 100, 2.0, "0 of 100 markers"), (50, 100, 5, "50 of 100 markers, 10 a second, 5 s left"),
            (1, 1, 2, "1 of 1 marker, 0.5 a second"),
            (10, 10_000, 1, "10 of 10000 markers, 10 a second, 16 min left"),
            (1, 100_000, 1, "1 of 100000 markers, 1 a second, 27 h left"),
        ])
    func text(ended: Int, total: Int, seconds: Double, text: String) {
        #expect(PushProgress.text(ended, of: total, after: .seconds(seconds)) == text)
    }

    @Test("a bar of one length, whatever there is")
    func bar() {
        let bars = [(0, 0), (0, 7), (3, 7), (7, 7)].map { PushProgress.bar($0.0, of: $0.1) }
        #expect(Set(bars.map(\.count)).count == 1)
        #expect(bars[1].contains("#") == false && bars[3].contains(" ") == false)
    }

    @Test("commands are as they have to be typed")
    func commands() throws {
        var connection = ConnectionOptions()
        connection.secretSource = .file("my token")
        connection.plainHosts = ["far.example"]
        #expect(
            NextSteps(file: "it's.job", connection: connection).line(.undo)
                == "quadcal recalibrate --undo --job 'it'\\''s.job' --token-file 'my token' --allow-http far.example"
        )
        // A server that only a job names is not repeated: the line would make it the user's word.
        connection = ConnectionOptions()
        connection.server = try Origin("https://ours.example/api/v1")
        #expect(
            NextSteps(file: "a.job", connection: connection).line(.resume)
                == "quadcal recalibrate --resume --job a.job --api https://ours.example/api/v1"
        )
        #expect(
            NextSteps(file: "é\u{1B}]\n'\\\u{9B}.job", connection: ConnectionOptions()).line(.verify)
                == #"quadcal recalibrate --verify --job $'é\x1b]\x0a\'\\\xc2\x9b.job'"#)
    }
}
