import MarkersSandbox
import TestSupport
import Testing
import WebSocket

@Suite("Faults of WebSockets")
struct SocketFaultTests {
    /// The texts that come back for five, what comes behind them, and the faults that are in the ledger.
    private static func run(_ fault: String) throws -> (
        texts: [String], last: WebSocketConnection.Event?, ledger: [String]
    ) {
        let server = try SandboxServer(SandboxOptions(seed: 1, faults: [try #require(Fault(fault))]))
        defer { server.stop() }
        let client = try SocketClient(port: server.port, "/sandbox/echo")
        var texts: [String] = []
        for number in 1...5 {
            client.send("\(number)")
            guard let event = client.event() else { return (texts, nil, server.faults.map(\.fault)) }
            guard event == .text else { return (texts, event, server.faults.map(\.fault)) }
            texts.append(String(decoding: client.connection.payload, as: UTF8.self))
        }
        return (texts, .text, server.faults.map { "\($0.request) \($0.path) \($0.fault)" })
    }

    @Test("the connection is reset in the place of a message")
    func drop() throws {
        let (texts, last, ledger) = try Self.run("ws-drop:@3")
        #expect(texts == ["1", "2"] && last == nil)
        #expect(ledger == ["ws-drop:@3"])
    }

    @Test("the socket is closed with a code in the place of a message")
    func close() throws {
        let (texts, last, ledger) = try Self.run("ws-close=1012:@2")
        #expect(texts == ["1"])
        #expect(last == .closed(CloseCode(rawValue: 1012), reason: "a fault of the sandbox"))
        #expect(ledger == ["ws-close=1012:@2"])
    }

    @Test(
        "bytes that go alone, and messages that wait, come whole and in order",
        arguments: ["ws-split", "ws-latency=20:@2-4"])
    func late(fault: String) throws {
        let (texts, _, ledger) = try Self.run(fault)
        #expect(texts == ["1", "2", "3", "4", "5"])
        #expect(ledger == [String](repeating: "1 /sandbox/echo \(fault)", count: fault == "ws-split" ? 5 : 3))
    }

    @Test("a fault of requests happens to the opening, one of sockets does not")
    func opening() throws {
        let faults = try ["503:@1:followEvents", "ws-drop:followEvents"].map { try #require(Fault($0)) }
        let server = try SandboxServer(SandboxOptions(faults: faults))
        defer { server.stop() }
        #expect(throws: SocketClient.Refused.self) {
            try SocketClient(port: server.port, "/api/v1/events/live")
        }
        let client = try SocketClient(port: server.port, "/api/v1/events/live")
        let echo = try SocketClient(port: server.port, "/sandbox/echo")
        let maker = try RawClient(port: server.port)
        maker.send("POST", "/api/v1/spaces", "{\"key\":\"a\",\"name\":\"a\"}", port: server.port)
        #expect(maker.answer()?.status == 201)
        #expect(client.event() == nil)
        echo.send("x")
        #expect(echo.text() == "x")
        #expect(server.faults.map(\.fault) == ["503:@1:before:followEvents", "ws-drop:followEvents"])
    }

    @Test(
        "codes that must not be sent are no faults",
        arguments: ["ws-close", "ws-close=1006", "ws-close=99999", "ws-drop:before"])
    func unknown(text: String) {
        #expect(Fault(text) == nil)
    }
}
