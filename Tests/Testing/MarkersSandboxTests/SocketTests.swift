import Markers
import MarkersSandbox
import TestSupport
import Testing
import WebSocket

@Suite("WebSockets of the sandbox")
struct SocketTests {
    private static func create(_ key: String, on server: SandboxServer) throws {
        let client = try RawClient(port: server.port)
        client.send("POST", "/api/v1/spaces", "{\"key\":\"\(key)\",\"name\":\"\(key)\"}", port: server.port)
        #expect(client.answer()?.status == 201)
    }

    /// The number of an effect as a socket sends it.
    private static func number(_ text: String?) throws -> Int64? {
        try JSONValue(Array((text ?? "{}").utf8))["number"]?.double.map { Int64($0) }
    }

    @Test("the echo sends back what came, from one byte to the limit, and closes as it is asked")
    func echo() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let client = try SocketClient(port: server.port, "/sandbox/echo")
        for count in [0, 1, 125, 126, 65_535, 65_536] {
            let text = String(repeating: "x", count: count)
            client.send(text)
            #expect(client.text() == text)
        }
        client.close()
        #expect(client.event() == .closed(.normal, reason: ""))
        #expect(client.isOver())
    }

    @Test("many messages of one moment do not make a slow client")
    func burst() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let client = try SocketClient(port: server.port, "/sandbox/echo")
        let count = 4_000
        client.send(all: (0..<count).map { "\($0)" })
        for number in 0..<count { #expect(client.text() == "\(number)") }
    }

    @Test("every effect is sent to those who follow, and old ones to those who ask, exactly once")
    func effects() throws {
        let server = try SandboxServer(SandboxOptions(seed: 1))
        defer { server.stop() }
        try Self.create("a", on: server)
        let new = try SocketClient(port: server.port, "/api/v1/events/live")
        let all = try SocketClient(port: server.port, "/api/v1/events/live?after=0")
        for key in ["b", "c", "d"] { try Self.create(key, on: server) }
        #expect(try (2...4).map { _ in try Self.number(new.text()) } == [2, 3, 4])
        #expect(try (1...4).map { _ in try Self.number(all.text()) } == [1, 2, 3, 4])
        let id = server.effects[2].id
        let one = try SocketClient(port: server.port, "/api/v1/events/live?after=0&entity_id=\(id)")
        #expect(try Self.number(one.text()) == 3)
        try Self.create("e", on: server)
        #expect(try Self.number(new.text()) == 5)
        one.close()
        #expect(one.event() == .closed(.normal, reason: ""))
    }

    @Test("more old effects than a queue holds are sent as the client reads them")
    func replay() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let count = 1_100
        let maker = try RawClient(port: server.port)
        for number in 0..<count {
            maker.send("POST", "/api/v1/spaces", "{\"key\":\"k\(number)\",\"name\":\"n\"}", port: server.port)
            #expect(maker.answer()?.status == 201)
        }
        let client = try SocketClient(port: server.port, "/api/v1/events/live?after=0")
        for number in 1...count { #expect(try Self.number(client.text()) == Int64(number)) }
    }

    @Test("pages of other machines, foreign hosts, wrong versions and bodies open nothing")
    func openings() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        func status(_ fields: [OpeningField], _ target: String = "/sandbox/echo") throws -> Int? {
            do {
                _ = try SocketClient(port: server.port, target, fields: fields)
                return 101
            } catch let refused as SocketClient.Refused {
                return refused.answer?.status
            }
        }
        #expect(try status([]) == 101)
        #expect(try status([OpeningField("Origin", "http://localhost:3000")]) == 101)
        #expect(try status([OpeningField("Origin", "https://example.com")]) == 403)
        #expect(try status([OpeningField("Origin", "null")]) == 403)
        #expect(try status([OpeningField("Host", "example.com")]) == 400)
        #expect(try status([OpeningField("Sec-WebSocket-Version", "8")]) == 426)
        #expect(try status([OpeningField("Connection", "close")]) == 400)
        #expect(try status([], "/sandbox/echo?a=b") == 400)
        #expect(try status([], "/api/v1/health") == 200)
        let plain = try RawClient(port: server.port)
        plain.send("GET", "/sandbox/echo", port: server.port)
        let answer = plain.answer()
        #expect(answer?.status == 426 && answer?.fields["upgrade"] == "websocket")
        plain.send("GET", "/api/v1/health", port: server.port)
        #expect(plain.answer()?.status == 200)
    }

    @Test("T13: pages of other servers reach no route, the phone's as little as any other")
    func pages() throws {
        var options = SandboxOptions()
        options.phone = .wall
        let server = try SandboxServer(options)
        defer { server.stop() }
        for (method, path) in [("GET", "/api/v1/health"), ("POST", "/detect"), ("POST", "/api/v1/spaces")] {
            for origin in ["https://evil.example", "null", "http://evil.example:\(server.port)"] {
                let page = try RawClient(port: server.port)
                page.send(method, path, "{}", port: server.port, fields: ["Origin: \(origin)"])
                #expect(page.answer()?.status == 403, "\(method) \(path) for \(origin)")
            }
        }
        let own = try RawClient(port: server.port)
        own.send(
            "GET", "/api/v1/health", port: server.port, fields: ["Origin: http://127.0.0.1:\(server.port)"])
        #expect(own.answer()?.status == 200)
    }

    @Test("frames against the standard are answered with their code, and the connection ends")
    func breaches() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        for (bytes, code) in [
            ([0x81, 0x00], .protocolError), ([0x82, 0x80, 0, 0, 0, 0], .unsupportedData),
            ([0x81, 0x81, 0, 0, 0, 0, 0xff], .invalidText),
            ([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 1], .messageTooBig),
        ] as [([UInt8], CloseCode)] {
            let client = try SocketClient(port: server.port, "/sandbox/echo")
            client.send(raw: bytes)
            guard case .closed(let given, _) = client.event() else {
                Issue.record("\(bytes) is not answered")
                continue
            }
            #expect(given == code)
            #expect(client.isOver())
        }
    }

    @Test("a client that does not read is closed with 1013, and others go on")
    func slow() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let slow = try SocketClient(port: server.port, "/sandbox/echo")
        let other = try SocketClient(port: server.port, "/sandbox/echo")
        let text = String(repeating: "x", count: 60_000)
        // More than the queue and what the system keeps for both sides of a connection.
        for _ in 0..<400 { slow.send(text) }
        other.send("a")
        #expect(other.text() == "a")
        var last: WebSocketConnection.Event?
        while let event = slow.event() { last = event }
        #expect(last == .closed(.tryAgainLater, reason: "too many messages were left unread"))
    }

    @Test(
        "half a frame and silence, and silence alone, are closed upon",
        arguments: [[0x81, 0x85, 0, 0, 0, 0, 0x41], []] as [[UInt8]])
    func silence(bytes: [UInt8]) throws {
        var options = SandboxOptions()
        options.limits.requestSeconds = 1
        let server = try SandboxServer(options)
        defer { server.stop() }
        let silent = try SocketClient(port: server.port, "/sandbox/echo")
        silent.send(raw: bytes)
        guard case .closed(let code, _) = silent.event(answers: false) else {
            Issue.record("silence is waited for")
            return
        }
        #expect(code == .policyViolation)
    }

    @Test("idle connections by the thousand take no place from a socket")
    func crowd() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let client = try SocketClient(port: server.port, "/sandbox/echo")
        let idle = try (0..<Effort.count(2_000, quick: 600)).map { _ in try RawClient(port: server.port) }
        client.send("x")
        #expect(client.text() == "x")
        #expect(!idle.isEmpty)
    }

    @Test("there are so many sockets at most, and one that closes makes room")
    func most() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        var clients: [SocketClient] = []
        for _ in 0..<256 { clients.append(try SocketClient(port: server.port, "/sandbox/echo")) }
        do {
            _ = try SocketClient(port: server.port, "/sandbox/echo")
            Issue.record("one more was opened")
        } catch let refused as SocketClient.Refused {
            #expect(refused.answer?.status == 503)
        }
        clients[0].close()
        _ = clients[0].event()
        #expect(clients[0].isOver())
        clients[1].send("x")
        #expect(clients[1].text() == "x")
        _ = try SocketClient(port: server.port, "/sandbox/echo")
    }

    @Test("a server that stops says so to every socket")
    func stop() throws {
        let server = try SandboxServer()
        let client = try SocketClient(port: server.port, "/sandbox/echo")
        client.send("x")
        #expect(client.text() == "x")
        server.stop()
        #expect(client.event() == .closed(.goingAway, reason: "the server stops"))
    }
}
