#if os(Linux)
import ARMessagesClient
import MarkersClient
import TestSupport
import Testing
import WebSocket

@Suite("A WebSocket through libcurl")
struct CurlMessageSocketTests {
    /// A deadline that a test waits for, in seconds.
    private static let short = 0.2

    private static func socket(_ port: UInt16, isImpatient: Bool = false) throws -> CurlMessageSocket {
        var limits = WebSocketLimits()
        if isImpatient {
            (limits.pingSeconds, limits.silenceSeconds) = (short / 2, short)
            limits.messageSeconds = short
        }
        return CurlMessageSocket(
            try RoomAddress("ws://127.0.0.1:\(port)/ws"), limits: limits,
            openingSeconds: isImpatient ? short : 10)
    }

    /// Every event of an opening, up to its end.
    private static func events(_ socket: CurlMessageSocket) async -> [MessageSocketEvent] {
        socket.open()
        var all: [MessageSocketEvent] = []
        for await event in socket.events {
            all.append(event)
            switch event {
            case .closed, .failed: return all
            case .opened, .received: break
            }
        }
        return all
    }

    private static let hello = Array("Hello".utf8)

    @Test("takes a text that comes byte by byte, and closes as the server does")
    func bytes() async throws {
        let bytes = ScriptedServer.frames { writer, bytes in
            writer.addText(Self.hello, to: &bytes)
            writer.add(fragments: [Self.hello[..<2], Self.hello[2...]], isText: true, to: &bytes)
            writer.addClose(.goingAway, reason: "bye", to: &bytes)
        }
        for piece in [1, 3, .max] {
            let server = try ScriptedServer.sending(bytes, piece: piece)
            #expect(
                await Self.events(try Self.socket(server.port)) == [
                    .opened, .received(Self.hello), .received(Self.hello),
                    .closed(code: .goingAway, reason: "bye", isClean: true),
                ], "\(piece)")
        }
    }

    @Test("knows every code that a server may close with, and none")
    func codes() async throws {
        for number in Array<UInt16>(1000...1003) + Array(1007...1014) + [3000, 4999] {
            let code = CloseCode(rawValue: number)
            let server = try ScriptedServer.sending(
                ScriptedServer.frames { $0.addClose(code, reason: "", to: &$1) })
            #expect(
                await Self.events(try Self.socket(server.port)) == [
                    .opened, .closed(code: code, reason: "", isClean: true),
                ], "\(number)")
        }
        let server = try ScriptedServer.sending([0x88, 0x00])
        #expect(
            await Self.events(try Self.socket(server.port)).last
                == .closed(code: CloseCode(rawValue: 1005), reason: "", isClean: true))
    }

    /// Bytes after the opening, and the error that they are.
    private static let bad: [(String, [UInt8], WebSocketError.Reason)] = [
        ("a masked frame", [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], .masked),
        ("a binary message", [0x82, 0x01, 0x00], .binary),
        ("10 MB", [0x81, 0x7f, 0, 0, 0, 0, 0, 0x98, 0x96, 0x80], .longMessage(limit: 65_536)),
        ("a reserved bit", [0xc1, 0x00], .reservedBits),
        ("bytes that are not UTF-8", [0x81, 0x01, 0xff], .badText),
        ("a code that must not be sent", [0x88, 0x02, 0x03, 0xed], .badCloseCode(1005)),
    ]

    @Test("names what breaks the rules for frames", arguments: bad.indices)
    func frames(row: Int) async throws {
        let (name, bytes, reason) = Self.bad[row]
        let server = try ScriptedServer.sending(bytes)
        let events = await Self.events(try Self.socket(server.port))
        guard events.first == .opened, case .failed(.frames(let error)) = events.last else {
            Issue.record("\(name): \(events)")
            return
        }
        #expect(error.reason == reason, "\(name)")
    }

    /// Answers to the request, and what becomes of them.
    private static let answers: [(String, MessageSocketError)] = [
        ("HTTP/1.1 403 Forbidden\r\n\r\n", .refused(.status(403))),
        (
            "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
            .refused(.badAccept)
        ),
        ("HTTP/1.1 101 X\r\nConnection: Upgrade\r\n\r\n", .refused(.noUpgrade)),
        ("SSH-2.0-OpenSSH\r\n\r\n", .refused(.badAnswer)),
        (String(repeating: "a", count: 20_000), .refused(.badAnswer)),
        ("HTTP/1.1 101 Switch", .openingTimeout(seconds: short)),
        ("", .openingTimeout(seconds: short)),
    ]

    @Test("names what an answer lacks, and waits for none for ever", arguments: answers.indices)
    func opening(row: Int) async throws {
        let (answer, error) = Self.answers[row]
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(answer)
            ScriptedServer.waitForEnd(connection)
        }
        let isWaiting = if case .openingTimeout = error { true } else { false }
        let socket = try Self.socket(server.port, isImpatient: isWaiting)
        #expect(await Self.events(socket) == [.failed(error)])
    }

    @Test("tells a silent server, half a message and a lost connection apart from an end")
    func silence() async throws {
        for bytes in [[], [0x81, 0x05, 0x48]] as [[UInt8]] {
            let server = try ScriptedServer.sending(bytes)
            #expect(
                await Self.events(try Self.socket(server.port, isImpatient: true)) == [
                    .opened, .failed(.silent),
                ])
        }
        let cutting = try ScriptedServer.sending([], thenWaits: false)
        #expect(await Self.events(try Self.socket(cutting.port)).last == .failed(.cut))
        // Port 1 is nobody's on a machine that runs tests.
        guard case .failed(.transport(let error)) = await Self.events(try Self.socket(1)).last else {
            Issue.record("a port where nobody listens was opened")
            return
        }
        #expect(error.code == .unreachable)
    }

    @Test("sends fields and texts, and closes with a code; opens again after that")
    func conversation() async throws {
        let server = try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.write(ScriptedServer.answer(to: request))
            // Every byte that comes is answered by the same frames: a text, then the closing.
            connection.waitForPeer()
            connection.write(
                ScriptedServer.frames { writer, bytes in
                    writer.addText(Array((request.field("authorization") ?? "none").utf8), to: &bytes)
                    writer.addClose(.normal, reason: "", to: &bytes)
                })
            ScriptedServer.waitForEnd(connection)
        }
        let socket = try Self.socket(server.port)
        #expect(!socket.send(Self.hello))
        for name in ["Basic x", "Basic y"] {
            socket.open(headers: [OpeningField("Authorization", name)])
            var events: [MessageSocketEvent] = []
            for await event in socket.events {
                events.append(event)
                if event == .opened { #expect(socket.send(Self.hello)) }
                if case .closed = event { break }
            }
            #expect(
                events == [
                    .opened, .received(Array(name.utf8)), .closed(code: .normal, reason: "", isClean: true),
                ])
        }
        #expect(server.requests.allSatisfy { $0.path == "/ws" && $0.field("user-agent") != nil })
        socket.open(headers: [OpeningField("A b", "x")])
        var events = socket.events.makeAsyncIterator()
        guard case .failed(.refused(.badRequestText)) = await events.next() else {
            Issue.record("a field that is none was sent")
            return
        }
    }

    @Test("ends without an event when it is abandoned, and keeps megabytes waiting for a slow reader")
    func pace() async throws {
        let text = [UInt8](repeating: 0x61, count: 60_000), count = 200
        let server = try ScriptedServer.sending(
            ScriptedServer.frames { writer, bytes in
                for _ in 0..<count { writer.addText(text, to: &bytes) }
                writer.addClose(.normal, reason: "", to: &bytes)
            })
        let events = await Self.events(try Self.socket(server.port))
        #expect(events.count == count + 2)
        #expect(events.dropFirst().prefix(count).allSatisfy { $0 == .received(text) })
        let socket = try Self.socket(server.port)
        socket.open()
        socket.abandon()
        socket.open()
        var stream = socket.events.makeAsyncIterator()
        #expect(await stream.next() == .opened)
    }
}
#endif
