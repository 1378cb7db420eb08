import Foundation
import MarkersClient
import MarkersSandbox
import StrictJSON
import TestSupport
import Testing
import ToolServer

@testable import ToolTerminal

@Suite("Options that name a server")
struct ConnectionOptionsTests {
    private static let table = OptionTable(command: "probe", options: ConnectionOptions.options)

    private func options(_ arguments: [String]) throws(Failure) -> ConnectionOptions {
        var options = ConnectionOptions()
        _ = try Self.table.parse(arguments, into: &options)
        return options
    }

    @Test(
        "a URL without a path means the API's usual one",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/api/v1"),
            ("https://Host.example/", "https://host.example/api/v1"),
            ("https://host.example/roboscope/v2", "https://host.example/roboscope/v2"),
        ])
    func path(text: String, origin: String) throws {
        #expect(try options(["--api", text]).server?.description == origin)
    }

    @Test(
        "what is no URL of a server is refused, and no secret in it repeated",
        arguments: [
            "host.example", "ftp://host", "https://me:word@host", "https://host/?key=word", "https://",
        ])
    func noURL(text: String) throws {
        let failure = #expect(throws: Failure.self) { _ = try options(["--api", text]) }
        #expect(failure?.exitCode == .usage)
    }

    @Test("plain http goes to this machine, and to hosts that are named")
    func plain() throws {
        let far = try Origin("http://far.example/api/v1")
        #expect(throws: Failure.self) { try options([]).api(of: far) }
        #expect(throws: Failure.self) { try options(["--allow-http", "other.example"]).api(of: far) }
        _ = try options(["--allow-http", "FAR.example"]).api(of: far)
        for near in ["http://127.0.0.1:1/api", "http://[::1]:1/api", "http://localhost/api"] {
            _ = try options([]).api(of: Origin(near))
        }
    }

    @Test("a token comes from a file that only its owner may read")
    func tokenFile() throws {
        let folder = try Folder()
        try folder.write("canary\n", to: "token")
        let file = folder.url.appendingPathComponent("token").path
        let near = try Origin("http://127.0.0.1:1/api")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let failure = #expect(throws: Failure.self) { try options(["--token-file", file]).api(of: near) }
        #expect(failure?.exitCode == .unreadable)
        #expect(failure?.text.contains("chmod 600") == true && failure?.text.contains("canary") == false)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        _ = try options(["--token-file", file]).api(of: near)
        #expect(throws: Failure.self) { try options(["--token-file", file + "s"]).api(of: near) }
        #expect(throws: Failure.self) { try options(["--token-file", file, "--token-stdin"]) }
    }

    @Test("a refresh token in a file gets bearer tokens, of which the file keeps the last")
    func refreshTokenFile() async throws {
        let server = try SandboxServer(SandboxOptions(seed: 1, tokenSeconds: 86_400))
        defer { server.stop() }
        let given = try await CurlTransport(Origin(server.address)).send(
            HTTPRequest(.post, "/sandbox/token"), timeout: .seconds(30))
        let refresh = try #require(try JSONValue(given.body)["refresh_token"]?.string)
        let folder = try Folder(), file = folder.url.appendingPathComponent("refresh").path
        func write(_ text: String) throws {
            try folder.write(text, to: "refresh")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        }
        try write(refresh + "\n")
        let origin = try Origin(server.address + "/api/v1")
        func spaces() async throws -> Int {
            try await options(["--refresh-token-file", file]).api(of: origin).spaces().elements.count
        }
        #expect(try await spaces() == 0)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == refresh && lines[1].hasPrefix("access "))
        // The next run begins with the token that was kept.
        #expect(try await spaces() == 0)
        #expect(server.requests.count { $0.path.hasSuffix(RefreshRoute.path) } == 1)
        try write("nobody\n")
        let error = await #expect(throws: APIError.self) { _ = try await spaces() }
        #expect(error?.code == "AUTHENTICATION_REQUIRED")
        try write("\(refresh)\norigin https://other.example\n")
        await #expect(throws: Failure.self) { _ = try await spaces() }
        #expect(throws: Failure.self) {
            try options(["--refresh-token-file", file + "s"]).api(of: origin)
        }
        #expect(throws: Failure.self) { try options(["--refresh-token-file", file, "--token-file", file]) }
    }

    @Test("a file of authorities must be there")
    func authorities() throws {
        let failure = #expect(throws: Failure.self) {
            try options(["--ca-file", "nowhere.pem"]).api(of: Origin("https://host.example/api"))
        }
        #expect(failure?.exitCode == .unreadable && failure?.text.contains("nowhere.pem") == true)
    }

    @Test("asynchronous work is waited for, its failures too")
    func wait() throws {
        let sum = try waiting { () async throws(Failure) in await Task { 40 }.value + 2 }
        #expect(sum == 42)
        #expect(throws: Failure.self) { try waiting { () async throws(Failure) -> Int in throw .noCommand } }
    }
}
