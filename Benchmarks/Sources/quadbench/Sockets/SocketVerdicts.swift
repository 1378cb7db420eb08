import Foundation
import WebSocket

/// Reads outside frames, so that other readers can be compared, or speaks with an outside server: see
/// `scripts/oracles/check-websocket`.
enum SocketVerdicts {
    static let usage =
        "websocket [--cases F] [--limit N] [--connect PORT] [--target PATH] [--messages N] [--seed S] [--speed] [--rounds N]"

    static func run(_ options: [String: String]) throws -> Any {
        if options["connect"] != nil { return try converse(options) }
        if options["speed"] != nil { return try SocketSpeed.measure(options) }
        let limits = WebSocketLimits(
            messageBytes: try options.count("limit", default: 1 << 16), takesBinary: true)
        return [
            "verdicts": try cases(in: options.required("cases")).map { verdict($0.bytes, $0.role, limits) }
        ]
    }

    /// The file holds sequences of frames, each after a byte, 0 for what a client reads and 1 for a server, and its length as
    /// a little-endian u64.
    private static func cases(in file: String) throws -> [(role: WebSocketRole, bytes: [UInt8])] {
        guard let contents = FileManager.default.contents(atPath: file) else {
            throw BenchError.badFile(file, "cannot be read")
        }
        var rest = [UInt8](contents)[...], cases: [(WebSocketRole, [UInt8])] = []
        while let role = rest.popFirst() {
            let count = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(8)
            guard let count = Int(exactly: count), count <= rest.count else {
                throw BenchError.badFile(file, "ends within a case")
            }
            cases.append((role == 0 ? .client : .server, Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return cases
    }

    /// The events with their bytes in hexadecimal, and the error that ended them.
    static func verdict(_ bytes: [UInt8], _ role: WebSocketRole, _ limits: WebSocketLimits) -> [String: Any] {
        var reader = WebSocketReader(role, limits: limits), events: [[String]] = []
        do throws(WebSocketError) {
            reader.append(bytes)
            while let event = try reader.next() {
                events.append([name(of: event), reader.payload.map(hex).joined()])
            }
            return ["events": events]
        } catch {
            return [
                "events": events, "error": error.code, "offset": error.offset,
                "close": Int(error.closeCode.rawValue),
            ]
        }
    }

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    private static func name(of event: WebSocketEvent) -> String {
        switch event {
        case .text: "text"
        case .binary: "binary"
        case .ping: "ping"
        case .pong: "pong"
        case .close(let code): "close \(code?.rawValue ?? 1005)"
        }
    }

    /// Sends texts of many lengths to a server that echoes them, some in fragments and with pings between.
    private static func converse(_ options: [String: String]) throws -> Any {
        let port = try options.count("connect", default: 0), seed = try options.count("seed", default: 1)
        guard let port = UInt16(exactly: port) else { throw BenchError.usage("no such port: \(port)") }
        let client = try SocketPartner(port: port, target: options["target"] ?? "/", seed: UInt64(seed))
        var random = SeededGenerator(seed: UInt64(seed))
        let count = try options.count("messages", default: 200)
        var bytes = 0
        for number in 0..<count {
            let size = [0, 1, 125, 126, 127, 1_000, 65_535, 65_536].randomElement(using: &random) ?? 0
            let text = String(repeating: ["x", "é", "€", "😀"][number % 4], count: size / (number % 4 + 1))
            let cut = Int.random(in: 0...text.utf8.count, using: &random)
            let echo = try client.ask(
                Array(text.utf8), cutAt: number % 3 == 0 ? cut : nil, pings: number % 5 == 0)
            guard echo.elementsEqual(text.utf8) else {
                throw BenchError.violated(
                    "message \(number) of \(text.utf8.count) bytes came back as \(echo.count)")
            }
            bytes += echo.count
        }
        return ["messages": count, "bytes": bytes, "closed": try client.close()]
    }
}
