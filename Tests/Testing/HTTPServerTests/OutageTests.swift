import TestSupport
import Testing

@testable import HTTPServer

@Suite("A server that starts again")
struct OutageTests {
    private static let outage = 0.3

    /// A server that is away for a while after a request for `/end`.
    private static func start() throws -> (listener: HTTPListener, port: UInt16) {
        try EchoServer(change: { delivery in
            guard String(decoding: delivery.bytes, as: UTF8.self).hasSuffix("/end") else { return }
            delivery = Delivery(ending: .restarts(after: outage))
        }).start()
    }

    @Test("ends all connections, refuses others, and is back at its port")
    func outage() throws {
        let (listener, port) = try OutageTests.start()
        defer { listener.stop() }
        let (one, other) = (try RawClient(port: port), try RawClient(port: port))
        other.send("GET", "/", port: port)
        #expect(other.answer()?.status == 200)
        let began = SystemClock.elapsed
        one.send("GET", "/end", port: port)
        #expect(one.rest().isEmpty && other.rest().isEmpty)
        var back: RawClient?
        while back == nil { back = try? RawClient(port: port) }
        #expect(SystemClock.elapsed - began >= OutageTests.outage)
        back?.send("GET", "/", port: port)
        #expect(back?.answer()?.status == 200)
    }

    @Test("stops while it is away")
    func stopped() throws {
        let (listener, port) = try OutageTests.start()
        let connection = try RawClient(port: port)
        connection.send("GET", "/end", port: port)
        #expect(connection.rest().isEmpty)
        listener.stop()
        let next = try Socket.listening(port: port)
        next.close()
    }
}
