import TestSupport
import Testing

@testable import HTTPServer

@Suite("Connections after an upgrade")
struct UpgradeTests {
    /// Sends every byte back, one by one as pieces; a zero ends the connection.
    private final class Parrot: UpgradedHandler, @unchecked Sendable {
        private var line: UpgradedLine?
        let endings = Guarded(0)

        func opened(_ line: UpgradedLine, at now: Double) {
            self.line = line
            line.send("hello ".utf8)
        }
        func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
            for byte in bytes {
                if byte == 0 { line?.end(.closes, at: now) } else { line?.send([byte]) }
            }
        }
        func proceed(at now: Double) {}
        var due: Double { .infinity }
        func drain(at now: Double) {
            line?.send("bye".utf8)
            line?.end(.closes, at: now)
        }
        func closed(at now: Double) { endings.with { $0 += 1 } }
    }

    private static func start(_ parrot: Parrot) throws -> (HTTPListener, RawClient) {
        let (listener, port) = try EchoServer(change: { $0.ending = .upgrades(parrot) }).start()
        let client = try RawClient(port: port)
        client.send("GET", "/", port: port)
        #expect(client.answer()?.status == 200)
        return (listener, client)
    }

    private static func read(_ count: Int, _ client: RawClient) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let piece = client.piece() { bytes += piece }
        return bytes
    }

    @Test("bytes go both ways, and the handler ends the connection once all is sent")
    func bothWays() throws {
        let parrot = Parrot()
        let (listener, client) = try Self.start(parrot)
        defer { listener.stop() }
        client.send("abc".utf8)
        #expect(Self.read(9, client) == Array("hello abc".utf8))
        client.send([UInt8](repeating: 7, count: 100_000) + [0, 8])
        #expect(Self.read(100_001, client).count == 100_000)
        #expect(parrot.endings.with { $0 } == 1)
    }

    @Test("bytes behind the request belong to what follows it")
    func rest() throws {
        let parrot = Parrot()
        let (listener, port) = try EchoServer(change: { $0.ending = .upgrades(parrot) }).start()
        defer { listener.stop() }
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\nabc".utf8)
        #expect(client.answer()?.status == 200)
        #expect(Self.read(9, client) == Array("hello abc".utf8))
    }

    @Test("a server that stops lets the handler say goodbye")
    func stop() throws {
        let parrot = Parrot()
        let (listener, client) = try Self.start(parrot)
        #expect(Self.read(6, client) == Array("hello ".utf8))
        listener.stop()
        #expect(Self.read(3, client) == Array("bye".utf8))
        #expect(parrot.endings.with { $0 } == 1)
    }

    @Test("pieces that no byte was sent of can be taken back, and those that wait keep the others in order")
    func line() {
        let line = UpgradedLine()
        line.send("abc".utf8, from: 5)
        line.send("def".utf8)
        #expect(line.unsentBytes == 6 && line.unsentPieces == 2 && line.due == 5)
        line.takeBack()
        #expect(line.unsentBytes == 0 && line.unsentPieces == 0 && line.due == .infinity)
        line.end(.closes, at: 1)
        line.send("late".utf8)
        #expect(line.unsentBytes == 0 && line.ending(at: 1) == .closes)
    }
}
