import Foundation
import Markers
import PushSimulation
import QuadGeometry
import TestSupport
import Testing

@testable import MarkersEndpoint
@testable import MarkersJobs

@Suite("The routes of the server")
struct RouteTests {
    /// Notes every request, and answers the first whose method and path are known.
    private actor Recorder: Transport {
        private(set) var requests: [HTTPRequest] = []
        private let answers: [String: [HTTPResponse]]
        private var used: [String: Int] = [:]

        init(_ answers: [String: [HTTPResponse]]) { self.answers = answers }

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            requests.append(request)
            let name = request.method.rawValue + " " + request.path
            guard let list = answers[name], let last = list.last else { return HTTPResponse(404) }
            let place = used[name, default: 0]
            used[name] = place + 1
            return place < list.count ? list[place] : last
        }

        var lines: [String] {
            requests.map { "\($0.method.rawValue) \($0.path) \(String(decoding: $0.body, as: UTF8.self))" }
        }
    }

    private static let session = MarkerServer.session
    private static let id = MarkerServer.session.wireText

    private static func json(_ text: String, _ status: Int = 200) -> HTTPResponse {
        HTTPResponse(status, body: Array(text.utf8))
    }

    @Test("no laser guide, and no details yet, are no errors; anything else missing is")
    func missing() async throws {
        let api = MarkersAPI(Recorder([:]), clock: TestClock())
        #expect(try await api.laserGuide(of: WireID("s")) == nil)
        #expect(try await api.details(of: Self.session) == nil)
        let error = await #expect(throws: APIError.self) { try await api.workSession(Self.session) }
        #expect(error?.isMissing == true && error?.code == "HTTP_404")
    }

    @Test("queries and names in paths are encoded")
    func encoded() async throws {
        let recorder = Recorder([:])
        let api = MarkersAPI(recorder, clock: TestClock())
        _ = try? await api.spaces(key: "a b&c=\u{e9}/..", includingInactive: true)
        _ = try? await api.space(WireID("../x?y"))
        try? await api.withdraw("A/B", from: Self.session)
        #expect(
            await recorder.requests.map(\.path) == [
                "/spaces?key=a%20b%26c%3D%C3%A9%2F..&include_inactive=true",
                "/spaces/..%2Fx%3Fy", "/presence/\(Self.id)/A%2FB",
            ])
    }

    @Test("reads are repeated; what makes something is sent once, on a connection of its own")
    func repetitions() async throws {
        let clock = TestClock()
        let recorder = Recorder([
            "GET /health": [
                HTTPResponse(503), HTTPResponse(429, headers: ["Retry-After": "7"]), Self.json("{}"),
            ],
            "POST /spaces": [HTTPResponse(503)],
        ])
        let api = MarkersAPI(recorder, clock: clock)
        try await api.health()
        #expect(await recorder.requests.count == 3)
        #expect(clock.now >= .seconds(7))
        let error = await #expect(throws: APIError.self) { try await api.createSpace(Array("{}".utf8)) }
        guard case .failed(let failure, let mayBeApplied)? = error else { return }
        #expect(failure.status == 503 && mayBeApplied)
        #expect(await recorder.requests.count == 4)
        #expect(await recorder.requests.last?.mayReuseConnection == false)
    }

    @Test("what is removed may be gone already once an answer was lost, not before")
    func removal() async throws {
        let path = "DELETE /markers/\(Self.id)"
        let lost = Recorder([path: [HTTPResponse(502), HTTPResponse(404)]])
        try await MarkersAPI(lost, clock: TestClock()).deleteMarker(Self.session)
        let never = MarkersAPI(Recorder([:]), clock: TestClock())
        let error = await #expect(throws: APIError.self) { try await never.deleteMarker(Self.session) }
        #expect(error?.isMissing == true)
    }

    @Test("a lock is taken by the routes the server has, counts as lost in time, and is given back")
    func locks() async throws {
        let new = "/locks/work-sessions/\(Self.id)", old = "/locks/\(Self.id)"
        let held = Self.json(#"{"acquired":true,"token":"t"}"#), released = Self.json(#"{"released":true}"#)
        for (answers, last) in [
            (
                ["POST \(new)": [held], "POST \(new)/extend": [held], "POST \(new)/unlock": [released]],
                "POST \(new)/unlock {\"token\":\"t\"}"
            ),
            (
                ["POST \(old)": [held], "POST \(old)/extend": [held], "DELETE \(old)": [released]],
                "DELETE \(old) {\"token\":\"t\"}"
            ),
        ] {
            let recorder = Recorder(answers)
            let lock = try #require(
                try await SessionLock.take(Self.session, MarkersAPI(recorder, clock: SystemClock())))
            #expect(await lock.holds(for: .seconds(30)))
            #expect(await !lock.holds(for: .seconds(SessionLock.seconds)))
            await lock.release()
            #expect(await !lock.holds(for: .zero))
            #expect(await recorder.lines.last == last)
        }
        for busy in [Self.json(#"{"acquired":false}"#), HTTPResponse(409), HTTPResponse(423)] {
            let api = MarkersAPI(Recorder(["POST \(new)": [busy]]), clock: SystemClock())
            #expect(try await SessionLock.take(Self.session, api) == nil)
        }
    }

    @Test("a lock that was left behind is used again while the server knows it")
    func lockLeftBehind() async throws {
        let route = "POST /locks/work-sessions/\(Self.id)"
        let ticket = LockTicket(Self.session, .workSessions, token: "t")
        let held = Recorder(["\(route)/extend": [Self.json(#"{"acquired":true}"#)]])
        let resumed = await SessionLock.resume(ticket, MarkersAPI(held, clock: SystemClock()))
        let lock = try #require(resumed)
        #expect(await lock.ticket == ticket)
        #expect(await lock.holds(for: .seconds(30)))
        #expect(await held.lines == ["\(route)/extend {\"token\":\"t\",\"ttl_seconds\":60}"])
        for lost in [Self.json(#"{"acquired":false}"#), HTTPResponse(404), HTTPResponse(409)] {
            let api = MarkersAPI(Recorder(["\(route)/extend": [lost]]), clock: SystemClock())
            #expect(await SessionLock.resume(ticket, api) == nil)
        }
        let stored = try JSONValue(LockTicket.json([ticket])).elements.compactMap(LockTicket.init)
        #expect(stored == [ticket])
    }

    @Test("logs have method, path and status, and nothing of bodies")
    func log() async throws {
        let lines = AsyncStream<RequestRecord>.makeStream()
        let recorder = Recorder(["POST /presence/\(Self.id)": [Self.json("{}")]])
        let api = MarkersAPI(recorder, clock: TestClock()) { lines.continuation.yield($0) }
        try await api.announce("secret", in: Self.session)
        var iterator = lines.stream.makeAsyncIterator()
        let line = try #require(await iterator.next())
        #expect(line.method == .post && line.status == 200 && line.code == nil)
        #expect(!"\(line)".contains("secret"))
    }
}
