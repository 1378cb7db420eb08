import Foundation
import Synchronization

/// Carries connections on loopback to a port, and resets one in the middle of what it carries when asked to.
final class CuttingProxy: Sendable {
    /// The direction of the bytes that a cut is counted by.
    enum Direction: Sendable { case toServer, toClient }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        /// The cut that the present connection, or the next one, meets.
        var cut: (Direction, after: Int)?
        var connections = 0
        var cuts = 0
        var isOver = false
    }

    init(to target: UInt16) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = CuttingProxy.loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard status else { throw BenchError.peer("proxy", "cannot listen: \(errno)") }
        (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, !state.withLock({ $0.isOver }) else { return }
                guard let server = CuttingProxy.connected(to: target) else {
                    close(client)
                    continue
                }
                state.withLock { $0.connections += 1 }
                Thread.detachNewThread { [self] in carry(client, server) }
            }
        }
    }

    /// Takes no more connections.
    func stop() {
        state.withLock { $0.isOver = true }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Resets the connection once so many more bytes have gone in a direction; what comes after them is lost.
    func cut(_ direction: Direction, after bytes: Int) { state.withLock { $0.cut = (direction, bytes) } }

    /// The number of connections that were reset.
    var cuts: Int { state.withLock { $0.cuts } }
    var connections: Int { state.withLock { $0.connections } }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }

    private static func connected(to port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(port)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private func carry(_ client: Int32, _ server: Int32) {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        defer {
            close(client)
            close(server)
        }
        while true {
            var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&ends, 2, -1) >= 0 else { return }
            for (place, end) in ends.enumerated() where end.revents != 0 {
                let count = recv(end.fd, &room, room.count, 0)
                guard count > 0 else { return }
                let kept = left(of: count, place == 0 ? .toServer : .toClient)
                CuttingProxy.send(room[..<kept], to: place == 0 ? server : client)
                guard kept == count else { return reset(client, server) }
            }
        }
    }

    /// The number of bytes that still go: fewer than came where the connection is to be cut within them.
    private func left(of count: Int, _ direction: Direction) -> Int {
        state.withLock { state in
            guard let cut = state.cut, cut.0 == direction else { return count }
            guard count > cut.after else {
                state.cut = (direction, cut.after - count)
                return count
            }
            state.cut = nil
            state.cuts += 1
            return cut.after
        }
    }

    private func reset(_ ends: Int32...) {
        for end in ends {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(end, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
