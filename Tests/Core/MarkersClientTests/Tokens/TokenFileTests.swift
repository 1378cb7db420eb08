import Foundation
import MarkersClient
import Synchronization
import Testing

@Suite("Files of tokens that another program replaces")
struct TokenFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("quadcal-token-\(UUID().uuidString)")

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("token")
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// A transport with the file's token to a server that takes one token only, and counts requests.
    private func transport(
        accepting token: String, _ requests: RequestCount,
        onReading: @escaping @Sendable (Secret) -> Void = { _ in }
    ) throws -> AuthorizedTransport {
        let base = ScriptedTransport(try Origin(CredentialsTests.origin)) { request, _ in
            requests.add()
            return HTTPResponse(request.headers["authorization"] == "Bearer \(token)" ? 200 : 401)
        }
        let file = try SecretFile(folder.appendingPathComponent("token").path)
        return try AuthorizedTransport(
            base, Credentials(bearer: file, over: base, onReading: onReading))
    }

    private final class RequestCount: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    private func status(_ transport: AuthorizedTransport) async throws -> Int {
        try await transport.send(HTTPRequest(.get, "/spaces"), timeout: patience).status
    }

    @Test("a new token in the file is taken after the old one is refused, once")
    func rotated() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("token-1\n")
        let requests = RequestCount(), seen = Mutex<[Int]>([])
        let transport = try transport(accepting: "token-2-longer", requests) { secret in
            seen.withLock { $0.append(secret.length) }
        }
        try write("token-2-longer\n")
        #expect(try await status(transport) == 200)
        #expect(try await status(transport) == 200)
        #expect(requests.value == 3)
        // Whoever hides secrets knows it before it is sent.
        #expect(seen.withLock { $0 } == ["token-2-longer".utf8.count])
    }

    @Test("the same token is not sent again, and the refusal is the answer")
    func unchanged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("token-1\n")
        let requests = RequestCount(), transport = try transport(accepting: "other", requests)
        #expect(try await status(transport) == 401)
        #expect(requests.value == 1)
        // Each refusal looks at the file.
        try write("other\n")
        #expect(try await status(transport) == 200)
    }

    @Test("a file that is gone or for another server now ends it, with the reason", arguments: [true, false])
    func unusable(isGone: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("token-1\n")
        let requests = RequestCount(), transport = try transport(accepting: "token-2", requests)
        if isGone {
            try FileManager.default.removeItem(at: folder.appendingPathComponent("token"))
        } else {
            try write("token-2\norigin https://elsewhere.example\n")
        }
        let error = await #expect(throws: TransportError.self) { _ = try await status(transport) }
        #expect(error?.detail.contains(isGone ? "cannot be read again" : "another server") == true)
        #expect(requests.value == 1)
    }
}
