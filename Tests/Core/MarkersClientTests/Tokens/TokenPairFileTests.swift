import Foundation
import MarkersClient
import Synchronization
import TestSupport
import Testing

@Suite("Files that keep a pair of tokens")
struct TokenPairFileTests {
    private func pair(_ number: Int) throws -> TokenPair {
        TokenPair(
            access: BearerToken(try Secret("access-\(number)")), refresh: try Secret("refresh-\(number)"))
    }

    @Test(
        "keep a new pair in the places of the old one, with all other lines and mode 0600",
        arguments: [
            ("refresh-0\n", "refresh-1\naccess access-1\n"),
            ("refresh-0", "refresh-1\naccess access-1\n"),
            ("refresh-0\n# ours\naccess access-0\n", "refresh-1\n# ours\naccess access-1\n"),
            ("access-0\nrefresh refresh-0\n# ours\n", "access-1\nrefresh refresh-1\n# ours\n"),
        ])
    func places(before: String, after: String) throws {
        let file = try TokenFile(before)
        let store = try TokenPairFile(file.path)
        try store.keep(pair(1))
        #expect(try file.text == after)
        #expect(try file.mode == 0o600)
    }

    @Test("are made when there is a pair, for their owner only")
    func made() throws {
        let folder = try Folder(), path = folder.url.appendingPathComponent("tokens").path
        let store = try TokenPairFile(path)
        #expect(try store.pair() == nil)
        try store.keep(pair(1))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "refresh-1\naccess access-1\n")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["tokens"])
    }

    @Test(
        "with a line that is neither, or with two of them, are refused by its number",
        arguments: [
            ("a\nrefresh b\naccess c\n", 3), ("a\naccess b\naccess c\n", 3), ("a\naccess\n", 2),
            ("a\nrefresh b c\n", 2),
        ])
    func badLine(text: String, number: Int) throws {
        let file = try TokenFile(text)
        #expect(throws: SecretError.badLine(file.path, number: number)) { _ = try TokenPairFile(file.path) }
    }

    @Test("whose first line is a refresh token are no files of a token")
    func notAToken() throws {
        let file = try TokenFile("refresh-0\naccess access-0\n")
        #expect(throws: SecretError.badLine(file.path, number: 2)) { _ = try SecretFile(file.path) }
    }

    /// A client with the file's tokens, of a server that takes one access token and no refresh token, and counts what it is sent.
    private func transport(
        _ file: TokenFile, accepting token: String, _ count: Counter,
        onLoss: @escaping @Sendable (SecretError) -> Void = { _ in }
    ) throws -> AuthorizedTransport {
        let base = ScriptedTransport(try Origin(CredentialsTests.origin)) { request, _ in
            count.add(request.path)
            if request.path == RefreshRoute.path {
                return request.headers["authorization"] == "Bearer refresh-0"
                    ? HTTPResponse(200, headers: ["Authorization": "Bearer \(token)"]) : HTTPResponse(401)
            }
            return HTTPResponse(request.headers["authorization"] == "Bearer \(token)" ? 200 : 401)
        }
        let store = try TokenPairFile(file.path)
        let tokens = try BearerTokens(store, by: RefreshRoute(over: base), onLoss: onLoss)
        return try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
    }

    private final class Counter: Sendable {
        private let paths = Mutex<[String]>([])
        func add(_ path: String) { paths.withLock { $0.append(path) } }
        /// The paths since it was last asked.
        func take() -> [String] {
            paths.withLock { paths in
                defer { paths = [] }
                return paths
            }
        }
    }

    private func code(_ transport: AuthorizedTransport) async -> String {
        do throws(TransportError) {
            return "\(try await transport.send(HTTPRequest(.get, "/"), timeout: patience).status)"
        } catch {
            return error.code.rawValue
        }
    }

    @Test("with a refresh token alone get the first token by it, once")
    func refreshOnly() async throws {
        let file = try TokenFile("refresh-0\n"), count = Counter()
        let transport = try transport(file, accepting: "access-7", count)
        #expect(await code(transport) == "200")
        #expect(await code(transport) == "200")
        #expect(count.take() == [RefreshRoute.path, "/", "/"])
        #expect(try file.text == "refresh-0\naccess access-7\n")
    }

    @Test("are looked at before a renewal and after a refusal, since another program may have signed in")
    func anotherProgram() async throws {
        let file = try TokenFile("refresh-9\naccess access-0\n"), count = Counter()
        let transport = try transport(file, accepting: "access-7", count)
        #expect(await code(transport) == "AUTHENTICATION_REQUIRED")
        #expect(count.take() == ["/", RefreshRoute.path])
        #expect(await code(transport) == "AUTHENTICATION_REQUIRED")
        #expect(count.take() == [])
        try file.write("refresh-8\naccess access-7\n")
        #expect(await code(transport) == "200")
        #expect(count.take() == ["/"])
    }

    @Test("that cannot be replaced lose nothing but the copy, and say so")
    func unwritable() async throws {
        let folder = try Folder(), file = folder.url.appendingPathComponent("no/tokens").path
        let count = Counter(), losses = Mutex<[String]>([])
        let text = try TokenFile("refresh-0\n")
        let base = ScriptedTransport(try Origin(CredentialsTests.origin)) { request, _ in
            count.add(request.path)
            return HTTPResponse(200, headers: ["Authorization": "Bearer access-7"])
        }
        let store = try TokenPairFile(file)
        let tokens = try BearerTokens(store, by: RefreshRoute(over: base)) { _ in
        } onLoss: { error in
            losses.withLock { $0.append(error.code) }
        }
        await tokens.use(try #require(try TokenPairFile(text.path).pair()))
        let transport = try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
        #expect(await code(transport) == "200")
        #expect(losses.withLock { Set($0) } == ["UNWRITABLE"])
    }
}
