import TestSupport
import Testing

@testable import HTTPServer

@Suite("A listener")
struct HTTPListenerTests {
    @Test("answers many requests on one connection")
    func keepAlive() throws {
        let (listener, port) = try EchoServer().start()
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        for number in 1...3 {
            connection.send("GET", "/\(number)", port: port)
            let answer = try #require(connection.answer())
            #expect(answer.status == 200)
            #expect(answer.text == "GET /\(number)")
            #expect(answer.fields["connection"] == nil)
        }
    }

    @Test("answers HEAD without a body and says how long it would be")
    func head() throws {
        let (listener, port) = try EchoServer().start()
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        connection.send("HEAD", "/", port: port)
        #expect(connection.answer(hasBody: false)?.fields["content-length"] == "6")
        connection.send("GET", "/", port: port)
        #expect(connection.answer()?.text == "GET /")
    }

    @Test("closes when it is asked to, and after what it refuses")
    func closing() throws {
        let (listener, port) = try EchoServer().start()
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        connection.send("GET", "/", port: port, fields: ["Connection: close"])
        #expect(connection.rest().hasSuffix("Connection: close\r\n\r\nGET /"))
        let other = try RawClient(port: port)
        other.send("GET / HTTP/1.0\r\n\r\n".utf8)
        #expect(other.rest().hasPrefix("HTTP/1.1 505 "))
    }

    @Test(
        "is for its own address only, so that no page elsewhere can reach it",
        arguments: ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:80"])
    func foreignHost(host: String) throws {
        let (listener, port) = try EchoServer().start(rules: .own(or: ["known.example:81"]))
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        connection.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
        #expect(connection.answer()?.status == 421)
        let other = try RawClient(port: port)
        other.send("GET / HTTP/1.1\r\nHost: known.example:81\r\n\r\n".utf8)
        #expect(other.answer()?.status == 200)
    }

    @Test("serves the first of requests that come at once, and closes")
    func pipelining() throws {
        let (listener, port) = try EchoServer().start()
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        let one = "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
        connection.send((one + one).utf8)
        let text = connection.rest()
        #expect(text.matches(of: #/HTTP/1.1 200 OK/#).count == 1)
        #expect(text.contains("Connection: close"))
    }

    /// The head of a request whose client waits before it sends two bytes.
    private static func waitingHead(_ port: UInt16) -> String {
        "POST / HTTP/1.1\r\nHost: localhost:\(port)\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    }

    @Test("tells a client that waits with its body to go on")
    func expectation() throws {
        let (listener, port) = try EchoServer().start()
        defer { listener.stop() }
        let connection = try RawClient(port: port)
        connection.send(HTTPListenerTests.waitingHead(port).utf8)
        #expect(connection.answer()?.status == 100)
        connection.send("ab".utf8)
        #expect(connection.answer()?.text == "POST /ab")
    }

    @Test("serves others while clients are slow, silent or too many")
    func crowd() throws {
        var limits = ListenerLimits()
        limits.connections = 20
        let (listener, port) = try EchoServer().start(limits: limits)
        defer { listener.stop() }
        var crowd: [RawClient] = []
        for number in 0..<60 {
            let connection = try RawClient(port: port)
            if number < 10 { connection.send("GET /".utf8) }
            crowd.append(connection)
        }
        let connection = try RawClient(port: port)
        connection.send("GET", "/", port: port)
        #expect(connection.answer()?.status == 200)
        #expect(crowd.count == 60)
    }

    @Test("gives up on a request that does not arrive")
    func slow() throws {
        var limits = ListenerLimits()
        (limits.idleSeconds, limits.requestSeconds) = (0.1, 0.1)
        let (listener, port) = try EchoServer().start(limits: limits)
        defer { listener.stop() }
        let slow = try RawClient(port: port)
        slow.send("GET /".utf8)
        #expect(slow.answer()?.status == 408)
        #expect(try RawClient(port: port).rest().isEmpty)
    }

    @Test("sends byte by byte after a delay, cuts and resets, as a delivery says")
    func deliveries() throws {
        let changes: [(@Sendable (inout Delivery) -> Void, String)] = [
            ({ ($0.delay, $0.interval, $0.ending) = (0.01, 0.0001, .closes) }, "\r\n\r\nGET /"),
            (
                {
                    $0.bytes.removeLast(2)
                    $0.ending = .closes
                }, "\r\n\r\nGET"
            ),
            ({ $0 = Delivery(ending: .closes) }, ""),
            ({ $0 = Delivery(ending: .resets) }, ""),
        ]
        for (change, end) in changes {
            let (listener, port) = try EchoServer(change: change).start()
            defer { listener.stop() }
            let connection = try RawClient(port: port)
            connection.send("GET", "/", port: port)
            let text = connection.rest()
            #expect(end.isEmpty ? text.isEmpty : text.hasSuffix(end))
        }
    }

    @Test("sends the answers under way before it stops")
    func draining() throws {
        let (listener, port) = try EchoServer(delay: 0.01).start()
        let connection = try RawClient(port: port)
        connection.send(HTTPListenerTests.waitingHead(port).utf8)
        #expect(connection.answer()?.status == 100)
        connection.send("ab".utf8)
        listener.stop()
        listener.stop()
        #expect(connection.answer()?.text == "POST /ab")
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    @Test("does not take a port that is another's")
    func taken() throws {
        let (listener, port) = try EchoServer().start()
        defer { listener.stop() }
        #expect(throws: SystemError.self) { try Socket.listening(port: port) }
    }
}
