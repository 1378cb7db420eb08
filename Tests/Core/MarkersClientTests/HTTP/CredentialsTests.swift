import Foundation
import MarkersClient
import Synchronization
import Testing

@Suite("Credentials")
struct CredentialsTests {
    static let origin = "https://api.example/api/v1"

    /// A server that accepts one token at a time, and the number of times it was asked for another.
    final class TokenServer: Sendable {
        private let state = Mutex((valid: 0, renewals: 0, seen: [String]()))

        var renewals: Int { state.withLock { $0.renewals } }
        var seen: [String] { state.withLock { $0.seen } }

        func expire() { state.withLock { $0.valid += 1 } }

        func answer(_ request: HTTPRequest) -> HTTPResponse {
            state.withLock {
                $0.seen.append(request.headers["authorization"] ?? "none")
                return HTTPResponse($0.seen.last == "Bearer token-\($0.valid)" ? 200 : 401)
            }
        }

        /// The token that is valid.
        func renew() throws(TransportError) -> BearerToken {
            let valid = state.withLock {
                $0.renewals += 1
                return $0.valid
            }
            return try CredentialsTests.token("token-\(valid)")
        }

        func transport() throws -> ScriptedTransport {
            ScriptedTransport(try Origin(CredentialsTests.origin)) { request, _ in self.answer(request) }
        }

        func credentials() throws -> Credentials {
            let tokens = BearerTokens(nil) { _ throws(TransportError) in
                await Task.yield()
                return try self.renew()
            }
            return try Credentials(bearer: tokens, for: Origin(CredentialsTests.origin))
        }
    }

    static func token(_ text: String) throws(TransportError) -> BearerToken {
        guard let secret = try? Secret(text) else {
            throw TransportError(.unauthorized, mayHaveArrived: false, "")
        }
        return BearerToken(secret)
    }

    @Test("They go to one server only, over https, to this machine or to a named host")
    func binding() throws {
        let secret = try Secret("abc")
        for text in ["https://a", "http://127.0.0.1:8080", "http://localhost"] {
            #expect(throws: Never.self) { try Credentials(field: "X-Api-Key", secret, for: Origin(text)) }
        }
        #expect(throws: CredentialsError.inTheClear(host: "a")) {
            try Credentials(field: "X-Api-Key", secret, for: Origin("http://a"))
        }
        #expect(throws: CredentialsError.inTheClear(host: "a")) {
            try Credentials(bearer: BearerTokens(nil), for: Origin("http://a"), plainHosts: ["b"])
        }
        let named = try Credentials(field: "X-Api-Key", secret, for: Origin("http://a"), plainHosts: ["a"])
        let elsewhere = ScriptedTransport(try Origin("http://a:81")) { _, _ in HTTPResponse(200) }
        #expect(throws: CredentialsError.otherServer(elsewhere.origin, bound: named.origin)) {
            try AuthorizedTransport(elsewhere, named)
        }
    }

    @Test("A field of a request does not stand beside that of the credentials")
    func field() async throws {
        let scripted = ScriptedTransport(try Origin(Self.origin)) { request, _ in
            HTTPResponse(request.headers.values("x-api-key") == ["abc"] ? 200 : 400)
        }
        let credentials = try Credentials(field: "X-Api-Key", Secret("abc"), for: Origin(Self.origin))
        let transport = try AuthorizedTransport(scripted, credentials)
        let request = HTTPRequest(.get, "/", headers: ["x-api-key": "other"])
        #expect(try await transport.send(request, timeout: patience).status == 200)
    }

    @Test("Of 32 requests under a token that ended, all succeed by one renewal")
    func singleFlight() async throws {
        let server = TokenServer()
        let transport = try AuthorizedTransport(server.transport(), server.credentials())
        #expect(try await transport.send(HTTPRequest(.get, "/"), timeout: patience).status == 200)
        server.expire()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    try await transport.send(HTTPRequest(.patch, "/", body: [1]), timeout: patience).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count == 32 && statuses.allSatisfy { $0 == 200 })
        #expect(server.renewals == 2, "one to begin with, one for all")
    }

    @Test("A token that the server never takes is tried twice, and a request with no other way once")
    func oneReplay() async throws {
        let server = TokenServer()
        let never = BearerTokens(nil) { _ throws(TransportError) in
            return try Self.token("wrong")
        }
        let origin = try Origin(Self.origin)
        let stubborn = try AuthorizedTransport(server.transport(), Credentials(bearer: never, for: origin))
        #expect(try await stubborn.send(HTTPRequest(.get, "/"), timeout: patience).status == 401)
        #expect(server.seen.count == 2)
        let fixed = BearerTokens(BearerToken(try Secret("wrong")))
        let single = try AuthorizedTransport(server.transport(), Credentials(bearer: fixed, for: origin))
        #expect(try await single.send(HTTPRequest(.get, "/"), timeout: patience).status == 401)
        #expect(server.seen.count == 3)
    }

    @Test("A renewal that fails is reported to all who wait, and tried again by the next")
    func failedRenewal() async throws {
        let calls = Mutex(0)
        let tokens = BearerTokens(nil) { _ throws(TransportError) in
            let call = calls.withLock {
                $0 += 1; return $0
            }
            guard call > 1 else { throw TransportError(.timeout, mayHaveArrived: true, "slow") }
            return try Self.token("token-0")
        }
        let origin = try Origin(Self.origin)
        let transport = try AuthorizedTransport(
            TokenServer().transport(), Credentials(bearer: tokens, for: origin))
        let error = await failure(of: transport)
        #expect(error?.code == .timeout && error?.mayHaveArrived == false)
        #expect(try await transport.send(HTTPRequest(.get, "/"), timeout: patience).status == 200)
    }

    @Test("A token near its end is used as long as there is no other")
    func noOtherToken() async throws {
        let time = Mutex(Duration.zero)
        let tokens = BearerTokens(
            BearerToken(try Secret("token-0"), lifetime: .seconds(40)),
            renew: { _ throws(TransportError) in throw TransportError(.unreachable, mayHaveArrived: false, "")
            },
            now: { time.withLock { $0 } })
        time.withLock { $0 = .seconds(30) }
        let origin = try Origin(Self.origin)
        let transport = try AuthorizedTransport(
            TokenServer().transport(), Credentials(bearer: tokens, for: origin))
        #expect(try await transport.send(HTTPRequest(.get, "/"), timeout: patience).status == 200)
    }

    @Test("Who stops waiting for a token is let go, and the others get it")
    func cancelledWaiter() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let tokens = BearerTokens(nil) { _ throws(TransportError) in
            for await _ in gate { break }
            return try Self.token("token-0")
        }
        let origin = try Origin(Self.origin)
        let transport = try AuthorizedTransport(
            TokenServer().transport(), Credentials(bearer: tokens, for: origin))
        let leaving = Task { await failure(of: transport) }
        let staying = Task { try await transport.send(HTTPRequest(.get, "/"), timeout: patience).status }
        leaving.cancel()
        let error = await leaving.value
        #expect(error?.code == .cancelled && error?.mayHaveArrived == false)
        opening.yield()
        #expect(try await staying.value == 200)
    }

    /// A web token with these claims; nobody checks its signature here.
    static func webToken(_ claims: String) throws -> Secret {
        let part = Data(claims.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        return try Secret("e30.\(part).c2ln")
    }

    @Test("A web token tells how long it lives by its own two dates")
    func webTokens() throws {
        let hour = BearerToken(try Self.webToken(#"{"iat":1000,"exp":4600,"sub":"???>>>"}"#))
        #expect(hour.lifetime == .seconds(3600))
        for claims in ["{}", "[]", "x", #"{"exp":4600}"#, #"{"iat":9,"exp":1}"#, #"{"iat":0,"exp":1e300}"#] {
            #expect(BearerToken(try Self.webToken(claims)).lifetime == nil, "\(claims)")
        }
        #expect(BearerToken(try Secret("a.b")).lifetime == nil)
        #expect(BearerToken(try Secret("abc"), lifetime: .seconds(1)).lifetime == .seconds(1))
    }

    @Test("A token is renewed before it ends, and a short-lived one at half of its life")
    func margin() async throws {
        for (lifetime, renewedAt) in [(600, 570), (40, 20)] as [(Int, Int)] {
            let time = Mutex(Duration.zero), renewals = Mutex(0)
            let tokens = BearerTokens(
                BearerToken(try Secret("token-0"), lifetime: .seconds(lifetime)),
                renew: { _ throws(TransportError) in
                    renewals.withLock { $0 += 1 }
                    return try Self.token("token-0")
                }, now: { time.withLock { $0 } })
            let origin = try Origin(Self.origin)
            let transport = try AuthorizedTransport(
                TokenServer().transport(), Credentials(bearer: tokens, for: origin))
            for (second, expected) in [(0, 0), (renewedAt - 1, 0), (renewedAt, 1), (renewedAt, 1)] {
                time.withLock { $0 = .seconds(second) }
                _ = try await transport.send(HTTPRequest(.get, "/"), timeout: patience)
                #expect(renewals.withLock { $0 } == expected, "\(second) s of \(lifetime)")
            }
        }
    }
}
