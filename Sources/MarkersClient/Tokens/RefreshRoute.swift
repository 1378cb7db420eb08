internal import Markers
internal import Synchronization

/// The route of a server that gives a new bearer token for a refresh token: `POST {base}/auth/refresh-token`.
///
/// The refresh token goes in `Authorization`, and the new one comes in the answer's `Authorization`, or as `accessToken` in its
/// body. The refresh token stays, unless `X-Refresh-Token` brings another.
public struct RefreshRoute: Sendable {
    /// Its path below the base path of the server.
    public static let path = "/auth/refresh-token"

    private static let nextRefresh = "X-Refresh-Token"
    /// Answers by which the server says that this refresh token is worth nothing.
    private static let refusals: Set = [400, 401, 403, 404]
    /// More bytes than any token has.
    private static let longestAnswer = 64 << 10

    private let base: any BoundTransport

    /// The route of the transport's server; over plain http only of this machine and of the plain hosts.
    public init(over base: any BoundTransport, plainHosts: Set<String> = []) throws(CredentialsError) {
        let origin = base.origin
        guard origin.scheme == .https || origin.isLoopback || plainHosts.contains(origin.host) else {
            throw .inTheClear(host: origin.host)
        }
        self.base = base
    }

    /// Asks for the next pair, once.
    ///
    /// It throws ``TransportError/Code/unauthorized`` if the server refuses, which is final, and other codes if it may be asked again.
    public func renew(_ refresh: Secret, within timeout: Duration) async throws(TransportError) -> TokenPair {
        let request = HTTPRequest(
            .post, Self.path,
            headers: ["Accept": "application/json", "Authorization": "Bearer \(refresh.text)"],
            largestAnswer: Self.longestAnswer)
        let answer = try await base.send(request, timeout: timeout)
        guard (200..<300).contains(answer.status) else {
            let isRefused = Self.refusals.contains(answer.status)
            throw TransportError(
                isRefused ? .unauthorized : .unreachable, mayHaveArrived: true,
                "the server answered \(answer.status) to the renewal of the token")
        }
        guard let access = Self.access(in: answer) else {
            throw TransportError(
                .badFraming, mayHaveArrived: true, "the answer to the renewal of the token has none")
        }
        let next = answer.headers[Self.nextRefresh].flatMap { try? Secret($0) }
        return TokenPair(access: BearerToken(access), refresh: next ?? refresh)
    }

    private static func access(in answer: HTTPResponse) -> Secret? {
        if let field = answer.headers["Authorization"] {
            let words = field.split(separator: " ")
            guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
            return try? Secret(String(words[1]))
        }
        guard let text = (try? JSONValue(answer.body))?["accessToken"]?.string else { return nil }
        return try? Secret(text)
    }
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

/// The refresh token that is used next; one renewal at a time reads and replaces it.
private final class LatestSecret: Sendable {
    private let secret: Mutex<Secret>

    init(_ secret: Secret) { self.secret = Mutex(secret) }

    var value: Secret {
        get { secret.withLock { $0 } }
        set { secret.withLock { $0 = newValue } }
    }
}
