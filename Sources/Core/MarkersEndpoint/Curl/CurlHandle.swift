#if os(Linux)
internal import CCurl

/// One transfer of libcurl with the options that all requests share; reused, by one thread.
struct CurlHandle {
    let pointer: UnsafeMutableRawPointer
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Returns `nil` if this libcurl lacks an option that safety depends on.
    init?(_ origin: Origin, _ options: TransportOptions) {
        guard let pointer = ccurl_easy_init() else { return nil }
        self.pointer = pointer
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard setUp(origin, options) else {
            free()
            return nil
        }
    }

    func free() {
        ccurl_easy_cleanup(pointer)
        message.deallocate()
    }

    /// The reason why the last request failed; it may name hosts, never what was sent to them.
    func explanation(of code: CURLcode) -> String {
        // The duration would differ in every run.
        String(cString: message.pointee == 0 ? ccurl_easy_strerror(code) : UnsafePointer(message))
            .replacing(#/ after \d+ (ms|milliseconds)/#, with: "")
    }

    private func setUp(_ origin: Origin, _ options: TransportOptions) -> Bool {
        var allTaken =
            set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(message))
            && set(CURLOPT_PROTOCOLS_STR, origin.scheme.rawValue)
            && set(CURLOPT_REDIR_PROTOCOLS_STR, origin.scheme.rawValue)
            && set(CURLOPT_FOLLOWLOCATION, 0)
            // Signals belong to the program, which may have many threads.
            && set(CURLOPT_NOSIGNAL, 1)
            // A name that resolves slowly must not block the thread after its request has ended.
            && set(CURLOPT_QUICK_EXIT, 1)
            && set(CURLOPT_PATH_AS_IS, 1)
            && set(CURLOPT_HTTP09_ALLOWED, 0)
            && set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            && set(CURLOPT_PIPEWAIT, origin.scheme == .https ? 1 : 0)
            && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            && set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.wholeMilliseconds)
            && set(CURLOPT_LOW_SPEED_LIMIT, 1)
            && set(CURLOPT_LOW_SPEED_TIME, (options.longestSilence.wholeMilliseconds + 999) / 1000)
            && set(CURLOPT_MAXAGE_CONN, 30)
            && set(CURLOPT_SSL_VERIFYPEER, 1)
            && set(CURLOPT_SSL_VERIFYHOST, 2)
            && set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let authorities = options.authorities {
            // Only the file vouches for servers, not the system's folder, too.
            allTaken =
                allTaken && set(CURLOPT_CAINFO, authorities)
                && set(CURLOPT_CAPATH, nil as UnsafeMutableRawPointer?)
        }
        switch options.proxy {
        case _ where origin.isLoopback: allTaken = allTaken && set(CURLOPT_PROXY, "")
        case .none: allTaken = allTaken && set(CURLOPT_PROXY, "")
        case .server(let proxy):
            allTaken = allTaken && set(CURLOPT_PROXY, "\(proxy)") && set(CURLOPT_NOPROXY, "")
        case .environment: break
        }
        return allTaken
    }

    /// The options of a connection on which nothing is asked for by libcurl.
    func prepareConnection(to origin: Origin) -> Bool {
        message.pointee = 0
        return set(CURLOPT_URL, "\(origin)") && set(CURLOPT_CONNECT_ONLY, 1)
            && set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            // Nothing forbids the reuse of the connection, since libcurl would then close it once it is made.
            && set(CURLOPT_FRESH_CONNECT, 1)
    }

    /// The options that differ between requests.
    func prepare(_ request: HTTPRequest, to url: String, timeout: Duration) -> Bool {
        message.pointee = 0
        let isPosted = request.method != .get && (request.method != .delete || !request.body.isEmpty)
        let isFresh = request.mayReuseConnection ? 0 : 1
        guard set(CURLOPT_URL, url),
            set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds),
            set(CURLOPT_FRESH_CONNECT, isFresh),
            set(CURLOPT_FORBID_REUSE, isFresh),
            set(isPosted ? CURLOPT_POST : CURLOPT_HTTPGET, 1),
            set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        else { return false }
        guard isPosted else { return true }
        return ccurl_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
            == CURLE_OK
            && request.body.withUnsafeBytes { bytes in
                // An empty array has no address, and without one libcurl would ask for a body.
                bytes.baseAddress.map {
                    ccurl_set_text(pointer, CURLOPT_COPYPOSTFIELDS, $0.assumingMemoryBound(to: CChar.self))
                }
                    ?? ccurl_set_text(pointer, CURLOPT_COPYPOSTFIELDS, "")
            } == CURLE_OK
    }

    func set(_ option: CURLoption, _ value: Int) -> Bool {
        ccurl_set_number(pointer, option, value) == CURLE_OK
    }

    func set(_ option: CURLoption, _ value: String) -> Bool {
        ccurl_set_text(pointer, option, value) == CURLE_OK
    }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) -> Bool {
        ccurl_set_pointer(pointer, option, value) == CURLE_OK
    }
}

extension Duration {
    /// Rounded up; at least one, since zero would mean no limit, and at most what libcurl accepts.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
#endif
