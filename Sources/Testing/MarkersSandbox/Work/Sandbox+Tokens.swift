internal import HTTPServer
internal import Markers

/// Bearer tokens, and the refresh tokens that renew them.
extension Sandbox {
    /// The lifetime of a bearer token where none was asked for, seconds.
    private static let usualSeconds = 3600.0

    func issueToken(_ call: Call) throws(Problem) -> OutgoingResponse {
        let token = grantToken(call.number)
        let refresh = numbers.identifier(UInt64(call.number), of: 4)
        leases.grant("refresh", to: refresh, until: options.refreshSeconds.map { now + $0 } ?? .infinity)
        return Replies.bearerToken.response((token, refresh, options.tokenSeconds ?? Self.usualSeconds))
    }

    /// The next access token of a pair; the refresh token stays.
    func refreshToken(_ call: Call) throws(Problem) -> OutgoingResponse {
        guard leases.isHeld("refresh", by: call.bearer, at: now) else {
            let isMissing = call.bearer.isEmpty
            throw Problem(
                isMissing ? 400 : 401,
                isMissing
                    ? "a refresh token is needed in Authorization"
                    : "this refresh token is over, or was never given out",
                fields: isMissing ? [] : [HeaderField("WWW-Authenticate", "Bearer")])
        }
        let token = grantToken(call.number)
        var answer = Replies.accessToken.response(token)
        answer.fields.append(HeaderField("Authorization", "Bearer \(token)"))
        return answer
    }

    /// The field with the next token that an answer brings, where the server is of that kind.
    func nextToken(after request: IncomingRequest, number: Int) -> HeaderField? {
        guard has(.headerTokens), leases.isHeld("token", by: Self.bearer(of: request), at: now) else {
            return nil
        }
        return HeaderField("Authorization", "Bearer \(grantToken(number))")
    }

    /// Gives out the bearer token of a request's number.
    private func grantToken(_ number: Int) -> String {
        let token = numbers.identifier(UInt64(number), of: 3)
        leases.grant("token", to: token, until: now + (options.tokenSeconds ?? Self.usualSeconds))
        return token
    }

    static func bearer(of request: IncomingRequest) -> String {
        let given = request["authorization"] ?? ""
        return given.lowered.hasPrefix("bearer ") ? String(given.dropFirst(7).trimmed) : ""
    }

    /// Refuses a request without a valid token, where the server wants one.
    func requireToken(_ request: IncomingRequest) throws(Problem) {
        guard options.tokenSeconds != nil else { return }
        guard leases.isHeld("token", by: Self.bearer(of: request), at: now) else {
            throw Problem(
                401, "a bearer token that holds is needed; POST /sandbox/token gives one",
                fields: [HeaderField("WWW-Authenticate", "Bearer")])
        }
    }
}
