internal import Foundation

/// A socket on the loopback address, or a connection to one; nothing waits.
struct Socket: Hashable {
    let descriptor: Int32

    /// Listens on a port of 127.0.0.1; on any that is free where it is 0.
    static func listening(on port: UInt16) throws(SandboxError) -> Socket {
        #if canImport(Darwin)
        let stream = SOCK_STREAM
        #else
        let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let socket = Socket(descriptor: Foundation.socket(AF_INET, stream, 0))
        guard socket.descriptor >= 0 else { throw .port(port, errno: errno) }
        socket.set(SOL_SOCKET, SO_REUSEADDR)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.descriptor, $0, size) == 0
            }
        }
        guard isBound, listen(socket.descriptor, 512) == 0, socket.stopsWaiting() else {
            let problem = errno
            socket.close()
            throw .port(port, errno: problem)
        }
        return socket
    }

    /// The port it listens on.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// What came of an attempt.
    enum Outcome {
        case some(Int)
        /// Nothing now, perhaps later.
        case later
        /// Nothing any more.
        case gone
    }

    /// The next connection; nil when none waits, with an error number when one cannot be taken.
    func accepted() -> (socket: Socket?, errno: Int32) {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return (nil, errno == EAGAIN ? 0 : errno) }
        let socket = Socket(descriptor: accepted)
        guard socket.stopsWaiting() else {
            socket.close()
            return (nil, 0)
        }
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
        socket.set(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return (socket, 0)
    }

    func read(into room: UnsafeMutableRawBufferPointer) -> Outcome {
        outcome(recv(descriptor, room.baseAddress, room.count, 0))
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        return outcome(send(descriptor, bytes.baseAddress, bytes.count, flags))
    }

    private func outcome(_ count: Int) -> Outcome {
        if count > 0 { return .some(count) }
        return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .later : .gone
    }

    /// Tells the other side that nothing more comes.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() { _ = Foundation.close(descriptor) }

    /// Closes so that the other side meets a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close()
    }

    private func set(_ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout.size(ofValue: on)))
    }

    private func stopsWaiting() -> Bool {
        fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    }
}
