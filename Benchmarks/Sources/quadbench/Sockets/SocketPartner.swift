import Foundation
import WebSocket

/// A WebSocket to a server on this machine, one message at a time.
final class SocketPartner {
    private let descriptor: Int32
    private var reader = WebSocketReader(.client, limits: WebSocketLimits(messageBytes: 1 << 20))
    private var writer: WebSocketWriter
    private var pongs = 0

    /// Seconds that an answer may take.
    private static let patience = 30

    init(port: UInt16, target: String, seed: UInt64) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        writer = WebSocketWriter(.client, masks: SeededGenerator(seed: seed))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else { throw BenchError.peer("websocket", "nothing listens on port \(port)") }
        var opening = try ClientOpening(host: "127.0.0.1:\(port)", target: target)
        try send(opening.request)
        while true {
            guard let rest = try opening.receive(try receive()) else { continue }
            reader.append(rest)
            return
        }
    }

    deinit { Foundation.close(descriptor) }

    /// Sends a text and returns the next one that comes.
    ///
    /// - Parameters:
    ///   - place: the place between two fragments; nil for one frame.
    ///   - pings: whether a ping goes first, whose pong must come before the text.
    func ask(_ text: [UInt8], cutAt place: Int?, pings: Bool) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let before = pongs
        if pings { writer.addPing("are you there".utf8, to: &bytes) }
        if let place {
            writer.add(fragments: [text[..<place], text[place...]], isText: true, to: &bytes)
        } else {
            writer.addText(text, to: &bytes)
        }
        try send(bytes)
        guard case .text = try event() else { throw BenchError.violated("something else than a text came") }
        guard !pings || pongs == before + 1 else { throw BenchError.violated("a ping was not answered") }
        return Array(reader.payload)
    }

    /// Closes with 1000 and returns the code that the server answers.
    func close() throws -> Int {
        var bytes: [UInt8] = []
        writer.addClose(.normal, reason: "done", to: &bytes)
        try send(bytes)
        guard case .close(let code) = try event() else { throw BenchError.violated("no closing came") }
        return Int(code?.rawValue ?? 0)
    }

    /// The next event that is no ping and no pong.
    private func event() throws -> WebSocketEvent {
        while true {
            switch try reader.next() {
            case .ping?:
                var bytes: [UInt8] = []
                writer.addPong(reader.payload, to: &bytes)
                try send(bytes)
            case .pong?:
                guard reader.payload.elementsEqual("are you there".utf8) else {
                    throw BenchError.violated("a pong has other bytes than the ping")
                }
                pongs += 1
            case let event?: return event
            case nil: reader.append(try receive())
            }
        }
    }

    private func receive() throws -> [UInt8] {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &room, room.count, 0)
        guard count > 0 else {
            throw BenchError.peer("websocket", "the server closed, or said nothing for long")
        }
        return Array(room[..<count])
    }

    private func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw BenchError.peer("websocket", "the server closed") }
            sent += count
        }
    }
}
