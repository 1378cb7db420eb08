/// Requests with credentials, to the one server they are for.
public struct AuthorizedTransport: BoundTransport {
    private let base: any BoundTransport
    private let credentials: Credentials
    private let now: @Sendable () -> Duration
    private let onEcho: (@Sendable (RequestLine) -> Void)?

    /// - Parameters:
    ///   - base: The transport below.
    ///   - credentials: What each request gets, in place of a field of that name.
    ///   - now: The time since some fixed moment.
    ///   - onEcho: Called for each answer whose data have the secret in them, which are given as they are.
    public init(
        _ base: any BoundTransport, _ credentials: Credentials,
        now: @escaping @Sendable () -> Duration = BearerTokens.machineTime(),
        onEcho: (@Sendable (RequestLine) -> Void)? = nil
    ) throws(CredentialsError) {
        guard base.origin.isSameServer(as: credentials.origin) else {
            throw .otherServer(base.origin, bound: credentials.origin)
        }
        (self.base, self.credentials, self.now) = (base, credentials, now)
        self.onEcho = onEcho
    }

    /// The server that the transport below talks to.
    public var origin: Origin { base.origin }

    /// Sends a request with the credentials; one answered with 401 is sent once more if there is a new token.
    public func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        var request = request
        switch credentials.kind {
        case .field(let name, let secret):
            request.headers[name] = secret.text
            return hiding([secret], in: try await base.send(request, timeout: timeout), to: request)
        case .bearer(let tokens):
            let end = now() + timeout
            let secret = try await tokens.current(within: timeout)
            let answer = try await send(request, with: secret, of: tokens, end - now())
            guard answer.status == 401, tokens.canRenew else { return answer }
            let renewed = try await tokens.renewed(insteadOf: secret, within: end - now())
            if tokens.mayStaySame, renewed.text == secret.text { return answer }
            return try await send(request, with: renewed, of: tokens, end - now())
        }
    }

    /// The fields by which a request that goes another way shows the credentials, such as one that opens a WebSocket.
    ///
    /// - Parameters:
    ///   - server: The server that it goes to, which must be the one that the credentials are for.
    ///   - timeout: The time that a renewal may take.
    package func credentialFields(
        of server: Origin, within timeout: Duration
    ) async throws(TransportError) -> HTTPHeaders {
        guard server.isSameServer(as: base.origin) else {
            throw TransportError(
                .unauthorized, mayHaveArrived: false, "the credentials are for another server")
        }
        switch credentials.kind {
        case .field(let name, let secret): return [name: secret.text]
        case .bearer(let tokens):
            return ["Authorization": "Bearer \(try await tokens.current(within: timeout).text)"]
        }
    }

    /// Sends a request with a token, and takes the tokens that the answer brings, over https or of this machine only: everybody on
    /// the way could have put them there. A redirect speaks of another place, so it brings none.
    private func send(
        _ request: HTTPRequest, with secret: Secret, of tokens: BearerTokens, _ timeout: Duration
    ) async throws(TransportError) -> HTTPResponse {
        var request = request
        request.headers["Authorization"] = "Bearer \(secret.text)"
        var answer = try await base.send(request, timeout: timeout)
        var secrets = [secret]
        if tokens.takesAnswers {
            let brought = BroughtTokens(answer.headers)
            if !(200..<300).contains(answer.status), let refresh = await tokens.refresh {
                secrets.append(refresh)
            }
            let isSafe = base.origin.scheme == .https || base.origin.isLoopback
            let isRedirect = (300..<400).contains(answer.status) && answer.status != 304
            if isSafe, !isRedirect, !brought.isEmpty { await tokens.take(brought, with: secret) }
            answer.headers = answer.headers.withoutTokens
            secrets += brought.secrets
        }
        return hiding(secrets, in: answer, to: request)
    }

    /// Bytes of an error that are kept: more than anybody reads, and little to search for a secret in all its forms.
    private static let longestError = 32 << 10

    /// Error messages of servers are shown to people and kept in logs, so secrets are redacted in them. Data stay as they are.
    private func hiding(_ secrets: [Secret], in answer: HTTPResponse, to request: HTTPRequest) -> HTTPResponse
    {
        guard !(200..<300).contains(answer.status) else {
            if let onEcho, secrets.contains(where: { $0.isIn(answer.body) }) { onEcho(request.line) }
            return answer
        }
        var fields = answer.headers.fields, body = Array(answer.body.prefix(AuthorizedTransport.longestError))
        for secret in secrets {
            let forms = SecretForms(secret.text)
            fields = fields.map { HTTPHeaders.Field(name: $0.name, value: forms.hidden(in: $0.value)) }
            body = forms.hidden(in: body)
        }
        var headers = HTTPHeaders()
        for field in fields { headers.append(field.name, field.value) }
        return HTTPResponse(answer.status, headers: headers, body: body)
    }
}
