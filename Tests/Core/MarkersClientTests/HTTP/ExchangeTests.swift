import MarkersClient
import StrictJSON
import TestSupport
import Testing

@Suite("Requests and answers")
struct ExchangeTests {
    @Test("Every method arrives as it was asked for", arguments: TransportKind.allCases, HTTPMethod.allCases)
    func methods(kind: TransportKind, method: HTTPMethod) async throws {
        let server = try RawServer { _ in
            answer(200, "done", fields: "ETag: \"a\"\r\nX-Two: 1\r\nx-two: 2\r\n")
        }
        let transport = try kind.transport(server, basePath: "/api/v1")
        let body: [UInt8] = method == .get ? [] : Array("{\"version\":1}".utf8)
        let request = HTTPRequest(
            method, "/markers/1?a=%20b", headers: ["X-One": "1", "X-None": ""], body: body)
        let response = try await transport.send(request, timeout: patience)

        #expect(response.status == 200 && response.body == Array("done".utf8))
        #expect(response.headers["etag"] == "\"a\"")
        let sent = try #require(server.requests.first)
        #expect(sent.head.hasPrefix("\(method.rawValue) /api/v1/markers/1?a=%20b HTTP/1.1\r\n"))
        #expect(sent.body == body && sent.field("host") == "127.0.0.1:\(server.port)")
        #expect(sent.field("x-one") == "1")
        #expect(sent.field("expect") == nil && sent.field("cookie") == nil)
    }

    @Test(
        "Every request says which version of quadcal sent it, or what its program says",
        arguments: TransportKind.allCases)
    func agent(kind: TransportKind) async throws {
        let server = try RawServer { _ in answer() }
        let usual = try kind.transport(server)
        _ = try await usual.send(HTTPRequest(.post, "/"), timeout: patience)
        _ = try await usual.send(HTTPRequest(.get, "/", headers: ["user-agent": "mine/1"]), timeout: patience)
        let own = try kind.transport(server) { $0.userAgent = "viewer/2 (ours)" }
        _ = try await own.send(HTTPRequest(.get, "/"), timeout: patience)
        #expect(
            server.requests.map { $0.field("user-agent") } == [
                "quadcal/\(QuadcalVersion.text)", "mine/1", "viewer/2 (ours)",
            ])
        let broken = try kind.transport(server) { $0.userAgent = "a\r\nX-Two: 2" }
        #expect(await failure(of: broken)?.code == .invalidRequest)
    }

    @Test("A field may come twice and be empty", arguments: [TransportKind.curl])
    func fields(kind: TransportKind) async throws {
        let server = try RawServer { _ in answer(200, "", fields: "X-Two: 1\r\nx-two:\r\n") }
        let transport = try kind.transport(server)
        let response = try await transport.send(
            HTTPRequest(.get, "/", headers: ["X-None": ""]), timeout: patience)
        #expect(response.headers.values("X-Two") == ["1", ""])
        let sent = try #require(server.requests.first)
        #expect(sent.field("x-none") == "" && sent.field("accept-encoding") == nil)
    }

    @Test("A method without a body says that it has none", arguments: TransportKind.allCases)
    func noBody(kind: TransportKind) async throws {
        let server = try RawServer { _ in "HTTP/1.1 204 No Content\r\n\r\n" }
        let transport = try kind.transport(server)
        for method in [HTTPMethod.post, .put, .patch] {
            #expect(try await transport.send(HTTPRequest(method, "/"), timeout: patience).status == 204)
        }
        #expect(server.requests.map { $0.field("content-length") } == ["0", "0", "0"])
        #expect(server.requests.allSatisfy { $0.field("content-type") == nil })
    }

    @Test("A large body arrives whole, and a large answer up to the limit", arguments: TransportKind.allCases)
    func large(kind: TransportKind) async throws {
        let size = 3 << 20
        let server = try RawServer { answer(200, String(repeating: "x", count: $0.body.count)) }
        let transport = try kind.transport(server) { $0.largestAnswer = size - 1 }
        var request = HTTPRequest(.post, "/", body: [UInt8](repeating: 1, count: size))
        request.largestAnswer = size
        #expect(try await transport.send(request, timeout: patience).body.count == size)
        request.largestAnswer = nil
        let error = await failure(of: transport, request)
        #expect(error?.code == .tooLarge && error?.mayHaveArrived == true)
    }

    @Test(
        "Chunks, informational answers and trailers are read as HTTP has them",
        arguments: TransportKind.allCases)
    func chunks(kind: TransportKind) async throws {
        let server = try RawServer { _ in
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
                + "\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\nX-Sum: 1\r\n\r\n"
        }
        try await kind.expecting(.informationalAnswer) {
            let response = try await kind.transport(server).send(HTTPRequest(.get, "/"), timeout: patience)
            #expect(response.status == 200 && response.body == Array("abc".utf8))
            #expect(response.headers["Link"] == nil && response.headers["X-Sum"] == nil)
        }
    }

    @Test("Connections are kept, but for a request that wants its own", arguments: TransportKind.allCases)
    func connections(kind: TransportKind) async throws {
        let server = try RawServer { _ in answer() }
        let transport = try kind.transport(server)
        for _ in 0..<3 { _ = try await transport.send(HTTPRequest(.get, "/"), timeout: patience) }
        var request = HTTPRequest(.post, "/")
        request.mayReuseConnection = false
        for _ in 0..<2 { _ = try await transport.send(request, timeout: patience) }
        _ = try await transport.send(HTTPRequest(.get, "/"), timeout: patience)
        let connections = server.requests.map(\.connection)
        #expect(connections.prefix(3).allSatisfy { $0 == 1 } && connections.last == 1)
        #expect(Set(connections[3..<5]).count == 2 && !connections[3..<5].contains(1))
    }

    @Test("Many requests at a time get each its own answer", arguments: TransportKind.allCases)
    func manyAtATime(kind: TransportKind) async throws {
        let server = try RawServer { answer(200, String($0.path)) }
        let transport = try kind.transport(server) { $0.mostConnections = 4 }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let response = try await transport.send(HTTPRequest(.get, "/\(index)"), timeout: patience)
                    return response.body == Array("/\(index)".utf8)
                }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
        #expect(server.connectionCount <= 4)
    }

    @Test(
        "What would be written as something else is refused before it is sent",
        arguments: TransportKind.allCases,
        [
            HTTPRequest(.get, ""), HTTPRequest(.get, "x"), HTTPRequest(.get, "/a b"),
            HTTPRequest(.get, "/a#b"),
            HTTPRequest(.get, "/a\r\nX: y"), HTTPRequest(.get, "/\u{0}"), HTTPRequest(.get, "/ü"),
            HTTPRequest(.get, "/" + String(repeating: "x", count: 8 << 10)),
            HTTPRequest(.get, "/", body: [1]),
            HTTPRequest(.get, "/", headers: ["A": "b\r\nC: d"]),
            HTTPRequest(.get, "/", headers: ["A b": "c"]),
            HTTPRequest(.get, "/", headers: ["": "c"]), HTTPRequest(.get, "/", headers: ["HOST": "c"]),
            HTTPRequest(.get, "/", headers: ["Content-Length": "1"]),
            HTTPRequest(.get, "/", headers: ["A": "\u{0}"]),
            HTTPRequest(.get, "/", headers: ["A": String(repeating: "x", count: 16 << 10)]),
        ])
    func invalid(kind: TransportKind, request: HTTPRequest) async throws {
        let server = try RawServer { _ in answer() }
        let error = await failure(of: try kind.transport(server), request)
        #expect(error?.code == .invalidRequest && error?.mayHaveArrived == false)
        #expect(server.connectionCount == 0)
    }
}
