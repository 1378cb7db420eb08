import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Sessions named to recalibrate")
struct SessionNamesTests {
    @Test("may be the ids as quadcal sessions prints them")
    func short() async throws {
        let scene = try await OnlineScene()
        let listed = try scene.run(["sessions", "--api", scene.server.address, "--space", "hall"]).output
        let ids = listed.split(separator: "\n").dropFirst().prefix(2).map {
            String($0.split(separator: " ")[0])
        }
        #expect(ids.count == 2 && ids.allSatisfy { $0.count < 36 }, "\(listed)")
        let (old, new) =
            scene.old.wireText.hasPrefix(ids[0]) ? (ids[0], ids[1]) : (ids[1], ids[0])
        let plan = [
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--mode", "raw", "--join",
            "label",
            "--target", "raw", "--dry-run",
        ]
        let short = try scene.run(plan + ["--sessions", old, "--onto", new.uppercased()])
        let whole = try scene.run(plan + ["--sessions", scene.old.wireText, "--onto", scene.new.wireText])
        #expect(short.exit == 0 && short == whole, "\(short)")

        let none = try scene.run(plan + ["--sessions", "ffffffff", "--onto", new])
        #expect(none.exit != 0 && none.advice.contains("has no session \"ffffffff\""), "\(none)")
        #expect(none.advice.contains(scene.old.wireText) && none.advice.contains(scene.new.wireText))
        let kept = try scene.run([
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--sessions", old,
        ])
        #expect(kept.exit == 2 && kept.advice.contains("--sessions \(old)"), "\(kept)")
    }

    @Test("are refused with the candidates where several begin alike")
    func ambiguous() async throws {
        let scene = try await OnlineScene()
        var first: [Substring: UUID] = [:], alike: (UUID, UUID)?
        // Four digits are soon met twice.
        while alike == nil {
            let id = try await scene.api.createWorkSession(
                RequestBody.Session(in: scene.space, type: "other").json
            ).id
            let beginning = id.wireText.prefix(SpaceListing.shortestID)
            if let other = first.updateValue(id, forKey: beginning) { alike = (other, id) }
            try #require(first.count < 3000)
        }
        let (one, two) = try #require(alike)
        let run = try scene.run([
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--mode", "raw", "--join",
            "label",
            "--dry-run", "--sessions", String(one.wireText.prefix(4)), "--onto", scene.new.wireText,
        ])
        #expect(run.exit == 2, "\(run)")
        #expect(run.advice.contains(one.wireText) && run.advice.contains(two.wireText), "\(run)")
    }

    @Test("leave out those that are done, which the plan counts")
    func finished() async throws {
        let scene = try await OnlineScene()
        let closed = try await scene.api.createWorkSession(
            RequestBody.Session(in: scene.space, type: "inspection").json
        ).id
        for _ in 0..<2 {
            _ = try await scene.api.createMarker(
                RequestBody.MarkerCreation(workSessionID: closed, quad: Quad.rectangle(1, 1)))
        }
        try await scene.set("done", of: closed)
        for rule in [["--sessions", "all"], ["--before", "2100-01-01"]] {
            let words = scene.options().filter { $0 != "--sessions" && $0 != "all" }
            let run = try scene.run(words + rule + ["--dry-run"])
            #expect(
                run.output.contains(
                    "1 session with 2 markers, done or archived: they only move if they are named, as in --sessions "
                        + closed.wireText), "\(run)")
            #expect(run.output.contains("2100-01-01T00:00:00Z") == (rule[0] == "--before"))
        }
        let named = try scene.run(scene.options() + ["--sessions", closed.wireText, "--dry-run"])
        #expect(!named.output.contains("done or archived"), "\(named)")
    }

    @Test("may be short with files, too, if only one of their sessions begins so")
    func files() throws {
        let folder = try PlanFiles.scene().folder
        let plan = [
            "recalibrate", "--dry-run", "--mode", "raw", "--fit", "fit.json", "--json", "--markers",
            "old.json",
        ]
        let short = String(FitScene.oldSession.wireText.prefix(8))
        let run = try Tool.run(plan + ["--sessions", short], in: folder)
        let whole = try Tool.run(plan + ["--sessions", FitScene.oldSession.wireText], in: folder)
        #expect(run.exit == 0 && run.output == whole.output, "\(run)")
        let none = try Tool.run(plan + ["--sessions", "abcdabcd"], in: folder)
        #expect(none.exit == 2 && none.advice.contains(FitScene.oldSession.wireText), "\(none)")
        let both = try Tool.run(
            plan + ["--markers", "new.json", "--sessions", String(short.prefix(4))], in: folder)
        let areAlike = FitScene.newSession.wireText.hasPrefix(short.prefix(4))
        #expect(both.exit == (areAlike ? 2 : 0), "\(both)")
    }
}
