internal import Markers

/// The route of a server that gives a new bearer token for a refresh token: `POST {base}/auth/refresh-token`.
///
/// The refresh token goes in `Authorization`, and the new one comes in the answer's `Authorization`, or as `accessToken` in its
/// body. The refresh token stays, unless `X-Refresh-Token` brings another.
public struct RefreshRoute: Sendable {
    /// Its path below the base path of the server.
    package static let path = "/auth/refresh-token"

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
    /// It throws ``TransportError/refused(_:)`` if the server refuses, which is final, and other errors if it may be asked again.
    public func renew(_ refresh: Secret, within timeout: Duration) async throws(TransportError) -> TokenPair {
        let request = HTTPRequest(
            .post, Self.path,
            headers: ["Accept": "application/json", "Authorization": "Bearer \(refresh.text)"],
            largestAnswer: Self.longestAnswer)
        let answer = try await base.send(request, timeout: timeout)
        guard (200..<300).contains(answer.status) else {
            let detail = "the server answered \(answer.status) to the renewal of the token"
            throw Self.refusals.contains(answer.status) ? .refused(detail) : .failed(detail)
        }
        let brought = BroughtTokens(answer.headers)
        let isInHeader = answer.headers[BroughtTokens.accessField] != nil
        guard let access = isInHeader ? brought.access : Self.accessToken(in: answer.body) else {
            throw TransportError(
                .badFraming, mayHaveArrived: true, "the answer to the renewal of the token has none")
        }
        return TokenPair(access: BearerToken(access), refresh: brought.refresh ?? refresh)
    }

    private static func accessToken(in body: [UInt8]) -> Secret? {
        (try? JSONValue(body))?["accessToken"]?.string.flatMap { try? Secret($0) }
    }
}
