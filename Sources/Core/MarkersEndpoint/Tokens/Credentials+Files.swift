extension Credentials {
    /// A bearer token of a private file, for a server that the file allows.
    ///
    /// Over plain http it goes only to this machine and to the plain hosts. When the server refuses the token, the file is read
    /// again, once for each refusal: another program may have put a new token there.
    /// `onReading` is called with each token that is read again, before it is sent, and must return quickly.
    public init(
        bearer file: SecretFile, for origin: Origin, plainHosts: Set<String> = [],
        onReading: @escaping @Sendable (Secret) -> Void = { _ in }
    ) throws(CredentialsError) {
        if let bound = file.origins.first, !file.allows(origin) { throw .otherServer(origin, bound: bound) }
        let tokens = BearerTokens(
            BearerToken(file.secret), refresh: nil,
            from: .rereading { (_) throws(TransportError) in
                let next: SecretFile
                do throws(SecretError) { next = try SecretFile(file.path) } catch {
                    throw TransportError(
                        .unreachable, mayHaveArrived: false, "the file cannot be read again: \(error.message)"
                    )
                }
                guard next.allows(origin) else {
                    throw TransportError(
                        .unauthorized, mayHaveArrived: false, "the file is for another server now")
                }
                onReading(next.secret)
                return BearerToken(next.secret)
            })
        try self.init(bearer: tokens, for: origin, plainHosts: plainHosts)
    }

    /// A bearer token of a private file, for the server of a transport; renewed if the file has a refresh token, too, else read
    /// again when the server refuses it. The file keeps each new pair.
    ///
    /// Over plain http it goes only to this machine and to the plain hosts.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - base: The transport.
    ///   - plainHosts: The hosts that may get it over plain http.
    ///   - onRenewal: Called with each pair that the server gives; must return quickly.
    ///   - onReading: Called with each token that is read again; must return quickly.
    ///   - onLoss: Called if the file does not keep a new pair; must return quickly.
    public init(
        bearer file: SecretFile, over base: any BoundTransport, plainHosts: Set<String> = [],
        onRenewal: @escaping @Sendable (TokenPair) -> Void = { _ in },
        onReading: @escaping @Sendable (Secret) -> Void = { _ in },
        onLoss: @escaping @Sendable (SecretError) -> Void = { _ in }
    ) throws(CredentialsError) {
        // Before anything is made of it.
        try self.init(bearer: file, for: base.origin, plainHosts: plainHosts, onReading: onReading)
        guard let pair = file.pair else { return }
        let route = try RefreshRoute(over: base, plainHosts: plainHosts)
        let tokens = BearerTokens(
            pair, in: file.pairFile, by: route, onRenewal: onRenewal, onLoss: onLoss)
        try self.init(bearer: tokens, for: base.origin, plainHosts: plainHosts)
    }

    /// The tokens of a private file of pairs, for the server of a transport that the file allows. The file keeps each new pair.
    ///
    /// Over plain http they go only to this machine and to the plain hosts.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - pair: The pair that it has.
    ///   - base: The transport.
    ///   - plainHosts: The hosts that may get the tokens over plain http.
    ///   - onRenewal: Called with each pair that the server gives; must return quickly.
    ///   - onLoss: Called if the file does not keep a new pair; must return quickly.
    public init(
        pair: TokenPair, of file: TokenPairFile, over base: any BoundTransport, plainHosts: Set<String> = [],
        onRenewal: @escaping @Sendable (TokenPair) -> Void = { _ in },
        onLoss: @escaping @Sendable (SecretError) -> Void = { _ in }
    ) throws(CredentialsError) {
        if let bound = file.origins.first, !file.allows(base.origin) {
            throw .otherServer(base.origin, bound: bound)
        }
        let route = try RefreshRoute(over: base, plainHosts: plainHosts)
        let tokens = BearerTokens(pair, in: file, by: route, onRenewal: onRenewal, onLoss: onLoss)
        try self.init(bearer: tokens, for: base.origin, plainHosts: plainHosts)
    }
}

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
