import TestSupport
import Testing

@testable import WebSocket

@Suite("Connections")
struct WebSocketConnectionTests {
    private static let limits = WebSocketLimits(messageSeconds: 30, pingSeconds: 20, silenceSeconds: 30)

    private static func pair() -> (client: WebSocketConnection, server: WebSocketConnection) {
        (
            WebSocketConnection(.client, limits: limits, at: 0, masks: SeededGenerator(seed: 1)),
            WebSocketConnection(.server, limits: limits, at: 0)
        )
    }

    /// Carries what one side sends to the other, and returns that one's events.
    private static func carry(
        _ sender: inout WebSocketConnection, _ receiver: inout WebSocketConnection, at now: Double
    ) -> [WebSocketConnection.Event] {
        receiver.receive(sender.outgoing, at: now)
        sender.removeOutgoing()
        var events: [WebSocketConnection.Event] = []
        while let event = receiver.next(at: now) { events.append(event) }
        return events
    }

    @Test(
        "either side may close; both are told, and the server closes the socket",
        arguments: WebSocketRole.allCases)
    func closing(role: WebSocketRole) {
        var (client, server) = WebSocketConnectionTests.pair()
        func isOver() -> [Bool] { [client.isOver(at: 1), server.isOver(at: 1)] }
        if role == .client {
            client.close(.normal, reason: "done", at: 1)
            let isSent = client.send(text: "late".utf8)
            #expect(!isSent)
            #expect(isOver() == [false, false])
            #expect(
                WebSocketConnectionTests.carry(&client, &server, at: 1) == [.closed(.normal, reason: "done")])
            #expect(isOver() == [false, true])
            #expect(WebSocketConnectionTests.carry(&server, &client, at: 1) == [.closed(.normal, reason: "")])
        } else {
            server.close(.goingAway, at: 1)
            #expect(isOver() == [false, false])
            #expect(
                WebSocketConnectionTests.carry(&server, &client, at: 1) == [.closed(.goingAway, reason: "")])
            #expect(
                WebSocketConnectionTests.carry(&client, &server, at: 1) == [.closed(.goingAway, reason: "")])
        }
        #expect(isOver() == [false, true])
        #expect(client.isOver(at: 1 + client.limits.closingSeconds))
        #expect(client.outgoing.isEmpty && server.outgoing.isEmpty)
    }

    @Test("a side whose closing is not answered gives up in time")
    func unanswered() {
        var (_, server) = WebSocketConnectionTests.pair()
        server.close(at: 2)
        #expect(server.due == 2 + server.limits.closingSeconds)
        #expect(!server.isOver(at: server.due - 1))
        #expect(server.isOver(at: server.due))
    }

    @Test("messages that cross a closing are dropped, and the closing is still read")
    func crossing() {
        var (client, server) = WebSocketConnectionTests.pair()
        client.send(text: "late".utf8)
        client.close(at: 1)
        server.close(.tryAgainLater, at: 1)
        #expect(WebSocketConnectionTests.carry(&client, &server, at: 1) == [.closed(.normal, reason: "")])
        #expect(server.isOver(at: 1))
    }

    @Test("a ping is answered with the same bytes, and neither is an event")
    func pings() {
        var (_, server) = WebSocketConnectionTests.pair()
        server.receive(Array(hex: "89 83 00 00 00 00 01 02 03"), at: 1)
        #expect(server.next(at: 1) == nil)
        #expect(server.outgoing == [0x8a, 3, 1, 2, 3])
    }

    @Test("a breach of the rules is answered with its code, and ends the connection")
    func breach() {
        var (_, server) = WebSocketConnectionTests.pair()
        server.receive([0x81, 0x01, 0x41], at: 1)
        #expect(server.next(at: 1) == .failed(WebSocketError(.unmasked, at: 1)))
        #expect(server.next(at: 1) == nil)
        #expect(server.outgoing.starts(with: [0x88]))
        #expect(server.outgoing[2...3] == [0x03, 0xea])
        #expect(server.isOver(at: 1))
    }

    @Test("a silent side is pinged, then closed; a pong keeps it open")
    func silence() {
        var (client, server) = WebSocketConnectionTests.pair()
        #expect(server.due == 20)
        server.proceed(at: 19.9)
        #expect(server.outgoing.isEmpty)
        server.proceed(at: 20)
        #expect(server.outgoing == [0x89, 0])
        server.proceed(at: 25)
        #expect(server.due == 30)
        #expect(WebSocketConnectionTests.carry(&server, &client, at: 25).isEmpty)
        #expect(WebSocketConnectionTests.carry(&client, &server, at: 26).isEmpty)
        #expect(server.due == 46)
        server.proceed(at: 46)
        server.removeOutgoing()
        server.proceed(at: 56)
        #expect(server.outgoing[2...3] == [0x03, 0xf0])
        #expect(server.state == .closing(until: 56 + server.limits.closingSeconds))
    }

    @Test(
        "a message that does not end is closed upon, though bytes and pings come all the time",
        arguments: [[0x81, 0xfe, 0x01, 0x00, 0, 0, 0, 0], [0x01, 0x80, 0, 0, 0, 0]] as [[UInt8]])
    func slow(head: [UInt8]) {
        var (_, server) = WebSocketConnectionTests.pair()
        server.receive(head, at: 1)
        #expect(server.next(at: 1) == nil)
        for second in 2...30 {
            server.receive(head.count == 8 ? [0x41] : Array(hex: "89 80 00 00 00 00"), at: Double(second))
            #expect(server.next(at: Double(second)) == nil)
            server.proceed(at: Double(second))
            server.removeOutgoing()
            #expect(server.state == .open)
        }
        #expect(server.due == 31)
        server.proceed(at: 31)
        #expect(server.outgoing[2...3] == [0x03, 0xf0])
    }
}
