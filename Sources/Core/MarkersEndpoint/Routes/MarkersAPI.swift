package import Foundation
package import Markers

/// A request that was sent and its result, for logs: never a body, a header or a credential.
public struct RequestRecord: Hashable, Sendable {
    public let method: HTTPMethod
    public let path: String
    /// `nil` without an answer.
    public let status: Int?
    /// The failure as a word whose meaning never changes; `nil` after success.
    public let code: String?
    public let duration: Duration
}

/// The routes of the server that keeps markers, each as a call with types.
///
/// Calls that only read are retried; calls that change something are sent once and report what is known of their effect,
/// since only the caller knows whether a retry is safe.
///
/// ```swift
/// let api = try MarkersAPI("https://api.example.com/api/v1", token: .environment("MARKERS_TOKEN"))
/// for space in try await api.spaces().elements {
///     print(space.key, try await api.workSessions(in: space.id).elements.count)
/// }
/// ```
public struct MarkersAPI: Sendable {
    /// The timeout of a request, which is that of the app.
    public static let timeout = Duration.seconds(30)
    /// The most retries of a read.
    public static let repetitions = 4
    /// Lists with exactly so many elements look cut off by a server that pages silently.
    public static let suspiciousCounts: Set = [100, 250, 500, 1000]

    public let clock: any ClientClock
    public var timeout: Duration
    /// The time for which a read is retried while the server fails; the first retries are made in any case.
    public var patience = Duration.zero
    package let memory = ServerMemory()
    public var listLimits = ListLimits()
    private let transport: any Transport
    private let log: (@Sendable (RequestRecord) -> Void)?

    /// The routes behind the path that the transport's origin has, such as `/api/v1`.
    ///
    /// `log` is called for every request that was sent and must return quickly.
    public init(
        _ transport: any Transport, clock: any ClientClock = SystemClock(),
        timeout: Duration = MarkersAPI.timeout, log: (@Sendable (RequestRecord) -> Void)? = nil
    ) {
        (self.transport, self.clock, self.timeout, self.log) = (transport, clock, timeout, log)
    }

    /// The server that requests go to; `nil` if the transport does not say so.
    public var origin: Origin? { (transport as? any BoundTransport)?.origin }

    /// Sends a request once and returns its outcome.
    public func outcome(of request: HTTPRequest) async -> RequestOutcome {
        let start = clock.now
        let result: Result<HTTPResponse, TransportError>
        do throws(TransportError) {
            result = .success(try await transport.send(request, timeout: timeout))
        } catch {
            result = .failure(error)
        }
        if case .success = result { memory.noteAnswer() }
        let outcome = RequestOutcome(
            result, to: request.line, by: clock, isConditional: request.isConditional)
        if let log {
            let (status, code): (Int?, String?) =
                switch outcome {
                case .applied(let response): (response.status, nil)
                case .notApplied(let failure), .unknown(let failure): (failure.status, failure.code)
                }
            log(
                RequestRecord(
                    method: request.method, path: request.path, status: status, code: code,
                    duration: clock.now - start))
        }
        return outcome
    }

    func request(
        _ method: HTTPMethod, _ route: String, _ query: [(String, String?)] = [], body: [UInt8] = []
    ) -> HTTPRequest {
        var headers: HTTPHeaders = ["Accept": "application/json"]
        if !body.isEmpty { headers["Content-Type"] = "application/json" }
        // On a connection that was used before, the answer may be one to an earlier request, and most answers do not say
        // what they are about. Such a connection may also repeat a request behind our back.
        return HTTPRequest(
            method, route + MarkersAPI.text(query), headers: headers, body: body, mayReuseConnection: false)
    }

    private static func text(_ query: [(String, String?)]) -> String {
        let parts = query.compactMap { name, value in value.map { name + "=" + $0.percentEncoded } }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// Sends a request that changes something, once.
    func change(_ request: HTTPRequest) async throws(APIError) -> HTTPResponse {
        switch await outcome(of: request) {
        case .applied(let response): return response
        case .notApplied(let failure): throw .failed(failure, mayBeApplied: false)
        case .unknown(let failure): throw .failed(failure, mayBeApplied: true)
        }
    }

    /// Sends a request that only reads and retries it after transient failures, including truncated answers.
    func answer<Value>(
        to request: HTTPRequest, as read: (HTTPResponse) throws(JSONError) -> Value
    ) async throws(APIError) -> Value {
        var failures = 0
        let start = clock.now
        while true {
            let problem: APIError, isRetryable: Bool, retryAfter: Duration?
            switch await outcome(of: request) {
            case .applied(let response):
                do throws(JSONError) { return try read(response) } catch {
                    problem = APIError(error, in: response, to: request.line)
                    // A proxy may answer once in place of the server.
                    let isPage = if case .page = problem { true } else { false }
                    (isRetryable, retryAfter) = (isPage || error.code == .unexpectedEnd, nil)
                }
            case .notApplied(let failure), .unknown(let failure):
                problem = .failed(failure, mayBeApplied: false)
                (isRetryable, retryAfter) = (failure.isRetryable, failure.retryAfter)
            }
            failures += 1
            guard isRetryable, mayRetry(after: failures, since: start),
                await pause(after: failures, retryAfter)
            else { throw problem }
        }
    }

    /// Whether a request that only reads, or that may be repeated, is sent again after so many failures.
    package func mayRetry(after failures: Int, since start: Duration) -> Bool {
        failures <= MarkersAPI.repetitions || memory.hasAnswered && clock.now - start < patience
    }

    /// Waits before a retry; `false` if the task was cancelled meanwhile.
    package func pause(after failures: Int, _ retryAfter: Duration? = nil) async -> Bool {
        let pause = max(Backoff.pause(after: failures, on: clock), retryAfter ?? .zero)
        return (try? await clock.sleep(for: pause)) != nil
    }

    /// Sends a request that only reads; its answer may be anything.
    func response(to request: HTTPRequest) async throws(APIError) -> HTTPResponse {
        try await answer(to: request) { response throws(JSONError) in response }
    }

    func get<Value>(
        _ route: String, _ query: [(String, String?)] = [],
        as read: (JSONValue) throws(JSONError) -> Value
    ) async throws(APIError) -> Value {
        try await answer(to: request(.get, route, query)) { response throws(JSONError) in
            try read(try JSONValue(response.body))
        }
    }

    func value<Value>(
        of response: HTTPResponse, to request: HTTPRequest, _ read: (JSONValue) throws(JSONError) -> Value
    ) throws(APIError) -> Value {
        do throws(JSONError) { return try read(try JSONValue(response.body)) } catch {
            throw APIError(error, in: response, to: request.line)
        }
    }
}

extension String {
    /// The text with everything percent-encoded that is not unreserved (RFC 3986).
    var percentEncoded: String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in utf8 {
            let isPlain =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "~"):
                    true
                default: false
                }
            bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The most that a list may have over all its pages; no list meant for people has more.
public struct ListLimits: Hashable, Sendable {
    package var pages = 1000
    package var elements = 1_000_000
    package var bytes = TransportOptions().largestList

    package init() {}
}

/// Experience with a server that all copies of an API share.
package final class ServerMemory: @unchecked Sendable {
    private let lock = NSLock()
    private var answers = false
    private var mixes = false
    private var refuses = false

    /// Whether the server has answered anything: one that never did may not exist, and is not waited for.
    var hasAnswered: Bool { lock.withLock { answers } }

    /// Whether an answer was about something else than its request: somewhere on the way answers are sent twice, so a
    /// connection that was used before may hold answers to earlier requests.
    var mixesAnswers: Bool { lock.withLock { mixes } }

    /// Whether corners were restored only once they were sent without the calibrated data that belonged to them.
    package var refusesData: Bool { lock.withLock { refuses } }

    /// Notes that corners are accepted only without calibrated data.
    package func noteRefusedData() { lock.withLock { refuses = true } }

    func noteAnswer() { lock.withLock { answers = true } }

    /// Notes that an answer was about something else than its request.
    func noteMixedAnswers() { lock.withLock { mixes = true } }
}

extension MarkersAPI {
    /// The form of the request that validates a cache.
    public enum ValidationForm: String, Hashable, Sendable, CaseIterable {
        /// The times are the member `timestamps` of an object.
        case wrapped
        /// The times are the whole object.
        case flat
    }

    /// Asks which of the lists that are kept have changed since the times of their last changes, by one request.
    ///
    /// - Parameters:
    ///   - times: The times by the names of lists, as the server wrote them.
    ///   - user: The user whose lists they are.
    ///   - form: The form of the request.
    /// - Returns: The answer as it is, since what it says of a list is for the caller to read, and the time by the server's clock.
    package func validateCache(
        _ times: [String: String], of user: String, form: ValidationForm = .wrapped
    ) async throws(APIError) -> (lists: JSONValue, date: Date?) {
        var json = JSONWriter()
        json.object { json in
            guard form == .wrapped else { return Self.write(times, to: &json) }
            json.object("timestamps") { Self.write(times, to: &$0) }
        }
        let request = request(.post, "/cache/validate/" + user.percentEncoded, body: json.bytes)
        // It changes nothing, so that it may be repeated.
        return try await answer(to: request) { response throws(JSONError) in
            (try JSONValue(response.body), response.headers.date)
        }
    }

    private static func write(_ times: [String: String], to json: inout JSONWriter) {
        for (name, time) in times.sorted(by: { $0.key < $1.key }) { json.member(name, time) }
    }
}

extension MarkersAPI {
    /// The path of the API where a URL has none.
    public static let usualPath = "/api/v1"

    /// The routes of a server by its URL, with the path of the API added where it has none.
    ///
    /// ```swift
    /// let api = try MarkersAPI("https://markers.example", token: .environment("TOKEN"))
    /// let spaces = try await api.spaces().elements
    /// ```
    ///
    /// On Apple's platforms an app may want the transport of `MarkersURLSession` instead of libcurl.
    ///
    /// - Parameters:
    ///   - url: Such as `https://markers.example` or `http://127.0.0.1:8080/api/v1`.
    ///   - token: A bearer token; never over plain http but to this machine.
    /// - Throws: ``OriginError``, ``TransportError`` or ``CredentialsError``.
    public init(_ url: String, token: Secret? = nil) throws {
        let base = try MarkersAPI.transport(url)
        guard let token else {
            self.init(base)
            return
        }
        let credentials = try Credentials(bearer: BearerTokens(BearerToken(token)), for: base.origin)
        self.init(try AuthorizedTransport(base, credentials))
    }

    /// The same with a key for `X-Api-Key`.
    public init(_ url: String, key: Secret) throws {
        let base = try MarkersAPI.transport(url)
        self.init(
            try AuthorizedTransport(base, Credentials(field: MarkersAPI.keyField, key, for: base.origin)))
    }

    package static let keyField = "X-Api-Key"

    private static func transport(_ url: String) throws -> CurlTransport {
        let origin = try Origin(url)
        return try CurlTransport(origin.basePath.isEmpty ? Origin("\(origin)\(usualPath)") : origin)
    }
}
