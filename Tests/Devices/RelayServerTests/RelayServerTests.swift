import ARMessages
import HTTPServer
import RelayServer
import StrictJSON
import TestSupport
import Testing
import WebSocket

@Suite("A relay on a port")
struct RelayServerTests {
    /// A quarter turn to the left about the vertical, at (1, 0, 0).
    private static let turned: [[Double]] = [[0, 0, -1, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 1]]
    /// Metres by which a place may be off.
    private static let bound = 1e-12

    private static func health(_ port: UInt16, _ fields: [String] = []) throws -> JSONValue {
        let client = try RawClient(port: port)
        client.send("GET", "/health", port: port, fields: fields)
        return try JSONValue(try #require(client.answer()).body)
    }

    @Test("carries a stroke into the frame of its reader, and says how the frames lie")
    func stroke() throws {
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let first = try RoomDevice(port: server.port)
        let second = try RoomDevice(port: server.port)
        #expect(first.primary == first.token && second.primary == first.token)
        #expect(first.token != second.token)
        try second.meet(first, own: RoomDevice.shift(0, 0, 0.5), others: Self.turned)
        second.send("draw", RoomDevice.shift(0, 0, 1.5))
        let stroke = try first.message("draw")
        let place = stroke["payload"]?["transform"]?["c3"]?.elements.compactMap { $0.double } ?? []
        try #require(place.count == 4)
        #expect(zip(place, [2.0, 0, 0, 1]).allSatisfy { ($0 - $1).magnitude <= Self.bound }, "\(place)")
        #expect(stroke["session_token"]?.string == second.token)
        let health = try Self.health(server.port)
        #expect(health["devices"]?.elements.count == 2 && health["edges"]?.elements.count == 1)
        #expect(health["edges"]?.elements[0]["sigmaDegrees"]?.double ?? 0 > 0)
        // Tokens let a device come back as another, so nobody is shown any.
        #expect(!String(decoding: health.text, as: UTF8.self).contains(first.token))
    }

    @Test("lets in who has the secret, and refuses an address after ten wrong ones")
    func secret() throws {
        let server = try RelayServer(port: 0, access: RelayAccess(secret: Array("hunter2".utf8)))
        defer { server.stop() }
        func status(_ secret: String?) throws -> Int? {
            do {
                _ = try RoomDevice(port: server.port, secret: secret)
                return 101
            } catch let refused as SocketClient.Refused { return refused.answer?.status }
        }
        #expect(try status("hunter2") == 101)
        #expect(try status(nil) == 401)
        let right = RoomDevice.basic("", "hunter2")
        #expect(try Self.health(server.port)["error"]?.string == "UNAUTHORIZED")
        #expect(try Self.health(server.port, ["Authorization: \(right)"])["status"]?.string == "ok")
        // A page can ask without a password, which locks nobody out.
        for _ in 0..<20 { #expect(try status(nil) == 401) }
        for wrong in ["", "hunter", "hunter22", "Hunter2", "2retnuh", "x", "y", "z", "a", "b"] {
            #expect(try status(wrong) == 401, "\(wrong)")
        }
        #expect(try status("wrong") == 429)
        // Whoever guesses must not learn by the answer that the next guess is right.
        #expect(try status("hunter2") == 429)
    }

    @Test("keeps the frame of a device that comes back with its token")
    func resume() throws {
        let secret = "s3cret"
        let log = RelayLog()
        let server = try RelayServer(
            port: 0, access: RelayAccess(secret: Array(secret.utf8)), log: { log.append($0) })
        defer { server.stop() }
        let first = try RoomDevice(port: server.port, secret: secret)
        var second: RoomDevice? = try RoomDevice(port: server.port, secret: secret)
        let token = try #require(second?.token), key = try #require(second?.key)
        #expect(key != token && key != first.key)
        try second?.meet(first, own: RoomDevice.shift(0, 0, 0.5), others: Self.turned)
        // Its old connection is half open: it may come back all the same, by the name that nobody else knows.
        for isHalfOpen in [true, false] {
            if !isHalfOpen {
                second = nil
                try #require(log.waits(for: "LEFT"))
            }
            let stranger = try RoomDevice(port: server.port, resuming: token, secret: secret)
            #expect(stranger.token != token)
            let again = try RoomDevice(port: server.port, resuming: key, secret: secret)
            #expect(again.token == token && again.key == key)
            if isHalfOpen {
                #expect(second?.socket.event() == .closed(.policyViolation, reason: "TAKEN_OVER"))
            }
            _ = try again.message("carrot_transform")
            again.send("draw", RoomDevice.shift(0, 0, 1.5))
            let place = try first.message("draw")["payload"]?["transform"]?["c3"]?.elements.first?.double
            #expect(((place ?? .nan) - 2).magnitude <= Self.bound)
            second = again
        }
    }

    @Test("has room for so many of one address, and for pages of this machine only")
    func limits() throws {
        var access = RelayAccess()
        access.mostOfAddress = 3
        let log = RelayLog()
        let server = try RelayServer(port: 0, access: access, log: { log.append($0) })
        defer { server.stop() }
        let devices = try (0..<3).map { _ in try RoomDevice(port: server.port) }
        let refused = #expect(throws: SocketClient.Refused.self) { try RoomDevice(port: server.port) }
        #expect(refused?.answer?.status == 503)
        #expect(refused?.answer?.text.contains("TOO_MANY_OF_ADDRESS") == true)
        devices[0].socket.close()
        try #require(log.waits(for: "LEFT"))
        let page = #expect(throws: SocketClient.Refused.self) {
            try SocketClient(
                port: server.port, "/ws", fields: [OpeningField("Origin", "https://evil.example")])
        }
        #expect(page?.answer?.status == 403)
        let client = try RawClient(port: server.port)
        let behind = try RawClient(port: server.port)
        let opening = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        behind.send(
            Array(
                ("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n" + opening
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").utf8) + [0x81, 0x80, 0, 0, 0, 0])
        #expect(behind.answer()?.text.contains("CONNECTION_ENDS") == true)
        client.send("GET", "/other", port: server.port)
        #expect(client.answer()?.status == 404)
        client.send("POST", "/ws", port: server.port)
        #expect(client.answer()?.status == 405)
    }

    /// The status of the answer to a device that asks for a WebSocket.
    private static func status(
        _ port: UInt16, _ fields: [OpeningField], host: String? = nil
    ) throws -> Int? {
        do {
            _ = try SocketClient(port: port, "/ws", fields: fields, host: host)
            return 101
        } catch let refused as SocketClient.Refused { return refused.answer?.status }
    }

    @Test(
        "W4: an app's Origin is the relay's own where Host is its address or a name of its own, with a secret too"
    )
    func ownOrigin() throws {
        var access = RelayAccess(secret: Array("a-secret-of-length".utf8))
        access.names = ["room.example"]
        let server = try RelayServer(port: 0, access: access)
        defer { server.stop() }
        func status(_ origin: String, host: String? = nil) throws -> Int? {
            try Self.status(
                server.port,
                [
                    OpeningField("Authorization", RoomDevice.basic("room", "a-secret-of-length")),
                    OpeningField("Origin", origin),
                ], host: host)
        }
        #expect(try status("http://127.0.0.1:\(server.port)") == 101)
        #expect(try status("https://room.example", host: "room.example") == 101)
        // A name of somebody else that leads here.
        #expect(try status("http://evil.example", host: "evil.example") == 403)
        #expect(try status("http://room.example") == 403)
        #expect(try status("http://evil.example") == 403)
    }

    @Test(
        "W4: an app that sends binary frames is answered in binary ones, and bytes that are no text close with 1003"
    )
    func binary() throws {
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let first = try RoomDevice(port: server.port), second = try RoomDevice(port: server.port)
        first.socket.sendsBinary = true
        try second.meet(first, own: RoomDevice.shift(0, 0, 0.5), others: Self.turned)
        second.send("draw", RoomDevice.shift(0, 0, 1.5))
        _ = try first.message("draw")
        #expect(first.socket.hasReadBinary && !second.socket.hasReadBinary)
        first.socket.send(raw: [0x82, 0x81, 0, 0, 0, 0, 0xff])
        guard case .closed(let code, _) = first.socket.event() else {
            Issue.record("no text is taken")
            return
        }
        #expect(code == .unsupportedData)
    }

    @Test(
        "T3: a body is refused by its head, before the secret is asked for and before a byte of it is taken")
    func bodies() throws {
        let server = try RelayServer(port: 0, access: RelayAccess(secret: Array("a-secret-of-length".utf8)))
        defer { server.stop() }
        for framing in ["Content-Length: 8000000", "Transfer-Encoding: chunked"] {
            let client = try RawClient(port: server.port)
            client.send(
                Array("POST /ws HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(framing)\r\n\r\n".utf8))
            #expect(client.answer()?.status == 413, "\(framing)")
        }
    }

    @Test("T8: a page of the same host by another scheme is another page")
    func wholeOrigins() throws {
        var access = RelayAccess()
        access.origins = ["https://page.example"]
        let server = try RelayServer(port: 0, access: access)
        defer { server.stop() }
        #expect(try Self.status(server.port, [OpeningField("Origin", "https://page.example")]) == 101)
        #expect(try Self.status(server.port, [OpeningField("Origin", "http://page.example")]) == 403)
    }

    @Test(
        "T9: an address that a request names counts only behind a proxy, and two Authorizations are refused")
    func proxies() throws {
        let secret = "a-secret-of-length"
        for isBehindProxy in [false, true] {
            var access = RelayAccess(secret: Array(secret.utf8))
            (access.isBehindProxy, access.mostFailures) = (isBehindProxy, 2)
            let server = try RelayServer(port: 0, access: access)
            defer { server.stop() }
            func status(from address: String, _ secret: String) throws -> Int? {
                try Self.status(
                    server.port,
                    [
                        // The sender's own, and the one that a proxy puts behind it.
                        OpeningField("X-Forwarded-For", "192.0.2.9"),
                        OpeningField("X-Forwarded-For", address),
                        OpeningField("Authorization", RoomDevice.basic("", secret)),
                    ])
            }
            for guess in ["a", "b"] { #expect(try status(from: "192.0.2.1", guess) == 401) }
            // Without a proxy they all came from this machine, whatever they said.
            #expect(try status(from: "192.0.2.2", secret) == (isBehindProxy ? 101 : 429))
            #expect(try status(from: "192.0.2.1", secret) == 429)
            let twice = OpeningField("Authorization", RoomDevice.basic("", secret))
            #expect(try Self.status(server.port, [twice, twice]) == 400)
        }
    }

    @Test("answers what it refuses, and carries nothing of it")
    func refusals() throws {
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let first = try RoomDevice(port: server.port), second = try RoomDevice(port: server.port)
        second.send("draw", RoomDevice.shift(0, 0, 1))
        #expect(try second.message("carrot_error")["payload"]?["params"]?["code"]?.string == "NO_FRAME")
        first.socket.send(#"{"session_token":"\#(second.token)","endpoint":"draw","payload":{}}"#)
        #expect(try first.message("carrot_error")["payload"]?["params"]?["code"]?.string == "FOREIGN_TOKEN")
        first.socket.send("{")
        #expect(try first.message("carrot_error")["payload"]?["params"]?["code"]?.string == "UNEXPECTED_END")
    }

    @Test("closes with 1013 upon a device that does not read")
    func slow() throws {
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let slow = try RoomDevice(port: server.port), fast = try RoomDevice(port: server.port)
        try fast.meet(slow, own: RoomDevice.shift(0, 0, 0), others: RoomDevice.shift(0, 0, 0))
        let text = String(repeating: "a", count: 60_000)
        // More than the relay and the kernel keep for one client.
        for _ in 0..<400 {
            fast.socket.send(
                #"{"session_token":"\#(fast.token)","endpoint":"draw","payload":{"params":"\#(text)"}}"#)
        }
        var event = slow.socket.event()
        while event == .text { event = slow.socket.event() }
        #expect(event == .closed(.tryAgainLater, reason: "TOO_SLOW"))
        let health = try Self.health(server.port)
        #expect(health["devices"]?.elements.count == 1)
    }

    @Test("sends all that waits to a device, although nothing more comes")
    func silence() throws {
        let server = try RelayServer(port: 0)
        defer { server.stop() }
        let reader = try RoomDevice(port: server.port), writer = try RoomDevice(port: server.port)
        try writer.meet(reader, own: RoomDevice.shift(0, 0, 0), others: RoomDevice.shift(0, 0, 0))
        let text = String(repeating: "a", count: 60_000)
        // In one piece, so that all are there before the first is sent.
        writer.send(all: (0..<5).map { ("draw", "\"\($0)\(text)\"") })
        for number in 0..<5 {
            let params = try reader.message("draw")["payload"]?["params"]?.string
            #expect(params == "\(number)\(text)")
        }
    }

    @Test("many messages of one moment do not make a slow device")
    func burst() throws {
        var options = RelayOptions()
        options.mostWaiting = 100
        let server = try RelayServer(port: 0, options: options)
        defer { server.stop() }
        let reader = try RoomDevice(port: server.port), writer = try RoomDevice(port: server.port)
        try writer.meet(reader, own: RoomDevice.shift(0, 0, 0), others: RoomDevice.shift(0, 0, 0))
        // Several times as many as may wait for a slow one, in one frame.
        let count = 5 * options.mostWaiting
        let document = #"{"session_token":"\#(writer.token)","endpoint":"d"}"#
        writer.socket.send([String](repeating: document, count: count).joined(separator: "\n"))
        for _ in 0..<count { _ = try reader.message("d") }
    }

    @Test("says goodbye when it stops")
    func stop() throws {
        let server = try RelayServer(port: 0)
        let device = try RoomDevice(port: server.port)
        server.stop()
        #expect(device.socket.event() == .closed(.goingAway, reason: "the relay stops"))
    }
}
