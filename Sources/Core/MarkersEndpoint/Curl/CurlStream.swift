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

#if os(Linux)
internal import CCurl

extension CurlStream {
    /// The connection itself, which only the thread of its stream touches.
    final class Connection: @unchecked Sendable {
        /// The outcome of a look for bytes.
        enum Received {
            case bytes([UInt8])
            /// None are there now.
            case none
            /// The peer sends no more.
            case end
            case lost
        }

        private let origin: Origin
        private let options: TransportOptions
        private var handle: CurlHandle?
        private var socket = curl_socket_t(-1)
        private var result = CURLE_OK
        private var piece = [UInt8](repeating: 0, count: 16 << 10)

        init(origin: Origin, options: TransportOptions) { (self.origin, self.options) = (origin, options) }

        /// Connects, for as long as that is wanted; returns the reason why there is no connection.
        func open(_ multi: UnsafeMutableRawPointer, while isWanted: () -> Bool) -> TransportError? {
            guard let handle = CurlHandle(origin, options), handle.prepareConnection(to: origin),
                ccurl_multi_add_handle(multi, handle.pointer) == CURLM_OK
            else {
                return TransportError(
                    .unsupported, mayHaveArrived: false,
                    "libcurl lacks a handle or an option for connections")
            }
            self.handle = handle
            while isWanted() {
                var count: Int32 = 0
                ccurl_multi_perform(multi, &count)
                guard ccurl_next_ended(multi, &result) == nil else {
                    socket = ccurl_active_socket(handle.pointer)
                    return result == CURLE_OK && socket >= 0 ? nil : error(.unreachable)
                }
                ccurl_multi_poll(multi, nil, 0, Int32.max, nil)
            }
            return nil
        }

        func close(_ multi: UnsafeMutableRawPointer) {
            guard let handle else { return }
            ccurl_multi_remove_handle(multi, handle.pointer)
            handle.free()
            self.handle = nil
        }

        /// The number of bytes that were taken; `nil` if the connection was lost.
        func send(_ bytes: [UInt8]) -> Int? {
            guard let handle else { return nil }
            var all = 0
            while all < bytes.count {
                var sent = 0
                result = bytes[all...].withUnsafeBytes {
                    ccurl_easy_send(handle.pointer, $0.baseAddress, $0.count, &sent)
                }
                if result == CURLE_AGAIN { break }
                guard result == CURLE_OK else { return nil }
                all += sent
            }
            return all
        }

        func receive() -> Received {
            guard let handle else { return .lost }
            var count = 0
            result = piece.withUnsafeMutableBytes {
                ccurl_easy_recv(handle.pointer, $0.baseAddress, $0.count, &count)
            }
            if result == CURLE_AGAIN { return .none }
            guard result == CURLE_OK else { return .lost }
            return count == 0 ? .end : .bytes(Array(piece[..<count]))
        }

        /// Waits until bytes can be carried, the stream has something to say, or some milliseconds have passed.
        func wait(_ multi: UnsafeMutableRawPointer, reads: Bool, writes: Bool, _ milliseconds: Int32) {
            var flags = Int32(0)
            if reads { flags |= CURL_WAIT_POLLIN }
            if writes { flags |= CURL_WAIT_POLLOUT }
            var descriptor = curl_waitfd(fd: socket, events: Int16(flags), revents: 0)
            // A socket that has ended would end the wait at once, though nobody wants to know.
            ccurl_multi_poll(multi, &descriptor, flags == 0 ? 0 : 1, milliseconds, nil)
        }

        /// The error of the last step on an open connection.
        var lost: TransportError { error(.connectionLost) }

        private func error(_ usual: TransportError.Code) -> TransportError {
            TransportError(
                result.transportCode ?? usual, mayHaveArrived: usual == .connectionLost,
                handle?.explanation(of: result) ?? "libcurl's error \(result.rawValue)")
        }
    }
}
#endif
