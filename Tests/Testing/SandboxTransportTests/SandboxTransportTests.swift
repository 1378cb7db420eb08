import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import SandboxTransport
import Testing

/// Longer than any answer takes.
let patience = Duration.seconds(30)

@Suite("A transport into a sandbox of this process")
struct SandboxTransportTests {
    private static let quad = Quad([0, 1, 0], [0.2, 1, 0], [0.2, 0.9, 0], [0, 0.9, 0])

    @Test("carries an app's whole work, through the typed protocol")
    func wholeWork() async throws {
        let transport = try SandboxTransport(SandboxOptions(seed: 1))
        let service: any MarkersService = MarkersAPI(transport)
        let space = try await service.createSpace(CreateSpace(key: "hall", name: "Hall"))
        let session = try await service.createWorkSession(CreateWorkSession(in: space.id))
        let made = try await service.createMarkers(
            [CreateMarker(in: session.id, label: "a", Self.quad)], in: session.id)
        let changed = try await service.updateMarker(made[0], UpdateMarker(label: "b"))
        #expect(changed.label == "b")
        #expect(try await service.markers(of: session.id).elements.map(\.label) == ["b"])
        #expect(try await service.marker(changed.id).label == "b")
        #expect(try await service.workSessions(in: space.id).elements.map(\.id) == [session.id])
        #expect(try await service.spaces().elements.map(\.key) == ["hall"])
        _ = try await service.updateSpace(space.id, UpdateSpace(name: "Great hall"))
        #expect(try await service.space(space.id).name == "Great hall")
        let now = try await service.workSession(session.id)
        #expect(try await service.updateWorkSession(now, UpdateWorkSession(state: .done)).id == now.id)
        try await service.deleteMarker(changed.id)
        try await service.deleteWorkSession(session.id)
        try await service.deleteSpace(space.id)
        #expect(try await service.spaces().elements.isEmpty)
        #expect(transport.effects.count == 9)
        #expect(transport.requests.count == transport.requestCount)
        #expect(transport.requests.allSatisfy { $0.status.map { $0 < 300 } ?? false })
    }

    /// The knowledge of a client after a fault: the outcome, the code, and whether there was an effect.
    private func outcome(
        _ fault: String, of kind: Kind, timeout: Duration = .seconds(2)
    ) async throws -> [String] {
        let options = SandboxOptions(seed: 1)
        let body = Array(#"{"key":"hall","name":"hall"}"#.utf8)
        let request = HTTPRequest(
            .post, "/spaces", headers: ["Content-Type": "application/json"], body: body,
            mayReuseConnection: false)
        let faults = [try #require(Fault(fault))]
        let api: MarkersAPI, effects: () -> Int, fired: () -> Int, end: () -> Void
        switch kind {
        case .socket:
            let server = try SandboxServer(options)
            server.meet(faults)
            api = MarkersAPI(try CurlTransport(Origin(server.address + "/api/v1")), timeout: timeout)
            (effects, fired, end) = ({ server.effects.count }, { server.faults.count }, { server.stop() })
        case .direct:
            let transport = try SandboxTransport(options)
            transport.meet(faults)
            api = MarkersAPI(transport, timeout: timeout)
            (effects, fired, end) = ({ transport.effects.count }, { transport.faults.count }, {})
        }
        defer { end() }
        let text: String
        switch await api.outcome(of: request) {
        case .applied(let response): text = "applied \(response.status) \(response.body.count)"
        case .notApplied(let failure): text = "not applied \(failure.code)"
        case .unknown(let failure): text = "unknown \(failure.code)"
        }
        return [text, "\(effects()) effects", "\(fired()) faults"]
    }

    private enum Kind { case socket, direct }

    @Test(
        "meets every fault of requests as over a socket: the same outcome, effects and ledger",
        arguments: [
            "503:1:before", "503:1:after", "404:1", "429=1:1", "429-date=1:1", "429-garbage:1", "html-200:1",
            "html-200:1:after", "latency=50:1:before", "latency=50:1:after", "drip=1:1", "reset:1:before",
            "reset:1:after", "close:1:before", "close:1:after", "truncate:1", "long:1", "short:1",
            "answer-twice:1", "answer-late-on-next:1", "answers-behind:1", "expire:1",
        ])
    func faults(fault: String) async throws {
        let direct = try await outcome(fault, of: .direct)
        #expect(direct == (try await outcome(fault, of: .socket)), "\(fault)")
    }

    @Test("times out like a server that does not answer, which has its effect all the same")
    func timeout() async throws {
        let fault = "latency=60000:1:after", limit = Duration.milliseconds(100)
        let direct = try await outcome(fault, of: .direct, timeout: limit)
        #expect(direct == ["unknown TIMEOUT", "1 effects", "1 faults"])
        #expect(direct == (try await outcome(fault, of: .socket, timeout: limit)))
    }

    @Test("serves nobody while it restarts, and keeps what it has")
    func restart() async throws {
        let transport = try SandboxTransport(SandboxOptions(seed: 1)), api = MarkersAPI(transport)
        _ = try await api.createSpace(CreateSpace(key: "hall", name: "hall"))
        transport.meet([try #require(Fault("restart=0.2:@1:GET"))])
        let request = HTTPRequest(.get, "/spaces")
        for code in [TransportError.Code.connectionLost, .unreachable] {
            let error = await #expect(throws: TransportError.self) {
                _ = try await transport.send(request, timeout: patience)
            }
            #expect(error?.code == code)
        }
        try await Task.sleep(for: .milliseconds(250))
        #expect(try await api.spaces().elements.count == 1)
    }

    @Test("wants tokens as a server does, and gives them out at its root")
    func tokens() async throws {
        let transport = try SandboxTransport(SandboxOptions(seed: 1, tokenSeconds: 60))
        let request = HTTPRequest(.get, "/spaces")
        #expect(try await transport.send(request, timeout: patience).status == 401)
        let given = try await transport.root.send(HTTPRequest(.post, "/sandbox/token"), timeout: patience)
        let refresh = try Secret(#require(try JSONValue(given.body)["refresh_token"]?.string))
        let tokens = try BearerTokens(
            MemoryTokenStore(TokenPair(access: nil, refresh: refresh)), by: RefreshRoute(over: transport))
        let authorized = try AuthorizedTransport(
            transport, Credentials(bearer: tokens, for: transport.origin))
        #expect(try await authorized.send(request, timeout: patience).status == 200)
        let log = try await transport.root.send(HTTPRequest(.get, "/sandbox/requests"), timeout: patience)
        #expect(
            try JSONValue(log.body).elements.compactMap { $0["path"]?.string } == [
                "/api/v1/spaces", "/sandbox/token", "/api/v1/auth/refresh-token", "/api/v1/spaces",
            ])
    }

    @Test("refuses what no transport would send, and what no server would take")
    func refusals() async throws {
        let transport = try SandboxTransport()
        for request in [HTTPRequest(.get, "spaces"), HTTPRequest(.get, "/", headers: ["Host": "a"])] {
            let error = await #expect(throws: TransportError.self) {
                _ = try await transport.send(request, timeout: patience)
            }
            #expect(error?.code == .invalidRequest)
        }
        #expect(transport.requestCount == 0)
        let socket = HTTPRequest(.get, "/events/live")
        #expect(try await transport.send(socket, timeout: patience).status >= 400)
        let dotted = HTTPRequest(.get, "/spaces/%2e%2e/x")
        #expect(try await transport.send(dotted, timeout: patience).status == 400)
    }
}
