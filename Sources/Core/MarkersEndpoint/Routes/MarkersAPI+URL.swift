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

    /// The name of the field that has a key.
    package static let keyField = "X-Api-Key"

    private static func transport(_ url: String) throws -> CurlTransport {
        let origin = try Origin(url)
        return try CurlTransport(origin.basePath.isEmpty ? Origin("\(origin)\(usualPath)") : origin)
    }
}
