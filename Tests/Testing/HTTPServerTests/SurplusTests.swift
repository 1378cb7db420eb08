import TestSupport
import Testing

@testable import HTTPServer

@Suite("Bytes that nobody asked for")
struct SurplusTests {
    /// The bodies that requests get on one connection to a server whose first answer leaves something over.
    private static func texts(_ surplus: Delivery.Surplus, _ paths: String...) throws -> [String] {
        let (listener, port) = try EchoServer(change: { delivery in
            if String(decoding: delivery.bytes, as: UTF8.self).hasSuffix("/1") { delivery.surplus = surplus }
        }).start()
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        return try paths.map { path in
            connection.send("GET", path, port: port)
            return try #require(connection.answer()).text
        }
    }

    @Test("are the same answer again, after a pause in which no request is served")
    func copy() throws {
        let texts = try SurplusTests.texts(.copy(after: 0.01), "/1", "/2", "/3")
        #expect(texts == ["GET /1", "GET /1", "GET /2"])
    }

    @Test("come with the next answer, ahead of it")
    func next() throws {
        let texts = try SurplusTests.texts(.copyWithNext, "/1", "/2", "/3")
        #expect(texts == ["GET /1", "GET /1", "GET /2"])
    }

    @Test("come in the place of the next answer, so that all that follow are one behind")
    func behind() throws {
        let texts = try SurplusTests.texts(.oneBehind, "/1", "/2", "/3", "/4")
        #expect(texts == ["GET /1", "GET /1", "GET /2", "GET /3"])
    }

    @Test("are there at once, or only when the next request is", arguments: [true, false])
    func waiting(comesByItself: Bool) throws {
        let (listener, port) = try EchoServer(change: {
            $0.surplus = comesByItself ? .copy(after: 0.01) : .copyWithNext
            if comesByItself { $0.ending = .closes }
        }).start()
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        connection.send("GET", "/1", port: port)
        #expect(connection.answer()?.text == "GET /1")
        if !comesByItself { connection.send("GET", "/2", port: port, fields: ["Connection: close"]) }
        #expect(connection.rest().matches(of: #/HTTP/1.1 200 OK/#).count == (comesByItself ? 1 : 2))
    }
}
