#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Serves all connections in one thread: waits until something can be done, does it, and waits again.
final class ServerLoop: @unchecked Sendable {
    private let listener: Socket
    private let hosts: Set<String>
    private let handler: any RequestHandler
    private let limits: ListenerLimits
    private var connections: [Int32: Connection] = [:]
    /// The number of connections ever taken.
    private var taken = 0
    /// A pipe; a byte in it ends the serving.
    private let stopping: (reading: Int32, writing: Int32)

    init(
        _ listener: Socket, hosts: Set<String>, limits: ListenerLimits, handler: any RequestHandler
    ) throws(SystemError) {
        (self.listener, self.handler, self.limits) = (listener, handler, limits)
        let port = listener.port
        self.hosts = Set(
            ["127.0.0.1", "localhost"].flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
        ).union(hosts)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(number: errno) }
        stopping = (ends[0], ends[1])
    }

    deinit {
        close(stopping.reading)
        close(stopping.writing)
    }

    /// Lets ``run()`` end once the answers under way are sent; from any thread.
    func stop() {
        var byte: UInt8 = 0
        write(stopping.writing, &byte, 1)
    }

    /// Serves until ``stop()``.
    func run() {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { room.deallocate() }
        var drainEnd: Double?
        while true {
            let before = SystemClock.elapsed
            if let drainEnd, connections.isEmpty || before >= drainEnd { break }
            var polled: [pollfd] = []
            func watch(_ descriptor: Int32, _ events: Int32) {
                polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
            }
            if drainEnd == nil {
                watch(stopping.reading, POLLIN)
                if hasRoom { watch(listener.descriptor, POLLIN) }
            }
            var due = drainEnd ?? .infinity
            for (descriptor, connection) in connections {
                if let events = connection.events { watch(descriptor, events) }
                due = min(due, connection.due)
            }
            let milliseconds = min(max((due - before) * 1000, 0), 60_000).rounded(.up)
            poll(&polled, nfds_t(polled.count), Int32(milliseconds))
            let now = SystemClock.elapsed
            let ready = polled.filter { $0.revents != 0 }
            for ready in ready {
                connections[ready.fd]?.wake(
                    Int32(ready.revents), room: room, at: now, isDraining: drainEnd != nil)
            }
            for connection in connections.values {
                connection.proceed(at: now, isDraining: drainEnd != nil)
            }
            dropEnded()
            if ready.contains(where: { $0.fd == listener.descriptor }) { accept(at: now) }
            if ready.contains(where: { $0.fd == stopping.reading }) {
                drainEnd = now + limits.drainSeconds
                listener.close()
                for connection in connections.values where connection.isIdle { connection.end() }
                dropEnded()
            }
        }
        for connection in connections.values { connection.end() }
        connections = [:]
    }

    private func dropEnded() {
        for (descriptor, connection) in connections {
            if case .gone = connection.state { connections[descriptor] = nil }
        }
    }

    /// Whether another connection can be taken, if only in the place of one that waits for its client.
    private var hasRoom: Bool {
        connections.count < limits.connections || connections.values.contains(where: \.isReading)
    }

    /// Takes the connections that wait; where there are too many, the one whose client has kept us waiting longest ends.
    private func accept(at now: Double) {
        while hasRoom {
            let (socket, problem) = listener.accepted()
            if problem == EMFILE || problem == ENFILE { endSlowest() }
            guard let socket else { return }
            if connections.count >= limits.connections { endSlowest() }
            taken += 1
            connections[socket.descriptor] = Connection(
                socket, number: taken, hosts: hosts, limits: limits, handler: handler, at: now)
        }
    }

    private func endSlowest() {
        connections.values.filter(\.isReading).min {
            ($0.waitingSince, $0.number) < ($1.waitingSince, $1.number)
        }?.end()
        dropEnded()
    }
}
