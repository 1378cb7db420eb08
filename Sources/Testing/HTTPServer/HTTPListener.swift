#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A server of HTTP/1.1 in a thread of its own.
///
/// It takes connections, frames requests strictly by RFC 9112, and holds clients to ``RequestLimits`` and
/// ``ListenerLimits``; what requests mean is for its handler to know.
///
///     import HTTPServer
///
///     struct Greeter: RequestHandler {
///         func answer(to request: IncomingRequest) -> Answer {
///             Answer { OutgoingResponse(200, body: Array("hello".utf8)).delivery(to: request, endsConnection: $0) }
///         }
///
///         func delivery(refusing refusal: RequestRefusal) -> Delivery {
///             OutgoingResponse(refusal.status).delivery(endsConnection: true)
///         }
///     }
///
///     let listener = try HTTPListener(on: .listening(port: 8080), handler: Greeter())
///     defer { listener.stop() }
package final class HTTPListener: Sendable {
    private let loop: ServerLoop
    /// The thread that serves, until it has been waited for.
    private let thread: Guarded<pthread_t?>

    private static let stackSize = 1 << 21

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - socket: the listener takes it over and closes it, even when it does not start.
    package init(
        on socket: Socket, rules: RequestRules = .own(), limits: ListenerLimits = ListenerLimits(),
        handler: any RequestHandler
    ) throws(SystemError) {
        do throws(SystemError) {
            loop = try ServerLoop(socket, rules: rules, limits: limits, handler: handler)
            thread = Guarded(try HTTPListener.start(loop))
        } catch {
            socket.close()
            throw error
        }
    }

    deinit {
        loop.stop()
        thread.with { _ = $0.map { pthread_detach($0) } }
    }

    /// Takes no more requests, sends the answers under way, and returns when every connection is closed.
    package func stop() {
        loop.stop()
        thread.with { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }

    private static func start(_ loop: ServerLoop) throws(SystemError) -> pthread_t {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        #if canImport(Glibc)
        var thread = pthread_t()
        #else
        var thread: pthread_t?
        #endif
        let kept = Unmanaged.passRetained(loop)
        let status = pthread_create(
            &thread, &attributes,
            { context in
                let context: UnsafeMutableRawPointer? = context
                context.map { Unmanaged<ServerLoop>.fromOpaque($0).takeRetainedValue() }?.run()
                return nil
            }, kept.toOpaque())
        let started: pthread_t? = thread
        guard status == 0, let started else {
            kept.release()
            throw SystemError(number: status)
        }
        return started
    }
}

/// A value that one thread at a time may use.
package final class Guarded<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` with the value once no other thread uses it.
    package func with<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}

/// Serves all connections in one thread: waits until something can be done, does it, and waits again.
final class ServerLoop: @unchecked Sendable {
    private let port: ListeningPort
    private let rules: RequestRules
    private let handler: any RequestHandler
    private let limits: ListenerLimits
    private var connections: [Int32: Connection] = [:]
    private var taken = 0
    /// A pipe; a byte in it ends the serving.
    private let stopping: (reading: Int32, writing: Int32)

    init(
        _ listener: Socket, rules: RequestRules, limits: ListenerLimits, handler: any RequestHandler
    ) throws(SystemError) {
        (port, self.rules, self.handler, self.limits) = (ListeningPort(listener), rules, handler, limits)
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
            let listener = hasPlace ? port.listener : nil
            if drainEnd == nil {
                watch(stopping.reading, POLLIN)
                if let listener { watch(listener.descriptor, POLLIN) }
            }
            let due = min(drainEnd ?? .infinity, nextDue(at: before))
            for (descriptor, connection) in connections {
                if let events = connection.events { watch(descriptor, events) }
            }
            let milliseconds = min(max((due - before) * 1000, 0), 60_000).rounded(.up)
            poll(&polled, nfds_t(polled.count), Int32(milliseconds))
            let now = SystemClock.elapsed
            let ready = polled.filter { $0.revents != 0 }
            for ready in ready { connections[ready.fd]?.wake(Int32(ready.revents), room: room, at: now) }
            endHoarders()
            proceed(at: now, isDraining: drainEnd != nil)
            if let listener, ready.contains(where: { $0.fd == listener.descriptor }) { accept(at: now) }
            if ready.contains(where: { $0.fd == stopping.reading }) {
                drainEnd = now + limits.drainSeconds
                port.close()
                for connection in connections.values { connection.drain(at: now) }
                dropEnded()
            }
        }
        for connection in connections.values { connection.end() }
        connections = [:]
    }

    /// Whether another answer may begin, seen that so many bytes are on their way.
    private func room(_ unread: Int, at now: Double) -> Connection.Room {
        guard unread >= limits.unreadBytes else { return .some }
        return connections.values.contains { $0.waitsForRoom(at: now) } ? .wanted : .none
    }

    private var unread: Int { connections.values.reduce(0) { $0 + $1.unread } }

    /// The time when something is to happen even if no byte comes.
    private func nextDue(at now: Double) -> Double {
        let room = room(unread, at: now)
        return connections.values.reduce(port.reopening ?? .infinity) { min($0, $1.due(room)) }
    }

    /// Does what is due by now.
    private func proceed(at now: Double, isDraining: Bool) {
        var unread = unread
        for connection in connections.values {
            let before = connection.unread
            connection.proceed(at: now, room(unread, at: now), isDraining: isDraining)
            unread += connection.unread - before
        }
        if let outage = connections.values.compactMap(\.outage).max() {
            if !isDraining { port.close(until: now + outage) }
            for connection in connections.values { connection.end() }
        }
        for connection in connections.values { connection.proceedUpgraded(at: now) }
        dropEnded()
        port.proceed(at: now)
    }

    private func dropEnded() {
        for (descriptor, connection) in connections {
            if case .gone = connection.state { connections[descriptor] = nil }
        }
    }

    /// Whether another connection can be taken, if only in the place of one that waits for its client.
    private var hasPlace: Bool {
        connections.count < limits.connections || connections.values.contains(where: \.isReading)
    }

    /// Takes the connections that wait; where there are too many, the one whose client has kept us waiting longest ends.
    private func accept(at now: Double) {
        while hasPlace {
            guard let (socket, problem) = port.listener?.accepted() else { return }
            if problem == EMFILE || problem == ENFILE { endSlowest() }
            guard let socket else { return }
            if connections.count >= limits.connections { endSlowest() }
            taken += 1
            connections[socket.descriptor] = Connection(
                socket, number: taken, rules: rules, limits: limits, handler: handler, at: now)
        }
    }

    /// Ends requests that have kept the server waiting longest, while all that are not complete hold too much.
    private func endHoarders() {
        var incoming = connections.values.reduce(0) { $0 + $1.incoming }
        while incoming > limits.incomingBytes {
            let holding = connections.values.filter { $0.incoming > RequestLimits.head }
            guard
                let slowest = holding.min(by: { ($0.waitingSince, $0.number) < ($1.waitingSince, $1.number) })
            else { return }
            incoming -= slowest.incoming
            slowest.end()
            dropEnded()
        }
    }

    private func endSlowest() {
        connections.values.filter(\.isReading).min {
            ($0.waitingSince, $0.number) < ($1.waitingSince, $1.number)
        }?.end()
        dropEnded()
    }
}

/// The port of a server, which can refuse connections for a while without another process getting it.
final class ListeningPort {
    private var socket: Socket
    private let number: UInt16
    /// The time when it takes connections again; nil while it does.
    private(set) var reopening: Double?
    /// Whether the port is ours while it refuses connections.
    private var isReserved = false

    /// Seconds between attempts to get the port back, should another process have taken it.
    private static let retrySeconds = 0.05

    init(_ socket: Socket) { (self.socket, number) = (socket, socket.port) }

    /// The socket to wait at for connections; nil while they are refused.
    var listener: Socket? { reopening == nil ? socket : nil }

    /// Refuses connections, also those that wait, until a time.
    func close(until time: Double) {
        socket.close()
        reopening = time
        reserve()
    }

    /// Takes connections again once it is time.
    func proceed(at now: Double) {
        guard let time = reopening, now >= time else { return }
        if !isReserved { reserve() }
        guard isReserved, socket.listens() else {
            reopening = now + ListeningPort.retrySeconds
            return
        }
        reopening = nil
    }

    private func reserve() {
        do throws(SystemError) {
            socket = try .bound(to: number)
            isReserved = true
        } catch {
            isReserved = false
        }
    }

    func close() { if reopening == nil || isReserved { socket.close() } }
}
