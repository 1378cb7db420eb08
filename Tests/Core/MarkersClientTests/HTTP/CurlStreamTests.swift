#if os(Linux)
import Foundation
import MarkersClient
import TestSupport
import Testing

@Suite("A connection of bytes")
struct CurlStreamTests {
    private static func stream(
        to port: UInt16, _ scheme: String = "http", _ setUp: (inout TransportOptions) -> Void = { _ in }
    ) throws -> CurlStream {
        var options = TransportOptions()
        setUp(&options)
        return try CurlStream(Origin("\(scheme)://127.0.0.1:\(port)"), options)
    }

    /// The bytes until the end, and how it ended.
    private static func rest(of stream: CurlStream) async -> (bytes: [UInt8], error: TransportError?) {
        var bytes: [UInt8] = []
        while true {
            switch await stream.next() {
            case .opened: break
            case .received(let more): bytes += more
            case .ended(let error): return (bytes, error)
            }
        }
    }

    @Test("carries bytes both ways, and says when the peer has ended")
    func both() async throws {
        let server = try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.write(request.body.reversed())
        }
        defer { withExtendedLifetime(server) {} }
        let stream = try Self.stream(to: server.port)
        #expect(await stream.next() == .opened)
        #expect(stream.send(Array("GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\n".utf8)))
        #expect(stream.send([1, 2, 3]))
        let (bytes, error) = await Self.rest(of: stream)
        #expect(bytes == [3, 2, 1] && error == nil)
        #expect(await stream.next() == .ended(nil))
        #expect(!stream.send([4]))
    }

    @Test("keeps megabytes in order while the receiver sleeps, and lets the peer wait")
    func pressure() async throws {
        let size = 8 << 20, block = (0..<(1 << 16)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let server = try RawServer { connection in
            for _ in 0..<(size / block.count) where !connection.write(block) { return }
        }
        defer { withExtendedLifetime(server) {} }
        let stream = try Self.stream(to: server.port)
        #expect(await stream.next() == .opened)
        let (bytes, error) = await Self.rest(of: stream)
        try #require(
            error == nil && bytes.count == size, "\(String(describing: error)), \(bytes.count) bytes")
        #expect(
            stride(from: 0, to: size, by: block.count).allSatisfy {
                bytes[$0..<($0 + block.count)] == block[...]
            })
    }

    @Test("refuses more than it keeps for a peer that does not read, and still closes")
    func deafPeer() async throws {
        let isOver = DispatchSemaphore(value: 0)
        let server = try RawServer { _ in isOver.wait() }
        defer {
            isOver.signal()
            withExtendedLifetime(server) {}
        }
        let stream = try Self.stream(to: server.port)
        #expect(await stream.next() == .opened)
        let block = [UInt8](repeating: 7, count: 1 << 20)
        var sent = 0
        // The kernel takes some megabytes more.
        while sent < 64, stream.send(block) { sent += 1 }
        #expect(sent < 64)
        // Also while the thread tries to send what waits.
        let crumb = [UInt8](repeating: 7, count: 1 << 12)
        var most = 0
        for _ in 0..<20_000 {
            _ = stream.send(crumb)
            most = max(most, stream.unsentBytes)
        }
        #expect(most <= CurlStream.mostLeaving)
        stream.close()
        #expect(await Self.rest(of: stream).error == nil)
    }

    @Test("sends what waits before it closes")
    func close() async throws {
        let server = try RawServer { connection in while connection.readRequest() != nil {} }
        let stream = try Self.stream(to: server.port)
        #expect(stream.send(Array("GET /last HTTP/1.1\r\n\r\n".utf8)))
        #expect(await stream.next() == .opened)
        stream.close()
        #expect(!stream.send([1]))
        _ = await Self.rest(of: stream)
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(server.requests[0].path == "/last")
    }

    @Test("names a port where nobody listens, and can be closed while it connects")
    func unreachable() async throws {
        // Port 1 is nobody's on a machine that runs tests.
        let (_, error) = await Self.rest(of: try Self.stream(to: 1))
        #expect(error?.code == .unreachable && error?.mayHaveArrived == false)
        // An address that answers nothing.
        let silent = try CurlStream(Origin("https://192.0.2.1"))
        silent.close()
        guard case .ended(let failure) = await silent.next() else {
            Issue.record("a connection that was closed has opened")
            return
        }
        // Without a route to it, that may be known before.
        #expect(failure == nil || failure?.code == .unreachable)
    }

    @Test("trusts only named authorities and right names, over TLS without a proxy")
    func trust() async throws {
        let authority = try TestAuthority()
        let server = try authority.server("IP:127.0.0.1")
        defer { withExtendedLifetime(server) {} }
        let trusting = try Self.stream(to: server.port, "https") {
            $0.authorities = authority.certificates
            $0.proxy = .server(try! Origin("http://127.0.0.1:9"))
        }
        #expect(await trusting.next() == .opened)
        #expect(trusting.send(Array("GET /ok HTTP/1.0\r\n\r\n".utf8)))
        let (bytes, error) = await Self.rest(of: trusting)
        #expect(error == nil && String(decoding: bytes, as: UTF8.self).hasSuffix("ok"))
        let stranger = try Self.stream(to: server.port, "https")
        guard case .ended(let refusal?) = await stranger.next() else {
            Issue.record("an unknown authority was trusted")
            return
        }
        #expect(refusal.code == .tls && !refusal.mayHaveArrived)
    }
}
#endif
