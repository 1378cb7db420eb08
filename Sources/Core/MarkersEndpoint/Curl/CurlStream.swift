#if os(Linux)
internal import CCurl
internal import Synchronization

/// A connection of bytes in both directions through libcurl, over TLS where the origin is https.
///
/// Certificates, the time to connect and proxies are held to the rules of ``CurlTransport``, so no proxy leads to this machine. A thread
/// of its own waits, and ends with the connection. One task receives at a time.
package final class CurlStream: Sendable {
    package enum Event: Hashable, Sendable {
        case opened
        /// Bytes in the order in which they were sent; never none.
        case received([UInt8])
        /// The last event: the peer has ended, ``close()`` was called, or there is an error.
        case ended(TransportError?)
    }

    private struct State {
        var arrived: [Event] = []
        var arrivedBytes = 0
        var receiver: CheckedContinuation<Event, Never>?
        var leaving: [UInt8] = []
        /// The bytes that the thread is trying to send.
        var inFlight = 0
        var isClosing = false
        /// The last event, once it was given out or waits.
        var end: Event?
    }

    package let origin: Origin
    private let state = Mutex(State())
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    /// Bytes that wait to be received; beyond them nothing is read, so that the peer has to wait.
    static let mostArrived = 1 << 20
    /// Milliseconds between two looks at the clock while it closes.
    private static let closingStep: Int32 = 100
    /// The longest time that bytes are still sent after ``close()``.
    static let longestClosing = Duration.seconds(5)
    /// Bytes that wait to be sent.
    package static let mostLeaving = 4 << 20

    /// Begins to connect; the first event says whether that succeeded.
    package init(_ origin: Origin, _ options: TransportOptions = TransportOptions()) throws(TransportError) {
        try CurlTransport.requireReadable(options.authorities)
        guard CurlTransport.hasLibrary, let multi = ccurl_multi_init() else { throw CurlTransport.noLibrary }
        (self.origin, self.multi) = (origin, multi)
        let connection = Connection(origin: origin, options: options)
        guard QuietThread.start({ [self] in run(connection) }) else {
            ccurl_multi_cleanup(multi)
            throw CurlTransport.noLibrary
        }
    }

    /// The next event; the last one again after the last.
    package func next() async -> Event {
        await withCheckedContinuation { receiver in
            let event: Event? = state.withLock { state in
                guard !state.arrived.isEmpty else {
                    if let end = state.end { return end }
                    state.receiver = receiver
                    return nil
                }
                let event = state.arrived.removeFirst()
                if case .received(let bytes) = event {
                    // A thread that stopped reading continues.
                    if state.arrivedBytes >= CurlStream.mostArrived { wake(state) }
                    state.arrivedBytes -= bytes.count
                }
                return event
            }
            if let event { receiver.resume(returning: event) }
        }
    }

    /// Sends bytes after those sent before; `false`, and nothing is sent, if too many wait or the connection ends.
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
        state.withLock { state in
            guard !state.isClosing, state.end == nil,
                state.leaving.count + state.inFlight + bytes.count <= CurlStream.mostLeaving
            else { return false }
            state.leaving += bytes
            wake(state)
            return true
        }
    }

    /// The bytes that were taken and are not sent.
    package var unsentBytes: Int { state.withLock { $0.leaving.count + $0.inFlight } }

    /// Ends the connection once the bytes that wait have been sent, or at once while it connects.
    package func close() {
        state.withLock { state in
            state.isClosing = true
            wake(state)
        }
    }

    /// Wakes the thread, whose handle the lock keeps alive.
    private func wake(_ state: borrowing State) {
        if state.end == nil { ccurl_multi_wakeup(multi) }
    }

    private func give(_ event: Event) {
        let receiver: CheckedContinuation<Event, Never>? = state.withLock { state in
            if case .ended = event { state.end = event }
            if let receiver = state.receiver {
                state.receiver = nil
                return receiver
            }
            if case .received(let bytes) = event { state.arrivedBytes += bytes.count }
            state.arrived.append(event)
            return nil
        }
        receiver?.resume(returning: event)
    }

    /// The thread: connects, and carries bytes until either side ends.
    private func run(_ connection: Connection) {
        let error = connection.open(multi) { state.withLock { !$0.isClosing } }
        // Who has closed it needs no reason why it did not open.
        guard !state.withLock({ $0.isClosing }) else { return end(connection, nil) }
        guard error == nil else { return end(connection, error) }
        give(.opened)
        var mayHaveMore = true
        var deadline: ContinuousClock.Instant?
        while true {
            let (leaving, hasRoom, isClosing) = state.withLock { state in
                defer { (state.leaving, state.inFlight) = ([], state.leaving.count) }
                return (state.leaving, state.arrivedBytes < CurlStream.mostArrived, state.isClosing)
            }
            guard let sent = connection.send(leaving) else { return end(connection, connection.lost) }
            state.withLock { state in
                state.inFlight = 0
                if sent < leaving.count { state.leaving.insert(contentsOf: leaving[sent...], at: 0) }
            }
            if isClosing, sent == leaving.count { return end(connection, nil) }
            if isClosing, deadline == nil { deadline = .now + CurlStream.longestClosing }
            if let deadline, .now >= deadline { return end(connection, nil) }
            // Bytes may wait in the TLS layer, of which the socket shows nothing.
            if hasRoom, mayHaveMore {
                switch connection.receive() {
                case .bytes(let bytes): give(.received(bytes))
                case .none: mayHaveMore = false
                case .end: return end(connection, nil)
                case .lost: return end(connection, connection.lost)
                }
                continue
            }
            connection.wait(
                multi, reads: hasRoom, writes: sent < leaving.count,
                deadline == nil ? Int32.max : CurlStream.closingStep)
            mayHaveMore = true
        }
    }

    private func end(_ connection: Connection, _ error: TransportError?) {
        // Nothing wakes the handle after this.
        give(.ended(error))
        connection.close(multi)
        ccurl_multi_cleanup(multi)
    }
}
#endif
