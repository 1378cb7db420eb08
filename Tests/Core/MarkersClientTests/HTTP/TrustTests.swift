import Foundation
import MarkersClient
import TestSupport
import Testing

@Suite("Whom a transport trusts")
struct TrustTests {
    static let canary = "canary-7f3a"

    @Test("A server of a private authority is trusted where that is named, and only then")
    func privateAuthority() async throws {
        let authority = try TestAuthority()
        let server = try authority.server("IP:127.0.0.1")
        defer { withExtendedLifetime(server) {} }
        let origin = try Origin("https://127.0.0.1:\(server.port)")
        let trusting = try TransportKind.curl.transport(to: origin) {
            $0.authorities = authority.certificates
        }
        for _ in 0..<2 {
            #expect(try await trusting.send(HTTPRequest(.get, "/ok"), timeout: patience).status == 200)
        }
        for kind in TransportKind.allCases {
            try await kind.expecting(.unnamedErrorOfTLS) {
                let error = await failure(of: try kind.transport(to: origin), HTTPRequest(.get, "/ok"))
                #expect(error?.code == .tls && error?.mayHaveArrived == false, "\(kind)")
            }
        }
    }

    @Test(
        "A certificate that is over, or another's, is refused",
        arguments: [("IP:127.0.0.1", -1), ("DNS:other", 2)])
    func wrongCertificate(name: String, days: Int) async throws {
        let authority = try TestAuthority()
        let server = try authority.server(name, days: days)
        defer { withExtendedLifetime(server) {} }
        let origin = try Origin("https://127.0.0.1:\(server.port)")
        let transport = try TransportKind.curl.transport(to: origin) {
            $0.authorities = authority.certificates
        }
        let error = await failure(of: transport, HTTPRequest(.get, "/ok"))
        #expect(error?.code == .tls && error?.mayHaveArrived == false)
    }

    @Test(
        "A server that does not speak TLS is no secure one, and gets nothing",
        arguments: TransportKind.allCases)
    func plainServer(kind: TransportKind) async throws {
        let server = try RawServer { connection in
            connection.waitForPeer()
            connection.write(answer())
        }
        try await kind.expecting(.unnamedErrorOfTLS) {
            let error = await failure(of: try kind.transport(to: Origin("https://127.0.0.1:\(server.port)")))
            #expect(error?.code == .tls && error?.mayHaveArrived == false)
        }
        #expect(server.requests.isEmpty)
    }

    @Test("Authorities that cannot be read are told before anything is sent")
    func noAuthorities() throws {
        let error = #expect(throws: TransportError.self) {
            try TransportKind.curl.transport(to: Origin("https://127.0.0.1")) {
                $0.authorities = "/nowhere/ca.pem"
            }
        }
        #expect(error?.code == .tls && error?.detail.contains("/nowhere/ca.pem") == true)
    }

    @Test(
        "A redirect is an answer like any other: nobody else hears of it", arguments: TransportKind.allCases,
        [301, 302, 303, 307, 308])
    func redirect(kind: TransportKind, status: Int) async throws {
        let other = try RawServer { _ in answer() }
        let elsewhere = "127.0.0.1:\(other.port)/x"
        let places = [
            "http://\(elsewhere)", "https://\(elsewhere)", "//\(elsewhere)", "file:///etc/hostname", "/x",
        ]
        for place in places {
            let server = try RawServer { request in answer(status, fields: "Location: \(place)\r\n") }
            let transport = try kind.transport(server)
            let headers: HTTPHeaders = ["Authorization": "Bearer \(Self.canary)", "X-Api-Key": Self.canary]
            for method in [HTTPMethod.get, .patch] {
                let body: [UInt8] = method == .get ? [] : [1]
                let request = HTTPRequest(method, "/", headers: headers, body: body)
                let response = try await transport.send(request, timeout: patience)
                #expect(response.status == status && response.headers["Location"] == place)
            }
            #expect(server.requests.count == 2 && other.connectionCount == 0, "\(place)")
        }
    }

    @Test("Loopback goes through no proxy, whatever the environment or an option says")
    func loopback() async throws {
        await #expect(processExitsWith: .success) {
            let server = try RawServer { _ in answer(200, "direct") }
            let proxy = try RawServer { _ in answer(200, "proxied") }
            let address = "http://127.0.0.1:\(proxy.port)"
            for name in ["http_proxy", "https_proxy", "all_proxy"] { setenv(name, address, 1) }
            for choice in [TransportOptions.Proxy.environment, .none, .server(try Origin(address))] {
                let transport = try TransportKind.curl.transport(server) { $0.proxy = choice }
                let response = try await transport.send(HTTPRequest(.get, "/"), timeout: patience)
                try #require(response.body == Array("direct".utf8))
            }
            try #require(proxy.connectionCount == 0)

            let elsewhere = try Origin("http://nobody.invalid")
            let asked = try TransportKind.curl.transport(to: elsewhere)
            let response = try await asked.send(HTTPRequest(.get, "/a"), timeout: patience)
            try #require(response.body == Array("proxied".utf8))
            try #require(proxy.requests.map(\.path) == ["http://nobody.invalid/a"])
            let direct = try TransportKind.curl.transport(to: elsewhere) { $0.proxy = .none }
            try #require(await failure(of: direct)?.code == .unresolved)
        }
    }

    @Test("A proxy that refuses to connect brought nothing to the server")
    func refusingProxy() async throws {
        let proxy = try RawServer { _ in answer(403, "no") }
        let address = try Origin("http://127.0.0.1:\(proxy.port)")
        let transport = try TransportKind.curl.transport(to: Origin("https://nobody.invalid")) {
            $0.proxy = .server(address)
        }
        let error = await failure(of: transport, HTTPRequest(.patch, "/", body: [1]))
        #expect(error?.code == .unreachable && error?.mayHaveArrived == false)
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }
}
