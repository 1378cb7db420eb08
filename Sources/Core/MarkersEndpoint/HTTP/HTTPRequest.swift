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
