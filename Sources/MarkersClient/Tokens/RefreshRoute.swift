internal import Markers

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
