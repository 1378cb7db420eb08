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
