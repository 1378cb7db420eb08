import MarkersClient
import Synchronization
import Testing

@Suite("Tokens that answers bring")
struct BroughtTokenTests {
    /// A server that gives tokens in the fields of its answers, and notes those that it sees.
    private final class Server: Sendable {
        private let state = Mutex((fields: HTTPHeaders(), status: 200, seen: [String]()))

        var seen: [String] { state.withLock { $0.seen } }

        func bring(_ fields: HTTPHeaders, _ status: Int = 200) {
            state.withLock { ($0.fields, $0.status) = (fields, status) }
        }

        func transport(
            _ origin: String, plainHosts: Set<String> = [], _ store: MemoryTokenStore
        ) throws -> AuthorizedTransport {
            let base = ScriptedTransport(try Origin(origin)) { [self] request, _ in
                state.withLock { state in
                    state.seen.append(request.headers["authorization"] ?? "")
                    return HTTPResponse(state.status, headers: state.fields, body: Array("a b".utf8))
                }
            }
            let tokens = try BearerTokens(store, by: RefreshRoute(over: base, plainHosts: plainHosts))
            return try AuthorizedTransport(
                base, Credentials(bearer: tokens, for: base.origin, plainHosts: plainHosts))
        }
    }

    private static func store() throws -> MemoryTokenStore {
        MemoryTokenStore(
            TokenPair(access: BearerToken(try Secret("access-0")), refresh: try Secret("refresh-0")))
    }

    private func send(_ transport: AuthorizedTransport) async throws -> HTTPResponse {
        try await transport.send(HTTPRequest(.get, "/"), timeout: patience)
    }

    @Test(
        "are used from then on, whatever the case of their names, and nobody above sees them",
        arguments: [
            ("Authorization", "X-Refresh-Token"), ("authorization", "x-refresh-token"),
            ("AUTHORIZATION", "X-REFRESH-TOKEN"),
        ])
    func names(access: String, refresh: String) async throws {
        let server = Server(), store = try Self.store()
        let transport = try server.transport("https://a", store)
        server.bring([access: "Bearer access-1", refresh: "refresh-1"])
        let answer = try await send(transport)
        #expect(answer.headers.fields.isEmpty)
        server.bring([:])
        _ = try await send(transport)
        #expect(server.seen == ["Bearer access-0", "Bearer access-1"])
        let kept = TokenPair(access: BearerToken(try Secret("access-1")), refresh: try Secret("refresh-1"))
        #expect(texts(store.pair()) == texts(kept))
    }

    /// The lengths of both tokens, since nothing else of a secret can be seen.
    private func texts(_ pair: TokenPair?) -> [String] {
        [pair?.access?.secret, pair?.refresh].map {
            $0.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        }
    }

    @Test("are not taken over an open line, also where tokens may be sent over it", arguments: ["http://a"])
    func openLine(origin: String) async throws {
        let server = Server(), transport = try server.transport(origin, plainHosts: ["a"], Self.store())
        server.bring(["Authorization": "Bearer access-1"])
        #expect(try await send(transport).headers.fields.isEmpty)
        _ = try await send(transport)
        #expect(server.seen == ["Bearer access-0", "Bearer access-0"])
    }

    @Test("are taken from this machine", arguments: ["http://127.0.0.1:80", "http://localhost"])
    func thisMachine(origin: String) async throws {
        let server = Server(), transport = try server.transport(origin, Self.store())
        server.bring(["Authorization": "Bearer access-1"])
        _ = try await send(transport)
        _ = try await send(transport)
        #expect(server.seen == ["Bearer access-0", "Bearer access-1"])
    }

    @Test("are not taken from a redirect, which is followed nowhere", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let server = Server(), transport = try server.transport("https://a", Self.store())
        let elsewhere = "https://b/?t=access-0.access-1"
        server.bring(["Authorization": "Bearer access-1", "Location": elsewhere], status)
        let answer = try await send(transport)
        #expect(answer.status == status)
        #expect(answer.headers["Location"]?.contains("access-") == false)
        _ = try await send(transport)
        #expect(server.seen == ["Bearer access-0", "Bearer access-0"])
    }

    @Test(
        "that are none change nothing",
        arguments: ["", "Bearer", "Basic access-1", "Bearer access 1", "access-1", "Bearer a\u{7f}b"])
    func noToken(field: String) async throws {
        let server = Server(), transport = try server.transport("https://a", Self.store())
        server.bring(["Authorization": field])
        _ = try await send(transport)
        _ = try await send(transport)
        #expect(server.seen == ["Bearer access-0", "Bearer access-0"])
    }

    @Test("of a server that was asked under an earlier pair do not replace a later one")
    func earlierPair() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (sent, sending) = AsyncStream.makeStream(of: Void.self)
        let base = ScriptedTransport(try Origin("https://a")) { request, _ in
            if request.path == "/slow" {
                sending.yield()
                for await _ in gate { break }
            }
            return HTTPResponse(
                request.headers["authorization"] == "Bearer access-2" ? 200 : 202,
                headers: request.path == "/slow" ? ["Authorization": "Bearer access-1"] : [:])
        }
        let tokens = try BearerTokens(Self.store(), by: RefreshRoute(over: base))
        let transport = try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
        let slow = Task { try await transport.send(HTTPRequest(.get, "/slow"), timeout: patience).status }
        for await _ in sent { break }
        await tokens.use(
            TokenPair(access: BearerToken(try Secret("access-2")), refresh: try Secret("refresh-2")))
        opening.yield()
        #expect(try await slow.value == 202)
        #expect(try await send(transport).status == 200)
    }

    @Test("in an error are hidden, as is the refresh token, which the server never got")
    func error() async throws {
        let base = ScriptedTransport(try Origin("https://a")) { _, _ in
            HTTPResponse(
                500, headers: ["Authorization": "Bearer access-1", "X-Refresh-Token": "refresh-1"],
                body: Array("access-0 access-1 refresh-0 refresh-1".utf8))
        }
        let tokens = try BearerTokens(Self.store(), by: RefreshRoute(over: base))
        let transport = try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
        let text = String(decoding: try await send(transport).body, as: UTF8.self)
        #expect(!text.contains("access-") && !text.contains("refresh-"), "\(text)")
    }
}
