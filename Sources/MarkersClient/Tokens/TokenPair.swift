/// A bearer token, and the one that gets the next.
public struct TokenPair: Sendable {
    public let access: BearerToken
    /// The token that is only ever sent to the route that renews.
    public let refresh: Secret

    public init(access: BearerToken, refresh: Secret) { (self.access, self.refresh) = (access, refresh) }
}

extension BearerTokens {
    /// The tokens of a pair, renewed by a single request however many callers wait for it.
    ///
    /// A server that refuses the renewal has the last word on this pair: every later call ends at once, without a request.
    ///
    /// - Parameters:
    ///   - pair: The pair.
    ///   - route: The route that renews it.
    ///   - onRenewal: Called with each new pair, to keep it; must return quickly.
    public init(
        _ pair: TokenPair, by route: RefreshRoute,
        onRenewal: @escaping @Sendable (TokenPair) -> Void = { _ in }
    ) {
        let latest = LatestSecret(pair.refresh)
        self.init(
            pair.access,
            renew: { (timeout) async throws(TransportError) in
                let next = try await route.renew(latest.value, within: timeout)
                latest.value = next.refresh
                onRenewal(next)
                return next.access
            })
    }
}

extension Credentials {
    /// A bearer token of a private file, for the server of a transport; renewed if the file has a refresh token, too.
    ///
    /// Over plain http it goes only to this machine and to the plain hosts.
    public init(
        bearer file: SecretFile, over base: any BoundTransport, plainHosts: Set<String> = [],
        onRenewal: @escaping @Sendable (TokenPair) -> Void = { _ in }
    ) throws(CredentialsError) {
        // Before anything is made of it.
        try self.init(bearer: file, for: base.origin, plainHosts: plainHosts)
        guard let pair = file.pair else { return }
        let route = try RefreshRoute(over: base, plainHosts: plainHosts)
        try self.init(
            bearer: BearerTokens(pair, by: route, onRenewal: onRenewal), for: base.origin,
            plainHosts: plainHosts)
    }
}
