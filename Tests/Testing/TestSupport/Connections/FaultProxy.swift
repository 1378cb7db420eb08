internal import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Carries connections on loopback to a port and back, and does to them what no server does to its own.
///
/// It stops with its last reference, and no connection outlives ``RawServer/patience``.
public final class FaultProxy: Sendable {
    /// The fault of the bytes of one direction of a connection.
    public enum Fault: Hashable, Sendable {
        /// Each piece waits this many milliseconds.
        case delay(UInt32)
        /// This many bytes at a time, each in a piece of its own.
        case split(Int)
        /// After this many bytes nothing arrives any more, and neither side sees it.
        case swallow(after: Int)
        /// After this many bytes both sides see the connection end.
        case cut(after: Int)
        /// After this many bytes both sides see it reset.
        case reset(after: Int)
    }

    /// The faults of a connection; a direction without one is carried unchanged.
    public struct Plan: Hashable, Sendable {
        public var toServer: Fault?
        public var toClient: Fault?

        public init(toServer: Fault? = nil, toClient: Fault? = nil) {
            (self.toServer, self.toClient) = (toServer, toClient)
        }
    }

    public let port: UInt16
    private let connections: ProxyConnections

    /// Takes connections, which wait for ``carry(to:_:)``.
    public init() throws {
        let listener = try SystemSocket.listening()
        port = try SystemSocket.port(of: listener)
        connections = ProxyConnections(listener)
    }

    /// Carries every connection to a port; its plan is asked for by its number, counted from 1.
    public func carry(to target: UInt16, _ plan: @escaping @Sendable (_ connection: Int) -> Plan) {
        let connections = connections
        Thread.detachNewThread {
            while let client = connections.accept() {
                guard let server = try? SystemSocket.connected(to: target) else {
                    close(client)
                    continue
                }
                let pair = connections.add(client, server)
                let plan = plan(connections.count)
                Thread.detachNewThread { pair.carry(from: client, to: server, plan.toServer) }
                Thread.detachNewThread { pair.carry(from: server, to: client, plan.toClient) }
            }
        }
    }

    deinit { connections.stop() }

    /// The number of connections carried.
    public var connectionCount: Int { connections.count }
}

/// Both ends of a connection, closed once both directions have ended.
private final class ProxyPair: @unchecked Sendable {
    private let client: Int32, server: Int32
    private let lock = NSLock()
    private var running = 2

    private var ends: [Int32] { [client, server] }

    init(_ client: Int32, _ server: Int32) {
        (self.client, self.server) = (client, server)
        for end in ends { SystemSocket.limitWaiting(end, seconds: RawServer.patience) }
    }

    /// Carries bytes until one side ends or the fault says so.
    func carry(from source: Int32, to target: Int32, _ fault: FaultProxy.Fault?) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16), carried = 0
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            let room = max(0, min(count, fault.limit - carried))
            carried += count
            guard pass(buffer[..<room], to: target, fault) else { break }
            guard room < count else { continue }
            // Swallowed bytes are read all the same, so that their sender notices nothing.
            if case .swallow? = fault { continue }
            if case .reset? = fault { reset() } else { end() }
            break
        }
        if case .swallow? = fault {} else if case .reset? = fault {} else { shutdown(target, Int32(SHUT_WR)) }
        lock.withLock {
            running -= 1
            if running == 0 { for end in ends { close(end) } }
        }
    }

    private func pass(_ bytes: ArraySlice<UInt8>, to target: Int32, _ fault: FaultProxy.Fault?) -> Bool {
        var rest = bytes, size = bytes.count
        if case .delay(let milliseconds)? = fault { pause(milliseconds: milliseconds) }
        if case .split(let most)? = fault { size = most }
        while !rest.isEmpty {
            let sent = rest.prefix(size).withUnsafeBytes { SystemSocket.send(target, $0) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends both directions.
    func end() {
        lock.withLock {
            if running > 0 { for end in ends { shutdown(end, Int32(SHUT_RDWR)) } }
        }
    }

    /// Lets both directions end without notice, so that the close resets them.
    private func reset() {
        for end in ends {
            SystemSocket.resetOnClose(end)
            shutdown(end, Int32(SHUT_RD))
        }
    }
}

extension FaultProxy.Fault? {
    /// The number of bytes that get through.
    fileprivate var limit: Int {
        switch self {
        case .swallow(let count)?, .cut(let count)?, .reset(let count)?: count
        case .delay?, .split?, nil: .max
        }
    }
}

private final class ProxyConnections: @unchecked Sendable {
    private let listener: Int32
    private let lock = NSLock()
    private var pairs: [ProxyPair] = []
    private var isStopped = false

    init(_ listener: Int32) { self.listener = listener }

    var count: Int { lock.withLock { pairs.count } }

    /// The next client; nil once stopped, when the listener is closed.
    func accept() -> Int32? {
        let descriptor = Foundation.accept(listener, nil, nil)
        return lock.withLock {
            guard descriptor >= 0, !isStopped else {
                if descriptor >= 0 { close(descriptor) }
                close(listener)
                return nil
            }
            return descriptor
        }
    }

    func add(_ client: Int32, _ server: Int32) -> ProxyPair {
        lock.withLock {
            let pair = ProxyPair(client, server)
            pairs.append(pair)
            return pair
        }
    }

    func stop() {
        lock.withLock {
            isStopped = true
            for pair in pairs { pair.end() }
            shutdown(listener, Int32(SHUT_RDWR))
        }
    }
}
