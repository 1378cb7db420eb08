#if os(Linux)
internal import CCurl

/// One request under way. Only the thread of its transport touches it, except for `isCancelled`, which the lock of that
/// thread's inbox guards.
final class CurlTransfer: @unchecked Sendable {
    let request: HTTPRequest
    let timeout: Duration
    var isCancelled = false
    /// The caller that awaits the answer; `nil` once it was answered.
    var waiting: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?

    private(set) var handle: CurlHandle?
    private var intake: AnswerIntake
    private var refusal: TransportError?
    private var fields: UnsafeMutablePointer<curl_slist>?
    /// The number of connections that the request was about to be written to.
    private var writings = 0

    init(_ request: HTTPRequest, _ options: TransportOptions, timeout: Duration) {
        (self.request, self.timeout) = (request, timeout)
        intake = AnswerIntake(for: request, options)
    }

    /// Whether the server may have the whole request.
    var mayHaveArrived: Bool { writings > 0 }

    /// Writes the request into a handle, which this keeps until ``detach()``.
    func attach(_ handle: CurlHandle, origin: Origin) -> Bool {
        self.handle = handle
        let me = Unmanaged.passUnretained(self).toOpaque()
        return handle.prepare(request, to: "\(origin)\(request.path)", timeout: timeout)
            && setFields(handle)
            && handle.set(CURLOPT_HEADERDATA, me)
            && handle.set(CURLOPT_WRITEDATA, me)
            && handle.set(CURLOPT_PREREQDATA, me)
            && ccurl_set_sink(handle.pointer, CURLOPT_HEADERFUNCTION, takeLine) == CURLE_OK
            && ccurl_set_sink(handle.pointer, CURLOPT_WRITEFUNCTION, takeBody) == CURLE_OK
            && ccurl_set_before_request(handle.pointer, beforeRequest) == CURLE_OK
    }

    func detach() {
        if let handle { _ = handle.set(CURLOPT_HTTPHEADER, nil as UnsafeMutableRawPointer?) }
        ccurl_slist_free_all(fields)
        (fields, handle) = (nil, nil)
    }

    /// The result, once libcurl says that the transfer has ended.
    func outcome(_ code: CURLcode) -> Result<HTTPResponse, TransportError> {
        Result { () throws(TransportError) in
            if let refusal { throw refusal }
            guard code == CURLE_OK else {
                throw error(code)
            }
            return try intake.whole()
        }
    }

    private func setFields(_ handle: CurlHandle) -> Bool {
        // libcurl would ask before it sends a large body, and would add a content type to any.
        var lines = ["Expect:"]
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        lines += request.headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        for line in lines {
            guard let longer = ccurl_slist_append(fields, line) else { return false }
            fields = longer
        }
        return handle.set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(fields))
    }

    fileprivate func take(_ part: (inout AnswerIntake) throws(TransportError) -> Void) -> Bool {
        do throws(TransportError) {
            try part(&intake)
            return true
        } catch {
            refusal = error
            return false
        }
    }

    /// libcurl repeats a request if a reused connection ends before there is an answer, whatever the method. Only requests
    /// that change nothing may be repeated behind our back.
    fileprivate func mayWrite() -> Bool {
        guard writings == 0 || request.method == .get else {
            refusal = TransportError(
                .connectionLost, mayHaveArrived: true, "a used connection ended before there was an answer")
            return false
        }
        writings += 1
        return true
    }
}

private func transfer(_ owner: UnsafeMutableRawPointer?) -> CurlTransfer? {
    owner.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

/// Any value other than the offered count ends the transfer.
private let refused = 0

private let takeLine: curl_write_callback = { bytes, size, count, owner in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    let isTaken =
        transfer(owner)?.take { (intake) throws(TransportError) in try intake.take(line: line) } ?? false
    return isTaken ? line.count : refused
}

private let takeBody: curl_write_callback = { bytes, size, count, owner in
    let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
    let isTaken =
        transfer(owner)?.take { (intake) throws(TransportError) in try intake.take(body: body) } ?? false
    return isTaken ? body.count : refused
}

private let beforeRequest: curl_prereq_callback = { owner, _, _, _, _ in
    transfer(owner)?.mayWrite() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

extension CurlTransfer {
    private func error(_ result: CURLcode) -> TransportError {
        // Nothing was written yet, so it was the connection attempt that failed.
        let unknown: TransportError.Code =
            intake.hasBegun ? .truncated : mayHaveArrived ? .connectionLost : .unreachable
        let code = result.transportCode ?? unknown
        // libcurl calls it a lack of memory that it has no room for a line.
        let detail =
            code == .tooLarge
            ? "a line of the header is too long, or memory is short"
            : handle?.explanation(of: result) ?? "libcurl's error \(result.rawValue)"
        return TransportError(code, mayHaveArrived: mayHaveArrived, detail)
    }
}
#endif
