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
}
