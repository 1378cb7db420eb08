internal import Foundation
public import MarkersEndpoint

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A transport to one origin through `URLSession`, for Apple platforms.
///
/// It compiles on Linux, where libcurl is better; the tests list what `URLSession` falls short of there.
public final class URLSessionTransport: BoundTransport {
    public let origin: Origin
    private let options: TransportOptions
    private let session: URLSession
    private let exchanges = SessionExchanges()

    /// Does not connect yet; throws if an option is set that `URLSession` does not have.
    public init(_ origin: Origin, _ options: TransportOptions = TransportOptions()) throws(TransportError) {
        guard options.authorities == nil else { throw Self.unsupported("authorities of a file") }
        if case .server = options.proxy { throw Self.unsupported("a proxy by name") }
        (self.origin, self.options) = (origin, options)
        session = URLSession(
            configuration: Self.configuration(origin, options), delegate: exchanges, delegateQueue: nil)
    }

    deinit { close() }

    /// Cancels requests under way and all later ones.
    public func close() {
        exchanges.close()
        session.invalidateAndCancel()
    }

    public func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        let request = try request.ready(options)
        guard timeout > .zero else {
            throw TransportError(.timeout, mayHaveArrived: false, "no time was left to send the request")
        }
        guard !Task.isCancelled, !exchanges.isClosed else {
            throw SessionExchange.cancelled(mayHaveArrived: false)
        }
        guard let url = URL(string: "\(origin)\(request.path)") else {
            throw TransportError(.invalidRequest, mayHaveArrived: false, "the path is no part of a URL")
        }
        var message = URLRequest(url: url)
        message.httpMethod = request.method.rawValue
        // No answer may use a coding that unpacks to more than was sent.
        message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        for field in request.headers.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
        if request.method != .get, request.method != .delete || !request.body.isEmpty {
            message.httpBody = Data(request.body)
        }

        // A session has its own connections, so one created for a request uses no other.
        let own =
            request.mayReuseConnection
            ? nil
            : URLSession(
                configuration: Self.configuration(origin, options), delegate: exchanges, delegateQueue: nil)
        defer { own?.finishTasksAndInvalidate() }
        let task = (own ?? session).dataTask(with: message)
        let exchange = SessionExchange(task, options, AnswerCap(request, options))
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { exchanges.start(exchange, $0, timeout: timeout) }
        } onCancel: {
            exchange.end(SessionExchange.cancelled(mayHaveArrived: true))
        }
        return try result.get()
    }

    private static func configuration(_ origin: Origin, _ options: TransportOptions)
        -> URLSessionConfiguration
    {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = options.mostConnections
        configuration.timeoutIntervalForRequest = options.longestSilence / .seconds(1)
        if options.proxy == .none || origin.isLoopback { configuration.connectionProxyDictionary = [:] }
        return configuration
    }

    private static func unsupported(_ what: String) -> TransportError {
        TransportError(.unsupported, mayHaveArrived: false, "URLSession does not take \(what)")
    }
}

/// One request under way.
private final class SessionExchange: @unchecked Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>

    let task: URLSessionDataTask
    private let options: TransportOptions
    private var cap: AnswerCap
    private let lock = NSLock()
    private var waiting: CheckedContinuation<Outcome, Never>?
    private var outcome: Outcome?
    private var answer: HTTPResponse?

    init(_ task: URLSessionDataTask, _ options: TransportOptions, _ cap: AnswerCap) {
        (self.task, self.options, self.cap) = (task, options, cap)
    }

    static func cancelled(mayHaveArrived: Bool) -> TransportError {
        TransportError(
            .cancelled, mayHaveArrived: mayHaveArrived, "the task was cancelled or the transport closed")
    }

    func wait(_ waiting: CheckedContinuation<Outcome, Never>) {
        let early = lock.withLock {
            if outcome == nil { self.waiting = waiting }
            return outcome
        }
        if let early { waiting.resume(returning: early) }
    }

    /// The first outcome counts.
    func end(_ outcome: Outcome) {
        let waiting = lock.withLock {
            defer { self.waiting = nil }
            if self.outcome == nil { self.outcome = outcome }
            return self.waiting
        }
        waiting?.resume(returning: outcome)
        task.cancel()
    }

    func end(_ error: TransportError) { end(.failure(error)) }

    func take(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else {
            return end(TransportError(.badFraming, mayHaveArrived: true, "the answer is not one of HTTP"))
        }
        var headers = HTTPHeaders(), size = 0
        for (name, value) in response.allHeaderFields {
            headers.append("\(name)", "\(value)")
            size += "\(name)\(value)".utf8.count
        }
        guard headers.fields.count <= options.mostHeaderFields, size <= options.largestHeader else {
            return end(TransportError(.tooLarge, mayHaveArrived: true, "the header is beyond the limit"))
        }
        guard response.expectedContentLength <= cap.most else { return endTooLarge() }
        guard headers["Content-Encoding"].map({ $0.lowercased() == "identity" }) ?? true else {
            return end(
                TransportError(.badFraming, mayHaveArrived: true, "a content encoding that was not asked for")
            )
        }
        lock.withLock { answer = HTTPResponse(response.statusCode, headers: headers) }
    }

    func take(_ data: Data) {
        let isTooLarge = lock.withLock {
            answer?.body.append(contentsOf: data)
            return answer.map { !cap.allows($0.body) } ?? false
        }
        if isTooLarge { endTooLarge() }
    }

    func finish(_ error: (any Error)?) {
        let answer = lock.withLock { self.answer }
        if let error {
            let code = (error as? URLError)?.code ?? .unknown
            end(Self.error(code, hasAnswer: answer != nil))
        } else if let answer {
            end(.success(answer))
        } else {
            end(Self.error(.unknown, hasAnswer: false))
        }
    }

    private func endTooLarge() {
        let most = lock.withLock { cap.trusted }
        end(TransportError(.tooLarge, mayHaveArrived: true, "the answer has more than \(most) bytes"))
    }

    private static func error(_ code: URLError.Code, hasAnswer: Bool) -> TransportError {
        let (kind, mayHaveArrived): (TransportError.Code, Bool) =
            switch code {
            case .cancelled: (.cancelled, true)
            case .timedOut: (.timeout, true)
            case .cannotFindHost, .dnsLookupFailed: (.unresolved, false)
            case .cannotConnectToHost, .notConnectedToInternet: (.unreachable, false)
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
                (.tls, false)
            default: (hasAnswer ? .truncated : .connectionLost, true)
            }
        return TransportError(kind, mayHaveArrived: mayHaveArrived, "URLSession's error \(code.rawValue)")
    }
}

/// The exchanges of a transport by their tasks, to which the session's events are routed.
private final class SessionExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var running: [ObjectIdentifier: SessionExchange] = [:]
    private var hasClosed = false

    var isClosed: Bool { lock.withLock { hasClosed } }

    func start(
        _ exchange: SessionExchange, _ waiting: CheckedContinuation<SessionExchange.Outcome, Never>,
        timeout: Duration
    ) {
        lock.withLock { running[ObjectIdentifier(exchange.task)] = exchange }
        exchange.wait(waiting)
        // Not every platform keeps the session's own deadline.
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout / .seconds(1)) { [weak exchange] in
            exchange?.end(
                TransportError(.timeout, mayHaveArrived: true, "the time for the whole exchange is over"))
        }
        exchange.task.resume()
    }

    func close() {
        let left = lock.withLock {
            hasClosed = true
            return Array(running.values)
        }
        for exchange in left { exchange.end(SessionExchange.cancelled(mayHaveArrived: true)) }
    }

    private func exchange(of task: URLSessionTask) -> SessionExchange? {
        lock.withLock { running[ObjectIdentifier(task)] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the answer.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.take(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.take(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = lock.withLock { running.removeValue(forKey: ObjectIdentifier(task)) }
        exchange?.finish(error)
    }
}
