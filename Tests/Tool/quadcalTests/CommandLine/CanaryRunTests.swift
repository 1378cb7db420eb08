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

    @Test(
        "is hidden with its refresh token, and with those that a server brings, in errors, redirects and lists",
        arguments: [200, 301, 307, 400, 401, 403, 500])
    func pair(status: Int) throws {
        let tokens = [
            "canary-refresh/7f3a", "canary-access/9c41", "canary+next-access", "canary+next-refresh",
        ]
        let words = tokens.joined(separator: " ")
        let body = status == 200 ? #"[{"\#(words)":1,"\#(words)":1}]"# : #"{"message":"no \#(words)"}"#
        let server = try RawServer { _ in
            answer(
                status, body,
                fields: "Authorization: Bearer \(tokens[2])\r\nX-Refresh-Token: \(tokens[3])\r\n"
                    + "Location: http://127.0.0.1:1/\(tokens[1])\r\nRetry-After: 0\r\n")
        }
        let folder = try Folder()
        let api = ["--api", "http://127.0.0.1:\(server.port)", "--refresh-token-file", Self.file]
        for form in [[], ["--json"]] {
            // The run before may have put other tokens there.
            try folder.write("\(tokens[0])\naccess \(tokens[1])\n", to: Self.file)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: folder.url.appendingPathComponent(Self.file).path)
            let run = try Tool.run(["probe", "--space", "hall"] + api + form, in: folder)
            #expect(run.exit == 5, "\(run)")
            let said = run.output + run.advice
            let texts = [said, said.replacing("\\/", with: "/"), said.removingPercentEncoding ?? ""]
            #expect(!tokens.contains { token in texts.contains { $0.contains(token) } }, "\(run)")
        }
    }

    /// Answers of a server that knows it and says it back.
    private static func answers(_ token: String) -> [String] {
        let escaped = token.replacing("/", with: #"\/"#).replacing("+", with: #"\u002b"#)
        let encoded = token.replacing("/", with: "%2F").replacing("+", with: "%2b")
        return [
            answer(403, #"{"message":"not with \#(escaped)"}"#), answer(403, #"{"error":"\#(encoded)"}"#),
            answer(400, "<p>no \(encoded)</p>"), answer(500, token, fields: "Retry-After: 0\r\n"),
            // In the place of an error, and in the address of a page.
            answer(200, #"[{"id":1,"key":{"\#(escaped)":1,"\#(escaped)":1}}]"#),
            answer(200, #"[{"\#(token)":1,"\#(escaped)":1}]"#),
            answer(200, "[]", fields: "Link: </api/v1/spaces?\(encoded)>; rel=\"next\"\r\n"),
        ]
    }

    @Test(
        "is hidden when the server says it back, however it is written",
        arguments: ["canary+7f3a/9c41==", "canary7f3a"])
    func echo(token: String) throws {
        for answer in Self.answers(token) {
            let server = try RawServer { _ in answer }
            let folder = try Folder()
            try folder.write(token, to: Self.file)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: folder.url.appendingPathComponent(Self.file).path)
            let api = [
                "--api", "http://127.0.0.1:\(server.port)", "--token-file", Self.file, "--space", "hall",
            ]
            for command in [
                ["probe"],
                ["recalibrate", "--fit", "a.json", "--sessions", "all", "--mode", "raw", "--dry-run"],
            ] {
                for form in [[], ["--json"]] {
                    let run = try Tool.run(command + api + form, in: folder)
                    #expect(run.exit == 5, "\(run)")
                    let said = run.output + run.advice
                    let texts = [said, said.replacing("\\/", with: "/"), said.removingPercentEncoding ?? ""]
                    #expect(!texts.contains { $0.contains(token) }, "\(command), \(answer): \(run)")
                }
            }
        }
    }
}
