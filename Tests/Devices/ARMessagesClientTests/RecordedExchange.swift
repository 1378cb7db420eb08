import Foundation
import StrictJSON
import TestSupport
import WebSocket

/// Connections whose bytes were recorded on the wire between sessions of this package and a server of another make.
struct RecordedExchange {
    enum Side: String { case client, server }

    /// A text on its way.
    struct Text {
        let connection: Int
        let side: Side
        let bytes: [UInt8]
    }

    /// The texts of all connections, in the order in which they went.
    private(set) var texts: [Text] = []
    /// The codes of the closing frames, by connection and side.
    private(set) var closings: [Int: [Side: CloseCode?]] = [:]
    private var wires: [Int: Wire] = [:]

    struct Broken: Error { let what: String }

    /// One connection while it is read.
    private struct Wire {
        var heads: [Side: [UInt8]] = [.client: [], .server: []]
        var areHeadsOver: [Side: Bool] = [:]
        var readers: [Side: WebSocketReader] = [
            .client: WebSocketReader(.server), .server: WebSocketReader(.client),
        ]
    }

    init(_ file: String) throws {
        for line in try Dataset.read(file).split(separator: "\n") {
            let piece = try JSONValue(String(line))
            guard let connection = piece["connection"]?.integer.map(Int.init),
                let side = piece["from"]?.string.flatMap(Side.init(rawValue:)),
                let bytes = piece["bytes"]?.string.flatMap({ Data(base64Encoded: $0) })
            else { throw Broken(what: "a line of \(file)") }
            try take([UInt8](bytes), connection, side)
        }
    }

    private mutating func take(_ bytes: [UInt8], _ connection: Int, _ side: Side) throws {
        var wire = wires[connection] ?? Wire()
        defer { wires[connection] = wire }
        var rest = bytes
        if wire.areHeadsOver[side] != true {
            wire.heads[side]? += bytes
            let head = wire.heads[side] ?? []
            guard let end = head.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            wire.areHeadsOver[side] = true
            rest = Array(head[end.upperBound...])
            wire.heads[side] = Array(head[..<end.lowerBound])
            if side == .server { try RecordedExchange.requireAgreement(wire.heads) }
        }
        guard var reader = wire.readers[side] else { return }
        reader.append(rest)
        while let event = try reader.next() {
            switch event {
            case .text:
                texts.append(Text(connection: connection, side: side, bytes: Array(reader.payload)))
            case .close(let code): closings[connection, default: [:]][side] = code
            case .binary, .ping, .pong: throw Broken(what: "\(event)")
            }
        }
        wire.readers[side] = reader
    }

    /// Throws unless the server has agreed to what the client asked for.
    private static func requireAgreement(_ heads: [Side: [UInt8]]) throws {
        func fields(_ side: Side) -> [String: String] {
            let lines = String(decoding: heads[side] ?? [], as: UTF8.self).components(separatedBy: "\r\n")
            return Dictionary(
                lines.dropFirst().compactMap { line in
                    line.firstIndex(of: ":").map {
                        (
                            line[..<$0].lowercased(),
                            line[$0...].dropFirst().trimmingCharacters(in: .whitespaces)
                        )
                    }
                }, uniquingKeysWith: { $1 })
        }
        let (asked, answered) = (fields(.client), fields(.server))
        guard asked["sec-websocket-version"] == "13", let key = asked["sec-websocket-key"],
            answered["sec-websocket-accept"] == ServerOpening.accept(key: key)
        else { throw Broken(what: "the opening") }
    }
}
