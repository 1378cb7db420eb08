internal import Foundation

extension SecretFile {
    /// The pair of tokens; `nil` if the file has no line such as `refresh TOKEN`.
    public var pair: TokenPair? {
        refresh.map { TokenPair(access: BearerToken(secret), refresh: $0) }
    }

    /// Puts a new pair in the place of the old one; all other lines stay.
    ///
    /// The file is replaced as a whole, by one of mode 0600, so that nobody ever reads half of it.
    public func save(_ pair: TokenPair) throws(SecretError) {
        let old = try Secret.privateBytes(path, atMost: Self.longest)
        var lines = old.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            Array($0)
        }
        for index in lines.indices {
            let isRefresh =
                String(decoding: lines[index], as: UTF8.self).split(whereSeparator: \.isWhitespace)
                .first == "refresh"
            if index == 0 {
                lines[index] = Array(pair.access.secret.text.utf8)
            } else if isRefresh {
                lines[index] = Array("refresh \(pair.refresh.text)".utf8)
            }
        }
        // A link stays one.
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let next = "\(place).\(getpid()).new"
        let descriptor = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path, status: errno) }
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isWhole = count == bytes.count && fsync(descriptor) == 0
        let status = isWhole ? 0 : errno == 0 ? EIO : errno
        close(descriptor)
        guard isWhole, rename(next, place) == 0 else {
            let status = isWhole ? errno : status
            unlink(next)
            throw .unwritable(path, status: status)
        }
    }
}

extension Credentials {
    /// A bearer token of a private file, for the server of a transport; renewed if the file has a refresh token, too, else read
    /// again when the server refuses it.
    ///
    /// Over plain http it goes only to this machine and to the plain hosts.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - base: The transport.
    ///   - plainHosts: The hosts that may get it over plain http.
    ///   - onRenewal: Called with each pair that the server gives; must return quickly.
    ///   - onReading: Called with each token that is read again; must return quickly.
    public init(
        bearer file: SecretFile, over base: any BoundTransport, plainHosts: Set<String> = [],
        onRenewal: @escaping @Sendable (TokenPair) -> Void = { _ in },
        onReading: @escaping @Sendable (Secret) -> Void = { _ in }
    ) throws(CredentialsError) {
        // Before anything is made of it.
        try self.init(bearer: file, for: base.origin, plainHosts: plainHosts, onReading: onReading)
        guard let pair = file.pair else { return }
        let route = try RefreshRoute(over: base, plainHosts: plainHosts)
        try self.init(
            bearer: BearerTokens(pair, by: route, onRenewal: onRenewal), for: base.origin,
            plainHosts: plainHosts)
    }
}
