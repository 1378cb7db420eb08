/// The method and the path of a request, for errors and logs.
public struct RequestLine: Hashable, Sendable {
    public let method: HTTPMethod
    /// The path with its query, without the path of the origin.
    public let path: String

    public init(_ method: HTTPMethod, _ path: String) { (self.method, self.path) = (method, path) }
}

extension RequestLine: CustomStringConvertible {
    /// As in `GET /spaces?key=hall`.
    public var description: String { "\(method.rawValue) \(path)" }
}

extension HTTPRequest {
    /// Its method and its path.
    var line: RequestLine { RequestLine(method, path) }

    /// Whether it may be answered by saying that nothing has changed.
    var isConditional: Bool {
        method == .get && (headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil)
    }
}
