/// Pairs of tokens: where they are kept, and who may replace them.
extension BearerTokens {
    /// The tokens of a pair, renewed by a single request however many callers wait for it.
    ///
    /// A server that refuses the renewal has the last word on this pair: every later call ends at once with `AUTHENTICATION_REQUIRED`,
    /// without a request, until there is a new pair: by ``use(_:)``, or since another program has put one into the store.
    ///
    /// - Parameters:
    ///   - store: The place that keeps the pair, and each pair that follows it.
    ///   - route: The route that renews it.
    ///   - onRenewal: Called with each new pair before it is used, whatever brought it; must return quickly.
    ///   - onLoss: Called if the store does not keep a new pair; must return quickly.
    /// - Throws: The reason why the store cannot be read.
    public init(
        _ store: some TokenStore, by route: RefreshRoute,
        onRenewal: @escaping @Sendable (TokenPair) -> Void = { _ in },
        onLoss: @escaping @Sendable (SecretError) -> Void = { _ in }
    ) throws(SecretError) {
        self.init(try store.pair(), in: store, by: route, onRenewal: onRenewal, onLoss: onLoss)
    }

    /// The same with the pair that the store has.
    init(
        _ pair: TokenPair?, in store: some TokenStore, by route: RefreshRoute,
        onRenewal: @escaping @Sendable (TokenPair) -> Void,
        onLoss: @escaping @Sendable (SecretError) -> Void
    ) {
        let events = PairEvents(onRenewal: onRenewal, onLoss: onLoss)
        let source = Source.pair(
            { (refresh, timeout) async throws(TransportError) in
                try await route.renew(refresh, within: timeout)
            }, store, events)
        self.init(pair?.access, refresh: pair?.refresh, from: source)
    }

    /// Uses a new pair, as after signing in: it ends a refusal, and what the renewal of an earlier pair brings is dropped.
    ///
    /// Without effect on tokens that are no pair.
    public func use(_ pair: TokenPair) {
        guard takesAnswers else { return }
        adopt(pair)
        renewForWaiters()
    }

    /// Takes the tokens that came with the answer to a request, unless other tokens have replaced that of the request meanwhile.
    func take(_ brought: BroughtTokens, with sent: Secret) {
        guard takesAnswers, let refresh, token?.secret.text == sent.text else { return }
        let pair = TokenPair(
            access: brought.access.map { BearerToken($0) } ?? token, refresh: brought.refresh ?? refresh)
        guard pair.refresh.text != refresh.text || pair.access?.secret.text != sent.text else { return }
        adopt(pair, isUrgent: pair.refresh.text != refresh.text)
    }

    /// The pair in the store, if somebody else has put it there.
    func pairOfAnotherProgram() -> TokenPair? {
        guard case .pair(_, let store, _) = source, let found = (try? store.pair()) ?? nil,
            !found.isSame(as: stored)
        else { return nil }
        stored = found
        return found.refresh.text != refresh?.text || found.access != nil ? found : nil
    }

    /// Keeps a pair that the store does not have; one that is not urgent only from time to time.
    func keep(_ pair: TokenPair, isUrgent: Bool) {
        guard case .pair(_, let store, let events) = source, !pair.isSame(as: stored) else { return }
        let time = now()
        if !isUrgent, let keptAt, time - keptAt < Self.keepingInterval { return }
        do throws(SecretError) {
            try store.keep(pair)
            (stored, keptAt) = (pair, time)
        } catch {
            events.onLoss(error)
        }
    }
}
