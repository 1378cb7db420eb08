import TestSupport
import Testing

@testable import HTTPServer

@Suite("A server in a crowd")
struct CrowdTests {
    /// Clients at once: 2,000 of them take seconds to connect.
    private static let crowd = Effort.current == .quick ? 500 : 2000
    private static let requests = 50

    @Test(
        "serves others while a crowd is silent, or never comes to the end of its requests",
        arguments: [
            "", "GET /", "POST /api/v1/spaces HTTP/1.1\r\nHost: a\r\n", "X",
        ])
    func held(beginning: String) throws {
        let (listener, port) = try EchoServer().start()
        defer { listener.stop() }
        let crowd = try (0..<CrowdTests.crowd).map { number in
            let client = try RawClient(port: port)
            // A few of each kind, whatever most of them do.
            client.send((number % 10 == 0 ? "GET /api" : beginning).utf8)
            return client
        }
        for _ in 0..<CrowdTests.requests {
            let client = try RawClient(port: port)
            for _ in 0..<2 {
                client.send("GET", "/health", port: port)
                #expect(client.answer()?.status == 200)
            }
        }
        #expect(crowd.count == CrowdTests.crowd)
    }

    @Test("T3: bodies that are not complete are bounded together, and whole ones go on")
    func bodies() throws {
        var limits = ListenerLimits()
        limits.incomingBytes = 4 << 20
        let (listener, port) = try EchoServer().start(limits: limits)
        defer { listener.stop() }
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let head =
            "POST /api HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.count + 1)\r\n\r\n"
        // Each lacks its last byte, and those that have waited longest end.
        let crowd = try (0..<12).map { _ in
            let client = try RawClient(port: port)
            client.send(head.utf8)
            client.send(body)
            return client
        }
        let whole = try RawClient(port: port)
        whole.send("POST", "/api", String(repeating: "y", count: 1 << 19), port: port)
        #expect(whole.answer()?.status == 200)
        crowd.last?.send("x".utf8)
        #expect(crowd.last?.answer()?.status == 200)
        #expect(crowd.dropLast(5).allSatisfy { $0.answer() == nil })
    }
}
