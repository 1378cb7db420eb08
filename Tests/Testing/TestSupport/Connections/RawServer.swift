internal import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server on loopback that sends what a script says byte for byte, and so may misbehave in any way.
///
/// Each connection has a thread that runs the script. The server stops with its last reference, and no connection
/// outlives ``patience``.
public final class RawServer: Sendable {
    /// The time that a connection waits for its peer, in seconds: longer than any client of the tests.
    static let patience = 300

    public let port: UInt16
    private let state: ServerState

    /// A connection follows the script, and closes when it returns.
    public init(_ script: @escaping @Sendable (RawConnection) -> Void) throws {
        let listener = try SystemSocket.listening()
        (port, state) = (try SystemSocket.port(of: listener), ServerState(listener))
        let state = state
        Thread.detachNewThread {
            while let connection = state.accept() {
                Thread.detachNewThread {
                    script(connection)
                    state.end(connection)
                }
            }
        }
    }

    /// Answers each request by a script, on connections that are kept.
    public convenience init(answering answer: @escaping @Sendable (RawRequest) -> String) throws {
        try self.init { connection in
            while let request = connection.readRequest(), connection.write(answer(request)) {}
        }
    }

    deinit { state.stop() }

    /// All complete requests, in the order of arrival.
    public var requests: [RawRequest] { state.log.snapshot }

    /// The number of connections made.
    public var connectionCount: Int { state.connectionCount }
}

/// A request as it was read.
public struct RawRequest: Sendable {
    /// The request line and the fields, without the empty line.
    public let head: String
    public let body: [UInt8]
    /// The connection it came on, counted from 1.
    public let connection: Int

    /// The first word of the request line.
    public var method: Substring { head.prefix { $0 != " " } }

    /// The second word of the request line.
    public var path: Substring { head.split(separator: " ").dropFirst().first ?? "" }

    /// The value of the first field of this name, which is in lower case.
    public func field(_ name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts[0].lowercased() == name else { continue }
            return parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        return nil
    }
}

/// A small answer in good order.
public func answer(_ status: Int = 200, _ body: String = "ok", fields: String = "") -> String {
    "HTTP/1.1 \(status) Status\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// One side of a connection, for a script.
public final class RawConnection: @unchecked Sendable {
    fileprivate let descriptor: Int32
    /// Counted from 1.
    public let number: Int
    private let log: RequestLog
    private var pending: [UInt8] = []

    fileprivate init(_ descriptor: Int32, number: Int, log: RequestLog) {
        (self.descriptor, self.number, self.log) = (descriptor, number, log)
    }

    /// The next request with its body; nil when the peer has closed.
    public func readRequest() -> RawRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = pending.firstRange(of: end) {
                let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
                let framed = RawRequest(head: head, body: [], connection: number)
                let length = framed.field("content-length").flatMap { Int($0) } ?? 0
                while pending.count < range.upperBound + length {
                    guard readMore() else { return nil }
                }
                let body = Array(pending[range.upperBound..<(range.upperBound + length)])
                pending.removeFirst(range.upperBound + length)
                let request = RawRequest(head: head, body: body, connection: number)
                log.append(request)
                return request
            }
            guard readMore() else { return nil }
        }
    }

    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        pending += buffer.prefix(max(count, 0))
        return count > 0
    }

    /// Sends text; false when the peer does not take it.
    @discardableResult
    public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Sends bytes; false when the peer does not take them.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { SystemSocket.send(descriptor, $0) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits until the peer closes, or sends more.
    public func waitForPeer() {
        var byte: UInt8 = 0
        _ = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    }

    /// Makes the close that follows a reset.
    public func resetOnClose() { SystemSocket.resetOnClose(descriptor) }
}

private final class RequestLog: @unchecked Sendable {
    private let lock = NSLock()
    private var requests: [RawRequest] = []

    var snapshot: [RawRequest] { lock.withLock { requests } }

    func append(_ request: RawRequest) { lock.withLock { requests.append(request) } }
}

private final class ServerState: @unchecked Sendable {
    let log = RequestLog()
    private let listener: Int32
    private let lock = NSLock()
    private var open: Set<Int32> = []
    private var count = 0
    private var isStopped = false

    init(_ listener: Int32) { self.listener = listener }

    var connectionCount: Int { lock.withLock { count } }

    /// The next connection; nil once stopped, when the listener is closed.
    func accept() -> RawConnection? {
        let descriptor = Foundation.accept(listener, nil, nil)
        return lock.withLock {
            guard descriptor >= 0, !isStopped else {
                if descriptor >= 0 { close(descriptor) }
                close(listener)
                return nil
            }
            SystemSocket.limitWaiting(descriptor, seconds: RawServer.patience)
            open.insert(descriptor)
            count += 1
            return RawConnection(descriptor, number: count, log: log)
        }
    }

    func end(_ connection: RawConnection) {
        lock.withLock {
            open.remove(connection.descriptor)
            _ = close(connection.descriptor)
        }
    }

    func stop() {
        lock.withLock {
            isStopped = true
            for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
            shutdown(listener, Int32(SHUT_RDWR))
        }
    }
}
