import TestSupport
import WebSocket

/// A server that agrees to a WebSocket, and then does what a script says byte for byte.
enum ScriptedServer {
    /// The answer that opens a WebSocket.
    static func answer(to request: RawRequest) -> [UInt8] {
        let accept = ServerOpening.accept(key: request.field("sec-websocket-key") ?? "")
        return Array(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n").utf8)
    }

    /// Sends the answer and the bytes, in pieces of so many bytes, and waits until the client closes or, else, closes at once.
    static func sending(
        _ bytes: [UInt8], piece: Int = .max, thenWaits: Bool = true
    ) throws -> RawServer {
        try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            var rest = (answer(to: request) + bytes)[...]
            while !rest.isEmpty {
                guard connection.write(Array(rest.prefix(piece))) else { return }
                rest = rest.dropFirst(piece)
            }
            if thenWaits { waitForEnd(connection) }
        }
    }

    /// Reads what the client says until it ends.
    static func waitForEnd(_ connection: RawConnection) {
        while connection.readRequest() != nil {}
    }

    /// The frames that a server writes.
    static func frames(_ write: (inout WebSocketWriter, inout [UInt8]) -> Void) -> [UInt8] {
        var writer = WebSocketWriter(.server), bytes: [UInt8] = []
        write(&writer, &bytes)
        return bytes
    }
}
