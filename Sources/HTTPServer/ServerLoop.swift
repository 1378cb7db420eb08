internal import Foundation

/// Serves all connections in one thread: waits until something can be done, does it, and waits again.
///
/// Every change is in the store before its answer leaves, so the process may be killed at any moment.
final class ServerLoop: @unchecked Sendable {
    private let listener: Socket
    private let hosts: Set<String>
    private let sandbox: Guarded<Sandbox>
    private let limits: SandboxOptions.Limits
    private var connections: [Int32: Connection] = [:]
    /// How many connections were ever taken.
    private var taken = 0
    /// A byte here ends the waiting.
    private let wake: (reading: Int32, writing: Int32)
    private let stopping = Guarded(false)

    init(_ listener: Socket, _ sandbox: Guarded<Sandbox>, _ options: SandboxOptions) {
        (self.listener, self.sandbox, limits) = (listener, sandbox, options.limits)
        let port = listener.port
        hosts = Set(
            ["127.0.0.1", "localhost"].flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
        ).union(options.hosts)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        wake = (ends[0], ends[1])
    }

    deinit {
        close(wake.reading)
        close(wake.writing)
    }

    /// Lets ``run()`` end once the answers under way are sent; from any thread.
    func stop() {
        stopping.with { $0 = true }
        var byte: UInt8 = 0
        write(wake.writing, &byte, 1)
    }

    /// Serves until ``stop()``.
    func run() {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { room.deallocate() }
        var drainEnd: Double?
        while true {
            let before = ServerLoop.now
            if drainEnd == nil, stopping.with({ $0 }) {
                drainEnd = before + limits.drainSeconds
                listener.close()
                for connection in connections.values where connection.isIdle { connection.end() }
                dropEnded()
            }
            if let drainEnd, connections.isEmpty || before >= drainEnd { break }
            var polled: [pollfd] = []
            func watch(_ descriptor: Int32, _ events: Int32) {
                polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
            }
            if drainEnd == nil {
                watch(wake.reading, POLLIN)
                if hasRoom { watch(listener.descriptor, POLLIN) }
            }
            var due = drainEnd ?? .infinity
            for (descriptor, connection) in connections {
                if let events = connection.events { watch(descriptor, events) }
                due = min(due, connection.due)
            }
            let milliseconds = min(max((due - before) * 1000, 0), 60_000).rounded(.up)
            poll(&polled, nfds_t(polled.count), Int32(milliseconds))
            let now = ServerLoop.now
            sandbox.with { sandbox in
                for ready in polled where ready.revents != 0 {
                    connections[ready.fd]?.wake(
                        Int32(ready.revents), room: room, sandbox, at: now, isDraining: drainEnd != nil)
                }
                for connection in connections.values {
                    connection.proceed(sandbox, at: now, isDraining: drainEnd != nil)
                }
            }
            dropEnded()
            if polled.contains(where: { $0.fd == listener.descriptor && $0.revents != 0 }) { accept(at: now) }
        }
        for connection in connections.values { connection.end() }
        connections = [:]
    }

    private func dropEnded() {
        for (descriptor, connection) in connections {
            if case .gone = connection.state { connections[descriptor] = nil }
        }
    }

    /// Whether another connection can be taken, if only in the place of one whose client lets us wait.
    private var hasRoom: Bool {
        connections.count < limits.connections || connections.values.contains(where: \.isReading)
    }

    /// Takes the connections that wait; where there are too many, the one whose client lets us wait longest gives way.
    private func accept(at now: Double) {
        while hasRoom {
            let (socket, problem) = listener.accepted()
            if problem == EMFILE || problem == ENFILE { endSlowest() }
            guard let socket else { return }
            if connections.count >= limits.connections { endSlowest() }
            taken += 1
            connections[socket.descriptor] = Connection(
                socket, number: taken, hosts: hosts, limits: limits, at: now)
        }
    }

    private func endSlowest() {
        connections.values.filter(\.isReading).min {
            ($0.waitingSince, $0.number) < ($1.waitingSince, $1.number)
        }?.end()
        dropEnded()
    }

    private static var now: Double { SandboxClock.system.elapsed() }
}

/// A value that one thread at a time may use.
final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
