import Foundation
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Answers that nobody reads")
struct UnreadAnswerTests {
    /// More than a connection's own buffers hold.
    private static let size = 32 << 20

    private static let large =
        OutgoingResponse(200, body: [UInt8](repeating: 1, count: size)).delivery(endsConnection: true).bytes

    /// A server whose answers are so large that there is room for only one.
    private struct Scene {
        let listener: HTTPListener
        let port: UInt16
        /// The number of answers that were begun.
        let begun = Guarded(0)

        init(stallSeconds: Double) throws {
            var limits = ListenerLimits()
            (limits.unreadBytes, limits.stallSeconds) = (size / 2, stallSeconds)
            (listener, port) = try EchoServer(change: { [begun] delivery in
                begun.with { $0 += 1 }
                delivery.bytes = large
            }).start(limits: limits)
        }

        func client() throws -> RawClient {
            let client = try RawClient(port: port)
            client.send("GET", "/", port: port)
            return client
        }
    }

    @Test("keep others from being begun, until they are read")
    func waiting() throws {
        // Nobody stalls for that long.
        let scene = try Scene(stallSeconds: 3600)
        defer { scene.listener.stop() }
        let first = try scene.client()
        while scene.begun.with({ $0 }) == 0 { usleep(1000) }
        let second = try scene.client()
        // Long enough for a server that does not wait to begin.
        usleep(200_000)
        #expect(scene.begun.with { $0 } == 1)
        #expect(first.answer()?.body.count == UnreadAnswerTests.size)
        #expect(second.answer()?.body.count == UnreadAnswerTests.size)
        #expect(scene.begun.with { $0 } == 2)
    }

    @Test("are given up where others wait")
    func stalled() throws {
        let scene = try Scene(stallSeconds: 0.05)
        defer { scene.listener.stop() }
        let silent = try (0..<3).map { _ in try scene.client() }
        while scene.begun.with({ $0 }) < silent.count { usleep(1000) }
        let reader = try scene.client()
        #expect(reader.answer()?.body.count == UnreadAnswerTests.size)
        // What the system had taken is still there; the end is not.
        for client in silent { #expect(client.answer() == nil) }
    }
}
