@testable import WebSocket

/// An event of a reader with its bytes.
struct SeenEvent: Hashable {
    var event: WebSocketEvent
    var payload: [UInt8]
}

/// All that a reader made of bytes.
struct SeenStream: Hashable {
    var events: [SeenEvent] = []
    var error: WebSocketError?

    /// - Parameter pieces: the bytes as they came.
    init(_ pieces: [[UInt8]], _ role: WebSocketRole, _ limits: WebSocketLimits) {
        var reader = WebSocketReader(role, limits: limits)
        do throws(WebSocketError) {
            for piece in pieces {
                reader.append(piece)
                while let event = try reader.next() {
                    events.append(SeenEvent(event: event, payload: Array(reader.payload)))
                }
            }
        } catch {
            self.error = error
        }
    }

    init(_ bytes: [UInt8], _ role: WebSocketRole, _ limits: WebSocketLimits = .tests) {
        self.init([bytes], role, limits)
    }
}

extension WebSocketLimits {
    /// Small enough to be reached by short messages.
    static let tests = WebSocketLimits(messageBytes: 1 << 17, takesBinary: true)
}

extension [UInt8] {
    /// Reads hexadecimal digits, whatever stands between pairs of them.
    init(hex: String) {
        self = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
}
