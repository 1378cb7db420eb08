internal import Synchronization

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

/// The refresh token that is used next; one renewal at a time reads and replaces it.
private final class LatestSecret: Sendable {
    private let secret: Mutex<Secret>

    init(_ secret: Secret) { self.secret = Mutex(secret) }

    var value: Secret {
        get { secret.withLock { $0 } }
        set { secret.withLock { $0 = newValue } }
    }
}
