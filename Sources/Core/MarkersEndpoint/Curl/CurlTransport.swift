#if os(Linux)
internal import CCurl
internal import Glibc

/// A transport to one origin through libcurl, with any number of concurrent requests.
///
/// A thread of its own does all the waiting; it ends with the transport. HTTP/2 is used if a secure server offers it. Only
/// a GET is ever repeated behind the caller's back.
public final class CurlTransport: BoundTransport {
    public let origin: Origin
    private let options: TransportOptions
    private let thread: CurlThread

    /// Initialises libcurl once in a program.
    static let hasLibrary =
        ccurl_is_there() && ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Does not connect yet; throws if libcurl is too old or the file of authorities cannot be read.
    public init(_ origin: Origin, _ options: TransportOptions = TransportOptions()) throws(TransportError) {
        try Self.requireReadable(options.authorities)
        guard Self.hasLibrary, let thread = CurlThread(origin, options) else { throw Self.noLibrary }
        (self.origin, self.options, self.thread) = (origin, options, thread)
    }

    deinit { thread.close() }

    static let noLibrary = TransportError(
        .unsupported, mayHaveArrived: false, "libcurl is not installed or does not start")

    /// Throws if a file of authorities is named that cannot be read.
    static func requireReadable(_ authorities: String?) throws(TransportError) {
        guard let authorities, access(authorities, R_OK) != 0 else { return }
        throw TransportError(
            .tls, mayHaveArrived: false,
            "cannot read the authorities in \(authorities): \(String(cString: strerror(errno)))")
    }

    /// Ends the thread; requests under way and later ones end as cancelled.
    public func close() { thread.close() }

    /// Sends a request once, as ``Transport`` promises; only a GET may be repeated behind the caller's back.
    public func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        let request = try request.ready(options)
        guard timeout > .zero else {
            throw TransportError(.timeout, mayHaveArrived: false, "no time was left to send the request")
        }
        let transfer = CurlTransfer(request, options, timeout: timeout)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { thread.start(transfer, $0) }
        } onCancel: {
            thread.cancel(transfer)
        }
        return try outcome.get()
    }
}
#endif
