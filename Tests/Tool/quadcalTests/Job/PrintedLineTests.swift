import Foundation
import MarkersSandbox
import Testing

@testable import QuadcalTool

@Suite("Command lines that are printed")
struct PrintedLineTests {
    @Test("name the server and all that is needed to reach it")
    func undo() async throws {
        let scene = try await OnlineScene()
        #expect(try scene.run(scene.options() + ["--yes", "--quiet"]).exit == 0)
        let verified = try scene.job("--verify")
        let line = try #require(verified.output.split(separator: "\n").last { $0.contains("--undo") })
        #expect(line.contains("--api \(scene.server.address)/api/v1"), "\(verified)")
        let words = try #require(line.range(of: "quadcal ")).upperBound
        let undone = try scene.run(line[words...].split(separator: " ").map(String.init) + ["--yes"])
        #expect(undone.exit == 0, "\(undone)")
        // A server that only the file names is no choice of the user.
        #expect(try !scene.job("--status").output.contains("--api"))
    }

    @Test("a space is saved without a word but the verdict")
    func quiet() async throws {
        let scene = try await OnlineScene()
        let run = try scene.run([
            "pull", "--api", scene.server.address, "--space", "hall", "--out", "hall", "--quiet",
        ])
        #expect(run.exit == 0 && run.output == "PASS  \"hall\" is in hall\n" && run.advice.isEmpty, "\(run)")
    }
}
