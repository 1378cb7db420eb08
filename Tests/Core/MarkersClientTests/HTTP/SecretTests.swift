import Foundation
import Testing

@testable import MarkersEndpoint

@Suite("Secrets")
struct SecretTests {
    static let canary = "canary-51c0"

    /// A file with these contents and mode, for as long as the body runs.
    static func withFile(_ text: String, mode: Int = 0o600, _ body: (String) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try text.write(to: url, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        try body(url.path)
    }

    @Test("One shows itself in no way of printing it")
    func hidden() throws {
        let secret = try Secret(Self.canary)
        var dumped = ""
        dump([secret], to: &dumped)
        let token = BearerToken(secret)
        let credentials = try Credentials(field: "X-Api-Key", secret, for: Origin("https://a"))
        var deep = ""
        dump(credentials, to: &deep)
        let request = HTTPRequest(.get, "/", headers: ["X-Api-Key": Self.canary, "etag": "7"])
        dump(request, to: &deep)
        #expect("\(request)".contains("etag: 7") && "\(request)".contains("X-Api-Key: (hidden)"))
        let shown = [
            "\(request)", "\(secret)", String(reflecting: secret), dumped, "\(token)", "\(credentials)", deep,
        ]
        #expect(shown.allSatisfy { !$0.contains(Self.canary) })
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("A file of one line is read, with or without its end", arguments: ["", "\n", "\r\n"])
    func file(end: String) throws {
        try Self.withFile(Self.canary + end) {
            let secret = try Secret.file($0)
            #expect(secret.text == Self.canary)
        }
    }

    @Test("A file that others may touch is refused", arguments: [0o640, 0o604, 0o620, 0o644])
    func openFile(mode: Int) throws {
        try Self.withFile(Self.canary, mode: mode) { path in
            #expect(throws: SecretError.openToOthers(path, mode: UInt16(mode))) { try Secret.file(path) }
        }
    }

    @Test(
        "What is no secret is refused, and not repeated",
        arguments: [
            ("", SecretError.empty), ("\n", .empty), ("canary-51c0 b", .unprintable),
            ("canary-51c0\nb", .unprintable),
            ("canary-51c0\n\n", .unprintable), ("canary-51c0ü", .unprintable),
            ("canary-51c0\u{1B}", .unprintable),
            (String(repeating: "canary-51c0", count: 1000), .tooLong),
        ])
    func refused(text: String, expected: SecretError) throws {
        try Self.withFile(text) { path in
            let error = #expect(throws: expected) { try Secret.file(path) }
            #expect(error.map { !"\($0) \($0.expected)".contains(Self.canary) } == true)
        }
    }

    @Test("A folder, a pipe nobody writes to and nothing at all are told apart")
    func noFile() throws {
        #expect(throws: SecretError.noFile("/")) { try Secret.file("/") }
        #expect(throws: SecretError.unreadable("/nowhere/x", status: ENOENT)) {
            try Secret.file("/nowhere/x")
        }
        let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)").path
        defer { unlink(pipe) }
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: SecretError.noFile(pipe)) { try Secret.file(pipe) }
    }

    @Test("A variable is read where there is one")
    func environment() throws {
        #expect(throws: SecretError.noVariable("QUADCAL_NO_SUCH")) {
            try Secret.environment("QUADCAL_NO_SUCH")
        }
        #expect(try !Secret.environment("PATH").text.isEmpty)
    }

    @Test("A pipe is read to its end")
    func pipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("\(Self.canary)\n".utf8))
        try pipe.fileHandleForWriting.close()
        let secret = try Secret.read(pipe.fileHandleForReading.fileDescriptor, named: "a pipe")
        #expect(secret.text == Self.canary)
    }
}

@Suite("A private file that names servers")
struct SecretFileTests {
    private static let canary = SecretTests.canary

    private func file(_ text: String) throws -> SecretFile {
        var file: SecretFile?
        try SecretTests.withFile(text) { file = try SecretFile($0) }
        return try #require(file)
    }

    @Test("reads a file of one line as before", arguments: ["", "\n", "\r\n"])
    func oneLine(end: String) throws {
        let file = try file(Self.canary + end)
        #expect(file.secret.text == Self.canary && file.origins.isEmpty)
        let server = try Origin("https://any.example")
        #expect(file.allows(server) && !file.names(server))
    }

    @Test("lets the token go to those servers only, by scheme, host, port and the path if there is one")
    func servers() throws {
        let file = try file(
            """
            \(Self.canary)\r
            # ours\r
            origin https://Ours.example\r

            \torigin  http://127.0.0.1:8080/api/v1
            """)
        #expect(file.secret.text == Self.canary && file.origins.count == 2)
        for name in [
            "https://ours.example/api/v1", "https://ours.example:443", "http://127.0.0.1:8080/api/v1",
        ] {
            let server = try Origin(name)
            #expect(file.names(server) && file.allows(server), "\(name)")
            _ = try Credentials(bearer: file, for: server)
        }
        for name in [
            "http://ours.example/api/v1", "https://ours.example:444", "https://theirs.example",
            "https://ours.example.theirs.example", "http://127.0.0.1:8081/api/v1",
            "http://127.0.0.1:8080/api/v2",
        ] {
            let server = try Origin(name)
            #expect(!file.names(server) && !file.allows(server), "\(name)")
            #expect(throws: CredentialsError.otherServer(server, bound: file.origins[0])) {
                try Credentials(bearer: file, for: server)
            }
        }
    }

    @Test(
        "is refused with the line that is not understood, and without its words",
        arguments: [
            ("\(canary)\n\(canary)", 2), ("\(canary)\n\norigin ours.example", 3),
            ("\(canary)\norigin https://\(canary):\(canary)@ours.example", 2),
            ("\(canary)\norigin", 2), ("\(canary)\norigin https://a https://b", 2),
        ])
    func badLine(text: String, number: Int) throws {
        try SecretTests.withFile(text) { path in
            let error = #expect(throws: SecretError.badLine(path, number: number)) { try SecretFile(path) }
            #expect(error.map { !"\($0) \($0.expected)".contains(Self.canary) } == true)
        }
    }

    @Test("is refused where others may touch it, and where its secret is none")
    func refused() throws {
        try SecretTests.withFile(Self.canary, mode: 0o644) { path in
            #expect(throws: SecretError.openToOthers(path, mode: 0o644)) { try SecretFile(path) }
        }
        for (text, expected) in [
            ("", SecretError.empty), ("\norigin https://a", .empty), ("origin https://a", .unprintable),
            (Self.canary + "\n" + String(repeating: "#\n", count: SecretFile.longest), .tooLong),
        ] {
            try SecretTests.withFile(text) { path in
                #expect(throws: expected) { try SecretFile(path) }
            }
        }
    }
}
