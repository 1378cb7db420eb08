#if os(Linux)
internal import CCurl
internal import Synchronization

/// The thread that drives all transfers of a transport, so that none of Swift's own threads blocks.
final class CurlThread: Sendable {
    private struct Inbox {
        var starting: [CurlTransfer] = []
        var cancelled: [CurlTransfer] = []
        var isClosing = false
        var hasEnded = false

        var isEmpty: Bool { starting.isEmpty && cancelled.isEmpty && !isClosing }
    }

    private let inbox = Mutex(Inbox())
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    private let origin: Origin
    private let options: TransportOptions

    /// Returns `nil` if there is no memory or no thread.
    init?(_ origin: Origin, _ options: TransportOptions) {
        guard let multi = ccurl_multi_init() else { return nil }
        (self.multi, self.origin, self.options) = (multi, origin, options)
        let most = options.mostConnections
        _ = ccurl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, most)
        _ = ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, most)

        guard QuietThread.start({ [self] in run() }) else {
            ccurl_multi_cleanup(multi)
            return nil
        }
    }

    func start(
        _ transfer: CurlTransfer, _ waiting: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
    ) {
        let isRefused = inbox.withLock { inbox in
            if inbox.isClosing || transfer.isCancelled { return true }
            transfer.waiting = waiting
            wake(inbox)
            inbox.starting.append(transfer)
            return false
        }
        if isRefused { waiting.resume(returning: .failure(.cancelled(mayHaveArrived: false))) }
    }

    func cancel(_ transfer: CurlTransfer) {
        inbox.withLock { inbox in
            transfer.isCancelled = true
            wake(inbox)
            inbox.cancelled.append(transfer)
        }
    }

    /// Cancels transfers under way and ends the thread soon after this returns.
    func close() {
        inbox.withLock { inbox in
            wake(inbox)
            inbox.isClosing = true
        }
    }

    /// Only the first letter in an empty inbox has to wake the thread. The lock keeps the woken handle alive.
    private func wake(_ inbox: Inbox) {
        if inbox.isEmpty, !inbox.hasEnded { ccurl_multi_wakeup(multi) }
    }

    private func run() {
        var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
        var idle: [CurlHandle] = []
        var isClosing = false
        while !isClosing {
            let letters = inbox.withLock { inbox in
                defer { inbox = Inbox(isClosing: inbox.isClosing, hasEnded: inbox.isClosing) }
                return inbox
            }
            isClosing = letters.isClosing
            for transfer in letters.starting { begin(transfer, &running, &idle) }
            for transfer in isClosing ? Array(running.values) : letters.cancelled
            where transfer.waiting != nil {
                end(transfer, .failure(.cancelled(mayHaveArrived: transfer.mayHaveArrived)), &running, &idle)
            }
            guard !isClosing else { break }

            var count: Int32 = 0
            ccurl_multi_perform(multi, &count)
            var code = CURLE_OK
            while let handle = ccurl_next_ended(multi, &code) {
                if let transfer = running[handle] { end(transfer, transfer.outcome(code), &running, &idle) }
            }
            // Deadlines of transfers end the wait sooner.
            ccurl_multi_poll(multi, nil, 0, Int32.max, nil)
        }
        for handle in idle { handle.free() }
        ccurl_multi_cleanup(multi)
    }

    private func begin(
        _ transfer: CurlTransfer, _ running: inout [UnsafeMutableRawPointer: CurlTransfer],
        _ idle: inout [CurlHandle]
    ) {
        guard let handle = idle.popLast() ?? CurlHandle(origin, options) else {
            tell(transfer, .failure(.noHandle))
            return
        }
        running[handle.pointer] = transfer
        guard transfer.attach(handle, origin: origin),
            ccurl_multi_add_handle(multi, handle.pointer) == CURLM_OK
        else {
            end(transfer, .failure(.noHandle), &running, &idle)
            return
        }
    }

    private func end(
        _ transfer: CurlTransfer, _ outcome: Result<HTTPResponse, TransportError>,
        _ running: inout [UnsafeMutableRawPointer: CurlTransfer], _ idle: inout [CurlHandle]
    ) {
        // First, since tearing down a transfer may take time.
        tell(transfer, outcome)
        guard let handle = transfer.handle else { return }
        running[handle.pointer] = nil
        ccurl_multi_remove_handle(multi, handle.pointer)
        transfer.detach()
        idle.append(handle)
    }

    private func tell(_ transfer: CurlTransfer, _ outcome: Result<HTTPResponse, TransportError>) {
        transfer.waiting?.resume(returning: outcome)
        transfer.waiting = nil
    }
}

extension TransportError {
    fileprivate static func cancelled(mayHaveArrived: Bool) -> TransportError {
        TransportError(
            .cancelled, mayHaveArrived: mayHaveArrived, "the task was cancelled or the transport closed")
    }

    fileprivate static let noHandle = TransportError(
        .unsupported, mayHaveArrived: false, "libcurl lacks a handle or an option for this request")
}
#endif
