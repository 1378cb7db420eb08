/// The current token, renewed by a single request however many callers wait for it.
///
/// ```swift
/// let store = try TokenPairFile("tokens")
/// let tokens = try BearerTokens(store, by: RefreshRoute(over: base))
/// ```
public actor BearerTokens {
    /// Requests a new token within a timeout.
    ///
    /// It throws `.refused(…)` if the server refuses: that is final, and nothing is requested any more. After any other error, such as
    /// `.failed(…)`, the next caller makes it try again.
    public typealias Renewal = @Sendable (_ timeout: Duration) async throws(TransportError) -> BearerToken

    /// Requests the next pair by a refresh token, within a timeout.
    typealias PairRenewal =
        @Sendable (_ refresh: Secret, _ timeout: Duration) async throws(TransportError) -> TokenPair

    /// The time before its end at which a token is renewed.
    public static let margin = Duration.seconds(30)
    /// The least time between two times that a pair is kept because an answer brought another access token: until the next time the
    /// refresh token gets one just as well.
    static let keepingInterval = Duration.seconds(1)

    private typealias Waiter = CheckedContinuation<Result<Secret, TransportError>, Never>

    enum Source: Sendable {
        case nowhere
        case call(Renewal)
        /// One that another program may write to, so that it may show the token that was refused.
        case rereading(Renewal)
        case pair(PairRenewal, any TokenStore, PairEvents)
    }

    /// Calls about pairs.
    struct PairEvents: Sendable {
        /// Called with each new pair before it is used.
        let onRenewal: @Sendable (TokenPair) -> Void
        /// Called if the store does not keep one.
        let onLoss: @Sendable (SecretError) -> Void
    }

    let source: Source
    let now: @Sendable () -> Duration
    var token: BearerToken?
    private var since: Duration
    var refresh: Secret?
    /// The pair that the store had when it was last asked or told.
    var stored: TokenPair?
    /// The time at which it was told.
    var keptAt: Duration?
    private var waiters: [Int: Waiter] = [:]
    private var lastTicket = 0
    private var isRenewing = false
    /// The number of pairs that were given: what a renewal of an earlier one brings is dropped.
    private var generation = 0
    /// The refusal of a renewal, which is final.
    private var refusal: TransportError?
    /// The time that the last caller had.
    private var timeout = Duration.zero

    /// - Parameters:
    ///   - token: The first one; `nil` to request it when it is needed.
    ///   - renew: Requests another; `nil` if there is no way to.
    ///   - now: The time since some fixed moment.
    public init(
        _ token: BearerToken?, renew: Renewal? = nil,
        now: @escaping @Sendable () -> Duration = BearerTokens.machineTime()
    ) {
        self.init(token, refresh: nil, from: renew.map { .call($0) } ?? .nowhere, now: now)
    }

    init(
        _ token: BearerToken?, refresh: Secret?, from source: Source,
        now: @escaping @Sendable () -> Duration = BearerTokens.machineTime()
    ) {
        (self.token, self.refresh, self.source, self.now) = (token, refresh, source, now)
        stored = refresh.map { TokenPair(access: token, refresh: $0) }
        since = now()
    }

    /// A clock of this machine that never runs backwards.
    public static func machineTime() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }

    nonisolated var canRenew: Bool { if case .nowhere = source { false } else { true } }

    /// Whether a renewal may find the token that was refused, which is then not sent again.
    nonisolated var mayStaySame: Bool { if case .rereading = source { true } else { false } }

    /// Whether answers may bring new tokens.
    nonisolated var takesAnswers: Bool { if case .pair = source { true } else { false } }

    // MARK: Tokens for requests

    /// A token that stays valid for a while.
    func current(within timeout: Duration) async throws(TransportError) -> Secret {
        guard let token else { return try await next(within: timeout) }
        guard canRenew, isEnding(token) else { return token.secret }
        do throws(TransportError) {
            return try await next(within: timeout)
        } catch  where error.code != .cancelled {
            // It may still be valid; the server decides.
            return token.secret
        }
    }

    /// A token other than one that the server refused: one that another caller got meanwhile, or a new one.
    func renewed(insteadOf refused: Secret, within timeout: Duration) async throws(TransportError) -> Secret {
        if let token, token.secret.text != refused.text { return token.secret }
        token = nil
        return try await next(within: timeout)
    }

    /// A short-lived token is used for half of its life.
    private func isEnding(_ token: BearerToken) -> Bool {
        guard let lifetime = token.lifetime else { return false }
        return now() - since >= max(lifetime - Self.margin, lifetime / 2)
    }

    private func next(within timeout: Duration) async throws(TransportError) -> Secret {
        if !isRenewing, let pair = pairOfAnotherProgram() {
            adopt(pair)
            if let token { return token.secret }
        }
        if let refusal { throw refusal }
        if case .nowhere = source {
            throw TransportError(
                .unauthorized, mayHaveArrived: false, "there is no token and no way to get one")
        }
        if case .pair = source, refresh == nil {
            throw TransportError(
                .authenticationRequired, mayHaveArrived: false, "there are no tokens: nobody has signed in")
        }
        self.timeout = timeout
        lastTicket += 1
        let ticket = lastTicket
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                guard !Task.isCancelled else {
                    waiter.resume(returning: .failure(Self.cancelled))
                    return
                }
                waiters[ticket] = waiter
                if !isRenewing { start() }
            }
        } onCancel: {
            Task { await self.leave(ticket) }
        }
        return try result.get()
    }

    // MARK: Renewals

    /// Continues even if its caller leaves, since others wait for it or will.
    private func start() {
        isRenewing = true
        let (source, refresh, timeout, generation) = (source, refresh, timeout, generation)
        Task {
            let result: Result<TokenPair, TransportError>
            do throws(TransportError) {
                result = .success(try await Self.renewal(from: source, refresh, within: timeout))
            } catch {
                // It is the renewal that may have arrived, not the request that waits for it.
                result = .failure(
                    TransportError(
                        error.isRefusal ? .authenticationRequired : error.code, mayHaveArrived: false,
                        "no new token: \(error.detail)"))
            }
            finish(result, of: generation)
        }
    }

    /// The next token; of a source without refresh tokens, that stands for both.
    private static func renewal(
        from source: Source, _ refresh: Secret?, within timeout: Duration
    ) async throws(TransportError) -> TokenPair {
        switch source {
        case .call(let renew), .rereading(let renew):
            let token = try await renew(timeout)
            return TokenPair(access: token, refresh: token.secret)
        case .pair(let renew, _, _):
            guard let refresh else { throw .refused("there is no refresh token") }
            return try await renew(refresh, timeout)
        case .nowhere: throw .refused("there is no way to get a token")
        }
    }

    private func finish(_ result: Result<TokenPair, TransportError>, of generation: Int) {
        // Who waited for a pair that was replaced has the new one, or waits for its renewal.
        guard generation == self.generation else { return }
        switch result {
        case .success(let pair): adopt(pair)
        case .failure(let error):
            isRenewing = false
            if error.isRefusal {
                if let pair = pairOfAnotherProgram() {
                    adopt(pair)
                    return renewForWaiters()
                }
                refusal = error
            }
            resume(.failure(error))
        }
    }

    /// Uses a pair, and gives it to those who wait for one.
    ///
    /// - Parameters:
    ///   - pair: The pair; of a source without refresh tokens, the refresh token counts for nothing.
    ///   - isUrgent: Whether the store has to keep it at once.
    func adopt(_ pair: TokenPair, isUrgent: Bool = true) {
        generation += 1
        (token, since, refusal, isRenewing) = (pair.access, now(), nil, false)
        if case .pair(_, _, let events) = source {
            refresh = pair.refresh
            events.onRenewal(pair)
            keep(pair, isUrgent: isUrgent)
        }
        if let access = pair.access { resume(.success(access.secret)) }
    }

    /// Asks for the first token of a pair that has none, if somebody waits for it.
    func renewForWaiters() {
        if token == nil, !waiters.isEmpty, !isRenewing { start() }
    }

    private func resume(_ result: Result<Secret, TransportError>) {
        for waiter in waiters.values { waiter.resume(returning: result) }
        waiters = [:]
    }

    private func leave(_ ticket: Int) {
        waiters.removeValue(forKey: ticket)?.resume(returning: .failure(Self.cancelled))
    }

    private static let cancelled = TransportError(
        .cancelled, mayHaveArrived: false, "the task was cancelled while it waited for a token")
}

/// The tokens that an answer brings in its header fields.
struct BroughtTokens {
    /// The field of a new bearer token, as in requests.
    static let accessField = "Authorization"
    static let refreshField = "X-Refresh-Token"

    let access: Secret?
    let refresh: Secret?

    /// The tokens in these fields; anything else in them counts as none.
    init(_ headers: HTTPHeaders) {
        let words = headers[Self.accessField]?.split(separator: " ") ?? []
        let isBearer = words.count == 2 && words[0].lowercased() == "bearer"
        access = isBearer ? try? Secret(String(words[1])) : nil
        refresh = headers[Self.refreshField].flatMap { try? Secret($0) }
    }

    var isEmpty: Bool { access == nil && refresh == nil }

    /// Both, for those who hide them.
    var secrets: [Secret] { [access, refresh].compactMap(\.self) }
}

extension HTTPHeaders {
    /// The fields without those that bring tokens.
    var withoutTokens: HTTPHeaders {
        var headers = self
        headers[BroughtTokens.accessField] = nil
        headers[BroughtTokens.refreshField] = nil
        return headers
    }
}
