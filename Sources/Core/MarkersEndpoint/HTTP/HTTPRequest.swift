import StrictJSON

/// The method of a request.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// An HTTP request to the origin of a transport.
public struct HTTPRequest: Hashable, Sendable {
    public var method: HTTPMethod
    /// Percent-encoded, beginning with "/", with the query; the origin's base path is prepended.
    public var path: String
    /// Without `Host` and the fields that frame the message, which the transport sets.
    public var headers: HTTPHeaders
    /// Empty for none.
    public var body: [UInt8]
    /// Whether it may use a connection that was used before; otherwise it gets a new one.
    public var mayReuseConnection: Bool
    /// The most bytes that the answer may have; `nil` for the limit of the transport.
    public var largestAnswer: Int?
    /// Whether the answer is a list, which may be longer as long as it shows elements, up to
    /// ``TransportOptions/largestList``.
    public var expectsList = false
    /// The most bytes that the answer may have if it is a list; `nil` for the limit of the transport.
    public var largestList: Int?

    public init(
        _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
        mayReuseConnection: Bool = true, largestAnswer: Int? = nil
    ) {
        (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
        (self.mayReuseConnection, self.largestAnswer) = (mayReuseConnection, largestAnswer)
    }
}

/// A complete answer.
public struct HTTPResponse: Hashable, Sendable {
    public var status: Int
    public var headers: HTTPHeaders
    public var body: [UInt8]

    public init(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// The check of a request for parts that would be written as something else.
extension HTTPRequest {
    /// The limits of requests in bytes; servers refuse more.
    static let longestPath = 8 << 10
    static let largestHeader = 16 << 10

    /// Fields that frame the message or belong to the connection: requests are smuggled by setting them twice.
    private static let reserved: Set = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive",
        "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The request as a transport with these options sends it; throws if it cannot be sent.
    package func ready(_ options: TransportOptions) throws(TransportError) -> HTTPRequest {
        var request = self
        if headers["User-Agent"] == nil, !options.userAgent.isEmpty {
            request.headers["User-Agent"] = options.userAgent
        }
        try request.check()
        return request
    }

    /// Throws if the request cannot be sent as it is.
    package func check() throws(TransportError) {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= Self.longestPath,
            path.utf8.allSatisfy({
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\")
            })
        else {
            throw Self.invalid(
                "a path begins with /, is percent-encoded and at most \(Self.longestPath) bytes long")
        }
        var size = 0
        for field in headers.fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isToken) else {
                throw Self.invalid("a header field has a name that is not a token")
            }
            guard field.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }) else {
                throw Self.invalid("the value of \(field.name) is not printable ASCII")
            }
            guard !Self.reserved.contains(field.name.lowercased()) else {
                throw Self.invalid("\(field.name) is set by the transport")
            }
            size += field.name.utf8.count + field.value.utf8.count
        }
        guard size <= Self.largestHeader else {
            throw Self.invalid("the header fields have \(size) bytes, more than \(Self.largestHeader)")
        }
        guard method != .get || body.isEmpty else { throw Self.invalid("a GET has no body") }
    }

    private static func invalid(_ detail: String) -> TransportError {
        TransportError(.invalidRequest, mayHaveArrived: false, detail)
    }
}

/// A way to send requests to one origin.
public protocol Transport: Sendable {
    /// Sends a request once and returns the complete answer, whatever its status; within the timeout, or sooner if the
    /// task is cancelled.
    ///
    /// Redirects are not followed but returned like any other answer.
    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse
}

/// A transport that knows where its requests go, so that credentials can be limited to one server.
public protocol BoundTransport: Transport {
    /// The destination of every request.
    var origin: Origin { get }
}

/// Settings of a transport's connections, and limits of what it accepts.
public struct TransportOptions: Hashable, Sendable {
    /// The proxy for requests; requests to this machine never use one.
    public enum Proxy: Hashable, Sendable {
        case none
        /// As `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy` say.
        case environment
        case server(Origin)
    }

    /// The name of the client in the `User-Agent` of requests that do not have their own; empty for none.
    public var userAgent = "quadcal/\(QuadcalVersion.text)"
    /// The longest time to connect, including TLS.
    public var connectTimeout: Duration = .seconds(10)
    /// The longest silence of a server; the timeout of a request applies as well.
    public var longestSilence: Duration = .seconds(60)
    /// In bytes; a request may ask for another with ``HTTPRequest/largestAnswer``.
    public var largestAnswer = 8 << 20
    /// In bytes, of a list: more than a hundred thousand markers.
    public var largestList = 256 << 20
    /// In bytes, over all header fields of an answer.
    public var largestHeader = 32 << 10
    public var mostHeaderFields = 128
    /// The most connections of one transport; further requests wait.
    public var mostConnections = 32
    /// A file of certificates in PEM that are trusted instead of the system's.
    public var authorities: String?
    public var proxy = Proxy.environment
    /// Whether answers may end with their connection, as those of HTTP/1.0 do and of servers that give no length. Nobody can tell then whether
    /// all of an answer came, so this is for answers of which a part is no answer.
    public var takesUnframedAnswers = false

    public init() {}
}
