import Foundation
import Markers
import MarkersSandbox
import TestSupport
import Testing

@Suite("A token that the tool is given")
struct CanaryRunTests {
    /// The only place it may be in.
    private static let file = "token"

    @Test("is in nothing that is printed or written, from the plan to the report of what was taken back")
    func wholeJob() async throws {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, tokenSeconds: OnlineScene.tokenSeconds))
        let token = try #require(scene.token)
        try scene.folder.write(token, to: Self.file)
        let path = scene.folder.url.appendingPathComponent(Self.file).path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let known = ["--token-file", Self.file]
        let space = ["--api", scene.server.address, "--space", "hall"]
        let job = ["recalibrate", "--job", "hall.job", "--api", scene.server.address]
        var said: [String] = []
        func run(_ arguments: [String], exit: Int32 = 0) throws {
            let run = try scene.run(arguments)
            #expect(run.exit == exit, "\(arguments): \(run)")
            said += [run.output, run.advice]
        }
        for form in [["--json"], ["-v"], ["--explain", "m1"]] {
            try run(scene.options() + known + ["--dry-run"] + form)
        }
        try run(
            scene.options() + known + ["--yes", "--json", "--plan-out", "plan.json", "--report", "a.html"])
        for action in [["--status"], ["--verify"] + known, ["--undo", "--yes", "-v"] + known] {
            try run(job + action)
            try run(job + action + ["--json"])
        }
        try run(["report", "hall.job", "--out", "b.html"])
        try run(["probe"] + space + ["--write", "--yes", "--json", "--out", "profile.json"] + known)
        // Without it, and with one that is no longer valid.
        try run(job + ["--undo", "--yes"], exit: 5)
        try run(job + ["--verify"], exit: 5)
        #expect(said.filter { !$0.isEmpty }.count > 10)

        for (place, text) in said.enumerated() { #expect(!text.contains(token), "output \(place)") }
        let names = try scene.folder.names.filter { $0 != Self.file }
        for name in ["a.html", "b.html", "hall.job", "plan.json", "profile.json"] {
            #expect(names.contains(name), "\(names)")
        }
        for name in names {
            let bytes = try Data(contentsOf: scene.folder.url.appendingPathComponent(name))
            #expect(bytes.range(of: Data(token.utf8)) == nil, "\(name)")
        }
    }

    @Test("comes by standard input, too, and is shown by nothing there either")
    func standardInput() async throws {
        let scene = try await OnlineScene(SandboxOptions(seed: 1, tokenSeconds: OnlineScene.tokenSeconds))
        let token = try #require(scene.token)
        for input in [token + "\n", token + "?\n"] {
            let run = try Tool.run(
                scene.options() + ["--dry-run", "--json", "--token-stdin"], input: input, in: scene.folder)
            #expect(run.exit == (input == token + "\n" ? 0 : 5), "\(run.advice)")
            #expect(!run.output.contains(token) && !run.advice.contains(token))
        }
    }
}
