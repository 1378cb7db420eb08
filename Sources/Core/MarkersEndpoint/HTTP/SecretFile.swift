/// A secret in a private file, and the servers that the file names for it.
///
/// The first line is the secret. Each further line is empty, a comment that begins with `#`, or names a server that may get
/// the secret, as in `origin https://host`; with a path it means only the API below that path. One line may have a second token,
/// by which the first is renewed, as in `refresh TOKEN`.
public struct SecretFile: Sendable {
    /// The most bytes that a file may have.
    public static let longest = SecretLines.longest

    public let secret: Secret
    /// The servers of its lines, in order; empty if it leaves that to the caller.
    public let origins: [Origin]
    /// The token by which the secret is renewed; `nil` if the secret is all there is.
    public let refresh: Secret?
    let path: String

    /// Reads a file that nobody but its owner, this user or root, may access.
    public init(_ path: String) throws(SecretError) {
        let lines = try SecretLines(path)
        if case (.access, _, let place)? = lines.second { throw .badLine(path, number: place + 1) }
        (secret, origins, self.path) = (lines.first, lines.origins, path)
        refresh = lines.second?.secret
    }

    /// The pair of tokens; `nil` if the file has no line such as `refresh TOKEN`.
    public var pair: TokenPair? {
        refresh.map { TokenPair(access: BearerToken(secret), refresh: $0) }
    }

    /// The same file, as one that keeps pairs.
    var pairFile: TokenPairFile { TokenPairFile(path, origins) }

    /// Whether one of its lines names the server.
    public func names(_ server: Origin) -> Bool { origins.name(server) }

    /// Whether the secret may go to the server: it names that one, or none at all.
    public func allows(_ server: Origin) -> Bool { origins.isEmpty || names(server) }
}
