import Markers
import MarkersClient
import MarkersSandbox
import Testing

/// A sandbox that wants tokens, and a client with a pair of which the access token is over.
struct TokenRefreshScene {
    let server: SandboxServer
    let base: CurlTransport
    let tokens: BearerTokens
    let transport: AuthorizedTransport
    let store: MemoryTokenStore

    /// - Parameters:
    ///   - faults: The faults, as the tool takes them.
    ///   - refresh: The refresh token in place of the one that the server gave.
    ///   - isOver: Whether the access token is one that the server does not know.
    init(
        _ options: SandboxOptions = SandboxOptions(seed: 1, tokenSeconds: 86_400), faults: [String] = [],
        refresh: String? = nil, isOver: Bool = true
    ) async throws {
        server = try SandboxServer(options)
        base = try CurlTransport(Origin(server.address + "/api/v1"))
        let given = try await Self.pair(of: server)
        let pair = TokenPair(
            access: isOver ? BearerToken(try Secret("over")) : given.access,
            refresh: try refresh.map { try Secret($0) } ?? given.refresh)
        store = MemoryTokenStore(pair)
        tokens = try BearerTokens(store, by: RefreshRoute(over: base))
        transport = try AuthorizedTransport(base, Credentials(bearer: tokens, for: base.origin))
        server.meet(try faults.map { try #require(Fault($0)) })
    }

    /// A pair that the server gives.
    static func pair(of server: SandboxServer) async throws -> TokenPair {
        let root = try CurlTransport(Origin(server.address))
        let answer = try await root.send(HTTPRequest(.post, "/sandbox/token"), timeout: patience)
        let body = try JSONValue(answer.body)
        return TokenPair(
            access: BearerToken(try Secret(#require(body["token"]?.string))),
            refresh: try Secret(#require(body["refresh_token"]?.string)))
    }

    /// The counts of the server's own log: the requests for tokens, and all others but those for the first pair.
    var counts: (renewals: Int, others: Int) {
        let all = server.requests.filter { !$0.path.hasPrefix("/sandbox/") }
        let renewals = all.count { $0.path == "/api/v1" + RefreshRoute.path }
        return (renewals, all.count - renewals)
    }

    /// The statuses of so many requests at once; the codes of those that were not sent.
    func results(_ count: Int) async -> [String: Int] {
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
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }
}
