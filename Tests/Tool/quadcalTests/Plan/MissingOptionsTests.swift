import Markers
import MarkersSandbox
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("Options that a recalibration still needs")
struct MissingOptionsTests {
    @Test("are named all at once, with what the server has, and a command that shows a plan")
    func all() async throws {
        let scene = try await OnlineScene(more: 3)
        let address = ["recalibrate", "--api", scene.server.address]
        let nothing = try scene.run(address)
        #expect(nothing.exit == 2 && nothing.output.isEmpty)
        #expect(nothing.advice.contains("5 more options are needed:"))
        #expect(nothing.advice.contains("has \"hall\""))

        let some = try scene.run(address + ["--space", "hall"])
        #expect(some.exit == 2 && some.advice.contains("4 more options are needed:"), "\(some)")
        #expect(
            some.advice.contains(scene.old.wireText.prefix(8))
                && some.advice.contains(scene.new.wireText.prefix(8)))
        let line = try #require(some.advice.split(separator: "\n").last { $0.hasPrefix("to see a plan: ") })
        let words = line.dropFirst("to see a plan: quadcal ".count).split(separator: " ").map(String.init)
        let plan = try scene.run(words)
        #expect(plan.exit == 0 && plan.output.contains("12 of 21 markers move"), "\(plan)")
        #expect(scene.writes.isEmpty)
    }

    @Test("keep what was chosen already")
    func chosen() async throws {
        let scene = try await OnlineScene()
        let run = try scene.run([
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--sessions", scene.old.wireText,
            "--mode", "vector",
        ])
        #expect(run.exit == 2 && run.advice.contains("2 more options are needed:"), "\(run)")
        #expect(run.advice.contains("--sessions \(scene.old.wireText) --mode vector --dry-run"))
    }

    @Test("name old sessions that are done or archived, which only move so", arguments: ["done", "archived"])
    func closed(status: String) async throws {
        let scene = try await OnlineScene(more: 3)
        try await scene.set(status, of: scene.old)
        let missing = try scene.run(["recalibrate", "--api", scene.server.address, "--space", "hall"])
        let line = try #require(
            missing.advice.split(separator: "\n").last { $0.hasPrefix("to see a plan: ") })
        #expect(line.contains("--sessions \(scene.old.wireText) --mode raw --dry-run"), "\(missing)")
        let words = line.dropFirst("to see a plan: quadcal ".count).split(separator: " ").map(String.init)
        let plan = try scene.run(words)
        #expect(plan.exit == 0 && plan.output.contains("12 of 21 markers move"), "\(plan)")

        let all = try scene.run(scene.options() + ["--dry-run"])
        #expect(all.exit == 3 || all.exit == 2 || all.exit == 4 || all.exit == 1, "\(all)")
        #expect(
            all.advice.contains(
                "sessions that are done or archived only move if they are named: --sessions \(scene.old.wireText)"
            ),
            "\(all)")
        let asked = try scene.run([
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--sessions", "all",
        ])
        #expect(
            asked.advice.contains("--robust --sessions \(scene.old.wireText) --mode raw --dry-run"),
            "\(asked)")
    }

    @Test("one is named alone, and a server that cannot be asked is no reason to say less")
    func unreachable() throws {
        let run = try Tool.run([
            "recalibrate", "--api", "http://127.0.0.1:1", "--space", "hall", "--fit", "fit.json",
            "--sessions", "all",
        ])
        #expect(run.exit == 2)
        #expect(
            run.advice
                == "quadcal: --mode raw, --mode calibrated or --mode vector is needed: it says what is rewritten, and where\n",
            "\(run)")
    }
}
