#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A socket that listens, or one of its connections; no operation waits.
package struct Socket: Hashable, Sendable {
    let descriptor: Int32

    /// Listens on a port of this machine alone, or of another of its addresses; on any port that is free where it is 0.
    package static func listening(
        at address: PeerAddress = .loopback, port: UInt16
    ) throws(SystemError) -> Socket {
        let listener = try bound(to: port, of: address)
        guard listener.listens() else {
            let error = SystemError(number: errno)
            listener.close()
            throw error
        }
        return listener
    }

    /// Takes a port, which refuses connections as long as nothing listens on it.
    static func bound(
        to port: UInt16, of own: PeerAddress = .loopback
    ) throws(SystemError) -> Socket {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let listener = Socket(descriptor: socket(AF_INET, stream, 0))
        guard listener.descriptor >= 0 else { throw SystemError(number: errno) }
        listener.set(SOL_SOCKET, SO_REUSEADDR)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = own.number.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener.descriptor, $0, size) == 0
            }
        }
        guard isBound, listener.stopsWaiting() else {
            let error = SystemError(number: errno)
            listener.close()
            throw error
        }
        return listener
    }

    /// Begins to take connections; false where that is refused, as when another socket listens on the port.
    func listens() -> Bool { listen(descriptor, 512) == 0 }

    /// The port it listens on, or that a client has reached.
    package var port: UInt16 { UInt16(bigEndian: name.sin_port) }

    /// The address it listens at, or that a client has reached.
    var own: PeerAddress { PeerAddress(number: UInt32(bigEndian: name.sin_addr.s_addr)) }

    private var name: sockaddr_in {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return address
    }

    /// The address of the other side; nobody's where it has gone.
    var peer: PeerAddress {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
        }
        return status == 0 ? PeerAddress(number: UInt32(bigEndian: address.sin_addr.s_addr)) : .nobody
    }

    enum Outcome {
        case some(Int)
        /// Nothing now, perhaps later.
        case later
        /// Nothing any more.
        case gone
    }

    /// Takes the next connection; returns nil when none waits, with an error number when one cannot be taken.
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

    package func close() { closed(descriptor) }

    /// Closes so that the other side sees a reset.
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

package struct SystemError: Error, Hashable {
    package var number: Int32
}

/// The system's own function, which the method hides.
private func closed(_ descriptor: Int32) { _ = close(descriptor) }

package enum SystemClock {
    /// The date, in nanoseconds since the beginning of 1970.
    package static var date: Int64 { nanoseconds(CLOCK_REALTIME) }

    /// Seconds since an arbitrary moment; never goes back.
    package static var elapsed: Double { Double(nanoseconds(CLOCK_MONOTONIC)) * 1e-9 }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
