import Foundation

/// A connection that sends any bytes and reads the answer.
public final class RawClient {
    private let descriptor: Int32
    private var waiting: [UInt8] = []

    /// An answer as it was received.
    public struct Answer: Equatable, Sendable {
        public var status: Int
        public var fields: [String: String]
        public var body: [UInt8]
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    public struct Failure: Error {}

    public init(port: UInt16, patience seconds: Int = 120) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else { throw Failure() }
    }

    deinit { close(descriptor) }

    public func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Sends a request as a well-behaved client would.
    public func send(
        _ method: String, _ path: String, _ body: String? = nil, port: UInt16, fields: [String] = []
    ) {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
        if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
        send((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
    }

    /// Reads more bytes; false at the end, or if nothing arrives for long.
    private func more() -> Bool {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &room, room.count, 0)
        guard count > 0 else { return false }
        waiting += room[..<count]
        return true
    }

    /// The next answer; nil if the connection ended before it was complete.
    public func answer(hasBody: Bool = true) -> Answer? {
        var end: Int?
        while end == nil {
            end = waiting.indices.first { waiting[$0...].starts(with: Array("\r\n\r\n".utf8)) }
            if end == nil, !more() { return nil }
        }
        guard let end else { return nil }
        let lines = String(decoding: waiting[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        waiting.removeFirst(end + 4)
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.components(separatedBy: ": ")
            fields[parts[0].lowercased()] = parts.dropFirst().joined(separator: ": ")
        }
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let length = hasBody ? fields["content-length"].flatMap { Int($0) } ?? 0 : 0
        while waiting.count < length { guard more() else { return nil } }
        let body = Array(waiting[..<length])
        waiting.removeFirst(length)
        return Answer(status: status, fields: fields, body: body)
    }

    /// The next bytes that arrive behind answers; nil at the end, or if nothing arrives for long.
    public func piece() -> [UInt8]? {
        if waiting.isEmpty, !more() { return nil }
        defer { waiting = [] }
        return waiting
    }

    /// Everything until the server closes.
    public func rest() -> String {
        while more() {}
        defer { waiting = [] }
        return String(decoding: waiting, as: UTF8.self)
    }
}
