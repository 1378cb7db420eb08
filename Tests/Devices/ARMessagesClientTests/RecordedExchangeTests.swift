import ARMessages
import Foundation
import QuadGeometry
import StrictJSON
import Testing
import WebSocket

/// The recordings are of `scripts/oracles/check-room --record`, whose server is Python's websockets.
@Suite("Exchanges recorded on the wire")
struct RecordedExchangeTests {
    /// Metres by which a place may be off the recorded one: six products of doubles of a few metres.
    private static let bound = 1e-12

    private static let recordings: [(file: String, mode: RelayOptions.Mode, bound: Double)] = [
        ("messages/session-offset.jsonl", .carrot01, 0), ("messages/session-matrix.jsonl", .rigid, bound),
    ]

    @Test("what the sessions sent is answered as the other server has done", arguments: recordings.indices)
    func answers(row: Int) throws {
        let (file, mode, bound) = Self.recordings[row]
        let exchange = try RecordedExchange(file)
        var relay = Relay(options: RelayOptions(mode: mode)), reader = MessageReader(), strokes = 0
        var waiting: [Int: [[UInt8]]] = [:], joined: Set<Int> = []
        func collect() {
            for connection in joined {
                relay.take(for: connection) { waiting[connection, default: []].append(Array($0)) }
            }
        }
        for text in exchange.texts {
            let message = try reader.message(text.bytes)
            switch text.side {
            case .client: relay.receive(text.bytes, from: text.connection, at: 1)
            case .server:
                if joined.insert(text.connection).inserted {
                    // The beacon names the token that the server gave.
                    try relay.join(text.connection, fresh: message.token, at: 1)
                }
                collect()
                let own = try #require(waiting[text.connection]?.first, "\(text.connection): nothing")
                waiting[text.connection]?.removeFirst()
                let answer = try reader.message(own)
                #expect(answer.token == message.token && answer.endpoint == message.endpoint)
                // Questions have numbers now, which those devices do not send back.
                if message.endpoint != ReservedEndpoint.transform.rawValue {
                    #expect(try Self.params(answer) == Self.params(message))
                }
                #expect(Self.distance(answer.transform, message.transform) <= bound)
                if message.endpoint == "draw" { strokes += 1 }
            }
            collect()
        }
        #expect(strokes > 0 && waiting.values.allSatisfy(\.isEmpty))
        #expect(exchange.closings.count == joined.count)
        for closing in exchange.closings.values {
            #expect(closing[.client] == .some(.normal) && closing[.server] == .some(.normal))
        }
    }

    private static func params(_ message: ARMessage) throws -> NSDictionary? {
        guard let params = message.params else { return nil }
        return try JSONSerialization.jsonObject(with: Data(params.text)) as? NSDictionary
    }

    private static func distance(_ a: MessageTransform?, _ b: MessageTransform?) -> Double {
        switch (a, b) {
        case (nil, nil): 0
        case (.offset(let a), .offset(let b)): (a - b).largestMagnitude
        case (.matrix(let a), .matrix(let b)):
            [a.x - b.x, a.y - b.y, a.z - b.z, a.translation - b.translation].map(\.largestMagnitude).max()
                ?? 0
        default: .infinity
        }
    }
}
