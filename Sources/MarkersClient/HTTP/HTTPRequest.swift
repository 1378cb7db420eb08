/// What a request does to what its path names.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// One request of HTTP to the origin of a transport.
public struct HTTPRequest: Hashable, Sendable {
    public var method: HTTPMethod
    /// Percent-encoded, begins with "/", with the query; the origin's base path is put before it.
    public var path: String
    /// Without `Host` and whatever frames the message, which are the transport's.
    public var headers: HTTPHeaders
    /// Empty: none.
    public var body: [UInt8]
    /// Whether a connection that was used before may carry it; where not, it gets one of its own.
    public var mayReuseConnection: Bool
    /// The most bytes of an answer that are taken; nil: as many as the transport takes of any.
    public var largestAnswer: Int?
    /// Whether the answer is a list, which may be longer as long as it shows elements: up to
    /// ``TransportOptions/largestList``.
    public var expectsList = false

    public init(
        _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
        mayReuseConnection: Bool = true, largestAnswer: Int? = nil
    ) {
        (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
        (self.mayReuseConnection, self.largestAnswer) = (mayReuseConnection, largestAnswer)
    }
}

/// A whole answer.
public struct HTTPResponse: Hashable, Sendable {
    public var status: Int
    public var headers: HTTPHeaders
    public var body: [UInt8]

    public init(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}
