#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Sockets of the system on loopback.
enum SystemSocket {
    /// The reason why there is no socket, as an error number of the system.
    struct Failure: Error {
        var status = errno
    }

    /// Listens on a free port.
    static func listening() throws -> Int32 {
        let descriptor = try stream()
        var address = loopback(port: 0)
        let status = withGeneric(&address) { bind(descriptor, $0, $1.pointee) }
        guard status == 0, listen(descriptor, 128) == 0 else {
            defer { close(descriptor) }
            throw Failure()
        }
        return descriptor
    }

    static func port(of descriptor: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        guard withGeneric(&address, { getsockname(descriptor, $0, $1) }) == 0 else { throw Failure() }
        return UInt16(bigEndian: address.sin_port)
    }

    static func limitWaiting(_ descriptor: Int32, seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        var noDelay: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Connects to a port.
    static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = try stream()
        var address = loopback(port: port)
        guard withGeneric(&address, { connect(descriptor, $0, $1.pointee) }) == 0 else {
            defer { close(descriptor) }
            throw Failure()
        }
        return descriptor
    }

    private static func stream() throws -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure() }
        return descriptor
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Makes the close that follows a reset.
    static func resetOnClose(_ descriptor: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// As `send`, without the signal that a closed peer would cause.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
        Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #endif
    }

    private static func withGeneric(
        _ address: inout sockaddr_in,
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
        }
    }
}

/// Holds up the calling thread, for scripts of ``RawServer``.
public func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
