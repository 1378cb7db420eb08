public import Markers

/// The outcome of a request, as far as a client can know it.
public enum RequestOutcome: Sendable {
    /// The server says that it did what was asked.
    case applied(HTTPResponse)
    /// It certainly had no effect.
    case notApplied(RequestFailure)
    /// It may or may not have taken effect.
    case unknown(RequestFailure)

    /// Classifies an answer, or the lack of one.
    ///
    /// - Parameters:
    ///   - result: The answer.
    ///   - request: The request, if it is known.
    ///   - clock: The clock that dates in it are compared with.
    ///   - isConditional: Whether it was a read with a condition, to which 304 is an answer; to any other it is a failure.
    package init(
        _ result: Result<HTTPResponse, TransportError>, to request: RequestLine? = nil,
        by clock: any ClientClock, isConditional: Bool = false
    ) {
        switch result {
        case .failure(let error):
            let failure = RequestFailure(.transport(error), of: request)
            self = error.mayHaveArrived ? .unknown(failure) : .notApplied(failure)
        case .success(let response) where 200..<300 ~= response.status: self = .applied(response)
        case .success(let response) where response.status == 304 && isConditional: self = .applied(response)
        case .success(let response):
            let failure = RequestFailure(
                .status(response.status, ServerMessage(response.body)), of: request,
                retryAfter: RetryAfter.pause(response.headers["Retry-After"], by: clock))
            // A server may fail, or lose its gateway, before or after it has acted.
            let isOpen = response.status >= 500 || response.status == 408 || response.status < 200
            self = isOpen ? .unknown(failure) : .notApplied(failure)
        }
    }
}

/// The reason why a request failed.
public struct RequestFailure: Error, Hashable, Sendable {
    /// The answer or the error that it ended with.
    public enum Cause: Hashable, Sendable {
        case status(Int, ServerMessage)
        case transport(TransportError)
    }

    public let cause: Cause
    /// The request, if it is known.
    public let request: RequestLine?
    /// The pause that the server asks for.
    public let retryAfter: Duration?

    package init(_ cause: Cause, of request: RequestLine? = nil, retryAfter: Duration? = nil) {
        (self.cause, self.request, self.retryAfter) = (cause, request, retryAfter)
    }

    /// Statuses worth a retry (RFC 9110 and 6585): the server is busy, or something in between failed.
    static let retriedStatuses: Set = [408, 425, 429, 500, 502, 503, 504]

    /// Errors that may be transient, unlike a wrong certificate or an answer that is too large.
    private static let retriedCodes: Set<TransportError.Code> = [
        .timeout, .unreachable, .unresolved, .connectionLost, .truncated, .badFraming,
    ]

    /// The status, if there was an answer.
    public var status: Int? {
        if case .status(let status, _) = cause { status } else { nil }
    }

    /// Whether the same request may succeed later.
    public var isRetryable: Bool {
        switch cause {
        case .status(let status, _): RequestFailure.retriedStatuses.contains(status)
        case .transport(let error): RequestFailure.retriedCodes.contains(error.code)
        }
    }

    /// Whether it shows that the server, or the network, is overloaded.
    public var isOverload: Bool { status == 429 || status == 503 || isTimeout }

    /// Whether the credentials do not allow the request.
    package var isUnauthorized: Bool {
        switch cause {
        case .status(let status, _): status == 401 || status == 403
        case .transport(let error): [.unauthorized, .authenticationRequired].contains(error.code)
        }
    }

    /// Whether there was no answer in time.
    public var isTimeout: Bool {
        if case .transport(let error) = cause { error.code == .timeout } else { status == 504 }
    }

    /// The failure as a word whose meaning never changes.
    public var code: String {
        switch cause {
        case .status(304, _): "UNEXPECTED_304"
        case .status(let status, _): "HTTP_\(status)"
        case .transport(let error): error.code.rawValue
        }
    }
}

/// The method and the path of a request, for errors and logs.
public struct RequestLine: Hashable, Sendable {
    public let method: HTTPMethod
    /// The path with its query, without the path of the origin.
    public let path: String

    package init(_ method: HTTPMethod, _ path: String) { (self.method, self.path) = (method, path) }
}

extension RequestLine: CustomStringConvertible {
    /// As in `GET /spaces?key=hall`.
    public var description: String { "\(method.rawValue) \(path)" }
}

extension HTTPRequest {
    var line: RequestLine { RequestLine(method, path) }

    /// Whether it may be answered by saying that nothing has changed.
    var isConditional: Bool {
        method == .get && (headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil)
    }
}
