internal import Markers

/// The secrets that a recording must not have, as far as they have been seen.
struct SecretSet: Sendable {
    private var texts: Set<String> = []
    private var forms: [SecretForms] = []

    /// Shorter values are parts of ordinary words.
    private static let shortest = 6
    /// Fields that carry credentials.
    private static let secret: Set = [
        "authorization", "cookie", "proxy-authorization", "set-cookie", "x-api-key", "x-refresh-token",
    ]
    /// Members of bodies with tokens, in the answers of routes that give them out.
    private static let members = ["accessToken", "access_token", "refreshToken", "refresh_token", "token"]

    init(_ secrets: [Secret]) { for secret in secrets { learn(secret.text) } }

    /// Learns what a request and its answer carry.
    mutating func learn(_ request: HTTPRequest, _ result: Result<HTTPResponse, TransportError>) {
        learn(request.headers)
        guard case .success(let response) = result else { return }
        learn(response.headers)
        let givesTokens = request.path.contains("/auth/") || request.path.contains("/sandbox/token")
        guard givesTokens, let body = try? JSONValue(response.body) else { return }
        for name in Self.members { body[name]?.string.map { learn($0) } }
    }

    private mutating func learn(_ headers: HTTPHeaders) {
        for field in headers.fields {
            let name = field.name.lowercased()
            guard Self.secret.contains(name) else { continue }
            // The scheme before it, as in "Bearer", is a word like any other; cookies are pairs.
            for word in field.value.split(whereSeparator: { " ;=,".contains($0) }).dropFirst(
                name.contains("authorization") ? 1 : 0)
            { learn(String(word)) }
        }
    }

    private mutating func learn(_ text: String) {
        guard text.utf8.count >= Self.shortest, texts.insert(text).inserted else { return }
        forms.append(SecretForms(text))
    }

    func hidden(in text: String) -> String { forms.reduce(text) { $1.hidden(in: $0) } }

    func hidden(in bytes: [UInt8]) -> [UInt8] { forms.reduce(bytes) { $1.hidden(in: $0) } }
}
