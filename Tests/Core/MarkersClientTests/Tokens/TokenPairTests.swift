import Foundation
import MarkersClient
import MarkersSandbox
import Synchronization
import Testing

@Suite("Pairs of tokens")
struct TokenPairTests {
    /// A server that takes one access token at a time, and renews it by a refresh token.
    final class Server: Sendable {
        struct State {
            var access = 0
            var refresh = "refresh-0"
            var renewals = 0
            var others = 0
            /// Statuses of the next answers to renewals; then they are good.
            var statuses: [Int] = []
            var bringsRefresh = false
            /// The bearer tokens by the paths they were sent to.
            var seen: [String: Set<String>] = [:]
        }

        let state = Mutex(State())

        func answer(_ request: HTTPRequest) -> HTTPResponse {
            state.withLock { state in
                let token = request.headers["authorization"] ?? ""
                state.seen[request.path, default: []].insert(token)
                guard request.path == RefreshRoute.path else {
                    state.others += 1
                    return HTTPResponse(token == "Bearer access-\(state.access)" ? 200 : 401)
                }
                state.renewals += 1
                let status = state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
                guard status == 200, token == "Bearer \(state.refresh)" else {
                    return HTTPResponse(status == 200 ? 401 : status)
                }
                state.access += 1
                var headers: HTTPHeaders = ["authorization": "Bearer access-\(state.access)"]
                if state.bringsRefresh {
                    state.refresh = "refresh-\(state.access)"
                    headers["x-refresh-token"] = state.refresh
                }
                return HTTPResponse(200, headers: headers)
            }
        }

        /// Ends the access token.
        func expire() { state.withLock { $0.access += 1 } }

        func transport(
            _ origin: String = CredentialsTests.origin,
            onRenewal: @escaping @Sendable (TokenPair) -> Void = { _ in }
        ) throws -> AuthorizedTransport {
            let base = ScriptedTransport(try Origin(origin)) { request, _ in self.answer(request) }
            let pair = TokenPair(
                access: BearerToken(try Secret("access-0")), refresh: try Secret("refresh-0"))
            let tokens = try BearerTokens(
                MemoryTokenStore(pair), by: RefreshRoute(over: base), onRenewal: onRenewal)
            return try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
        }
    }

    /// The statuses of so many requests at once; the codes of those that were not sent.
    private func statuses(_ transport: AuthorizedTransport, _ count: Int = 50) async -> [String] {
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do throws(TransportError) {
                        return
                            "\(try await transport.send(HTTPRequest(.get, "/spaces"), timeout: patience).status)"
                    } catch {
                        return error.code.rawValue
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("50 requests under a token that is over succeed by exactly one renewal")
    func one() async throws {
        let server = Server(), transport = try server.transport()
        server.expire()
        #expect(await statuses(transport) == Array(repeating: "200", count: 50))
        server.state.withLock { state in
            #expect(state.renewals == 1 && state.others <= 100, "\(state)")
            // Neither token is ever sent where the other belongs.
            #expect(state.seen[RefreshRoute.path] == ["Bearer refresh-0"])
            #expect(state.seen["/spaces"]?.contains { $0.contains("refresh") } == false)
        }
    }

    @Test("a refused renewal is final: nothing more is sent", arguments: [400, 401, 403, 404])
    func refused(status: Int) async throws {
        let server = Server(), transport = try server.transport()
        server.expire()
        server.state.withLock { $0.statuses = [status] }
        #expect(await statuses(transport) == Array(repeating: "AUTHENTICATION_REQUIRED", count: 50))
        let sent = server.state.withLock { state in
            #expect(state.renewals == 1 && state.others <= 50, "\(state)")
            return state.others
        }
        #expect(await statuses(transport) == Array(repeating: "AUTHENTICATION_REQUIRED", count: 50))
        server.state.withLock { #expect($0.renewals == 1 && $0.others == sent) }
    }

    @Test("a renewal that failed is tried again by the next", arguments: [[500, 429], [503, 502]])
    func failed(answers: [Int]) async throws {
        let server = Server(), transport = try server.transport()
        server.expire()
        server.state.withLock { $0.statuses = answers }
        for _ in answers { #expect(await statuses(transport, 1) == ["UNREACHABLE"]) }
        #expect(await statuses(transport, 1) == ["200"])
        server.state.withLock { #expect($0.renewals == 3) }
    }

    @Test("a new refresh token takes the place of the old one")
    func rotated() async throws {
        let server = Server(), kept = Mutex(0)
        server.state.withLock { $0.bringsRefresh = true }
        let transport = try server.transport { _ in kept.withLock { $0 += 1 } }
        for count in 1...3 {
            server.expire()
            #expect(await statuses(transport, 2) == ["200", "200"])
            kept.withLock { #expect($0 == count) }
        }
    }

    @Test(
        "an answer without a token, or with one of another form, is a failure",
        arguments: ["", "Basic abc", "Bearer"])
    func noToken(field: String) async throws {
        let base = ScriptedTransport(try Origin(CredentialsTests.origin)) { _, _ in
            HTTPResponse(
                200, headers: field.isEmpty ? [:] : ["authorization": field], body: Array("<html>".utf8))
        }
        let route = try RefreshRoute(over: base)
        await #expect(throws: TransportError.self) {
            _ = try await route.renew(try Secret("refresh"), within: patience)
        }
        let body = ScriptedTransport(try Origin(CredentialsTests.origin)) { _, _ in
            HTTPResponse(200, body: Array(#"{"accessToken":"next"}"#.utf8))
        }
        _ = try await RefreshRoute(over: body).renew(try Secret("refresh"), within: patience)
    }

    @Test("they go to no other server, and over no open line")
    func bound() throws {
        #expect(throws: CredentialsError.inTheClear(host: "a")) {
            _ = try RefreshRoute(
                over: ScriptedTransport(try Origin("http://a")) { _, _ in HTTPResponse(200) })
        }
        let file = try TokenFile("access-0\nrefresh refresh-0\norigin https://b\n")
        let base = ScriptedTransport(try Origin("https://a")) { _, _ in HTTPResponse(200) }
        #expect(throws: CredentialsError.otherServer(try Origin("https://a"), bound: try Origin("https://b")))
        {
            _ = try Credentials(bearer: try SecretFile(file.path), over: base)
        }
    }

    @Test("a file keeps the new pair, its other lines and its mode")
    func file() async throws {
        let server = Server()
        server.state.withLock { $0.bringsRefresh = true }
        let file = try TokenFile("access-0\n# ours\norigin https://api.example\nrefresh refresh-0\n")
        let base = ScriptedTransport(try Origin(CredentialsTests.origin)) { request, _ in
            server.answer(request)
        }
        let secrets = try SecretFile(file.path)
        let credentials = try Credentials(bearer: secrets, over: base)
        let transport = try AuthorizedTransport(base, credentials)
        server.expire()
        #expect(await statuses(transport, 1) == ["200"])
        #expect(try file.text == "access-2\n# ours\norigin https://api.example\nrefresh refresh-2\n")
        #expect(try file.mode == 0o600)
        #expect(throws: SecretError.badLine(file.path, number: 3)) {
            try file.write("a\nrefresh b\nrefresh c\n")
            _ = try SecretFile(file.path)
        }
    }

    @Test("a server renews them over a socket")
    func socket() async throws {
        var options = SandboxOptions(seed: 1, tokenSeconds: 86_400)
        options.faults = [try #require(Fault("expire:@3"))]
        let server = try SandboxServer(options)
        defer { server.stop() }
        let base = try CurlTransport(Origin(server.address + "/api/v1"))
        let given = try CurlTransport(Origin(server.address))
        let answer = try await given.send(HTTPRequest(.post, "/sandbox/token"), timeout: patience)
        let text = String(decoding: answer.body, as: UTF8.self)
        let words = text.split(separator: "\"").map(String.init)
        let (token, refresh) = (words[3], words[7])
        let pair = TokenPair(access: BearerToken(try Secret(token)), refresh: try Secret(refresh))
        let renewals = Mutex(0)
        let tokens = try BearerTokens(MemoryTokenStore(pair), by: RefreshRoute(over: base)) { _ in
            renewals.withLock { $0 += 1 }
        }
        let transport = try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
        #expect(await statuses(transport, 20) == Array(repeating: "200", count: 20))
        renewals.withLock { #expect($0 == 1) }
        // A refresh token that nobody gave out, and none.
        for (field, status) in [(["Authorization": "Bearer nobody"], 401), ([:], 400)] as [(HTTPHeaders, Int)]
        {
            let refused = try await base.send(
                HTTPRequest(.post, RefreshRoute.path, headers: field), timeout: patience)
            #expect(refused.status == status)
        }
    }
}
