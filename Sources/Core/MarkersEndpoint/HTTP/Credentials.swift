/// Credentials for one server.
///
/// ```swift
/// let origin = try Origin("https://api.example.com/api/v1")
/// let transport = try AuthorizedTransport(
///     CurlTransport(origin),
///     Credentials(field: "X-Api-Key", .environment("MARKERS_KEY"), for: origin))
/// ```
public struct Credentials: Sendable {
    /// The form in which they are presented to the server.
    enum Kind: Sendable {
        case field(name: String, Secret)
        case bearer(BearerTokens)
    }

    /// The server they are for; its base path does not matter here.
    public let origin: Origin
    let kind: Kind

    /// A secret that is the value of a header field, such as `X-Api-Key`.
    ///
    /// Over plain http it goes only to this machine and to the plain hosts.
    public init(
        field name: String, _ secret: Secret, for origin: Origin, plainHosts: Set<String> = []
    ) throws(CredentialsError) {
        try self.init(.field(name: name, secret), for: origin, plainHosts)
    }

    /// Tokens in `Authorization`.
    ///
    /// Over plain http they go only to this machine and to the plain hosts.
    public init(
        bearer tokens: BearerTokens, for origin: Origin, plainHosts: Set<String> = []
    ) throws(CredentialsError) {
        try self.init(.bearer(tokens), for: origin, plainHosts)
    }

    private init(_ kind: Kind, for origin: Origin, _ plainHosts: Set<String>) throws(CredentialsError) {
        guard origin.scheme == .https || origin.isLoopback || plainHosts.contains(origin.host) else {
            throw .inTheClear(host: origin.host)
        }
        (self.kind, self.origin) = (kind, origin)
    }
}

/// The reason why credentials must not be used.
public enum CredentialsError: Error, Hashable, Sendable {
    /// Everybody on the network path could read them.
    case inTheClear(host: String)
    /// The transport's requests go elsewhere.
    case otherServer(Origin, bound: Origin)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .inTheClear: "IN_THE_CLEAR"
        case .otherServer: "OTHER_SERVER"
        }
    }

    /// The expected input, in a few words of English.
    public var expected: String {
        switch self {
        case .inTheClear(let host):
            "https, or an option that names \(host) as one that may get credentials in the clear"
        case .otherServer(let origin, let bound):
            "the server \(bound), which the credentials are for, not \(origin)"
        }
    }
}
