import ARMessages
import Markers
import MarkersSandbox
import SandboxTransport
import TestSupport
import Testing
import WebSocket

@Suite("The room of the sandbox")
struct SandboxRoomTests {
    private static func server(_ mode: RelayOptions.Mode?, _ faults: [Fault] = []) throws -> SandboxServer {
        var options = SandboxOptions(seed: 1, faults: faults)
        options.room = mode.map { .relay($0) }
        return try SandboxServer(options)
    }

    /// The token and the primary device's, of the beacon that comes at once.
    private static func beacon(_ client: SocketClient) throws -> (own: String?, primary: String?) {
        let beacon = try JSONValue(Array((client.text() ?? "{}").utf8))
        return (beacon["session_token"]?.string, beacon["payload"]?["params"]?["uuid"]?.string)
    }

    @Test("devices join beside the routes of the API", arguments: RelayOptions.Mode.allCases)
    func join(mode: RelayOptions.Mode) throws {
        let server = try Self.server(mode)
        defer { server.stop() }
        let first = try SocketClient(port: server.port, "/ws")
        let (own, primary) = try Self.beacon(first)
        #expect(own != nil && own == primary)
        let second = try SocketClient(port: server.port, "/ws")
        #expect(try Self.beacon(second).primary == own)
        let client = try RawClient(port: server.port)
        client.send("GET", "/api/v1/spaces", port: server.port)
        #expect(client.answer()?.status == 200)
        // The documented relay sends what the primary device draws back to it; ours only to others.
        first.send(#"{"session_token":"\#(own ?? "")","endpoint":"draw","payload":{"params":1}}"#)
        if mode == .rigid {
            first.close()
            #expect(first.event() == .closed(.normal, reason: ""))
        } else {
            #expect(first.text()?.contains("draw") == true)
        }
    }

    @Test("without a relay there is no room, and a full one takes no more")
    func none() throws {
        let server = try Self.server(nil)
        defer { server.stop() }
        let refused = #expect(throws: SocketClient.Refused.self) {
            try SocketClient(port: server.port, "/ws")
        }
        #expect(refused?.answer?.status == 404)
        let room = try Self.server(.carrot)
        defer { room.stop() }
        let devices = try (0..<RelayOptions(mode: .carrot).mostClients).map { _ in
            try SocketClient(port: room.port, "/ws")
        }
        for device in devices { _ = try Self.beacon(device) }
        let full = #expect(throws: SocketClient.Refused.self) { try SocketClient(port: room.port, "/ws") }
        #expect(full?.answer?.status == 503)
    }

    @Test("faults meet the opening request, by its operation")
    func faults() throws {
        let server = try Self.server(.rigid, [try #require(Fault("503:@1:joinRoom"))])
        defer { server.stop() }
        let refused = #expect(throws: SocketClient.Refused.self) {
            try SocketClient(port: server.port, "/ws")
        }
        #expect(refused?.answer?.status == 503)
        #expect(try Self.beacon(try SocketClient(port: server.port, "/ws")).own != nil)
        #expect(server.faults.count == 1)
        // Of open sockets the messages: the beacon is the first.
        server.meet([try #require(Fault("ws-close=1011:@1:joinRoom"))])
        let closed = try SocketClient(port: server.port, "/ws")
        #expect(closed.event() == .closed(.internalError, reason: "a fault of the sandbox"))
        server.meet([try #require(Fault("ws-split:@1:joinRoom"))])
        #expect(try Self.beacon(try SocketClient(port: server.port, "/ws")).own != nil)
    }
}
