internal import Foundation
internal import Markers
internal import StrictJSON

/// A request and what came of it: one line of a recording.
struct RecordedExchange: Hashable, Sendable, DocumentObject {
    var method = ""
    var path = ""
    var headers: [RecordedField] = []
    var body = RecordedBody([])
    var answer: RecordedAnswer?
    var failure: RecordedFailure?

    static let members: [DocumentMember<RecordedExchange>] = [
        .always("method", \.method, "The method of the request."),
        .always("path", \.path, "Its path below that of the server, with the query."),
        .always("headers", \.headers, "The fields of the request that its answer depends on."),
        .always("body", \.body, "The body of the request."),
        .sometimes("answer", \.answer, "The answer; absent without one."),
        .sometimes("failure", \.failure, "The reason why there is no answer."),
    ]

    /// The fields of requests that are kept: no other is needed, and any other may be a credential.
    private static let keptOfRequests: Set = [
        "accept", "content-type", "if-match", "if-modified-since", "if-none-match",
    ]
    private static let keptOfAnswers: Set = [
        "content-type", "date", "etag", "last-modified", "link", "location", "retry-after",
    ]

    init() {}

    /// An exchange without any of these secrets.
    init(
        _ request: HTTPRequest, _ result: Result<HTTPResponse, TransportError>, hiding secrets: SecretSet
    ) {
        method = request.method.rawValue
        path = secrets.hidden(in: request.path)
        headers = Self.fields(request.headers, Self.keptOfRequests, secrets)
        body = RecordedBody(secrets.hidden(in: request.body))
        switch result {
        case .success(let response):
            answer = RecordedAnswer()
            answer?.status = response.status
            answer?.headers = Self.fields(response.headers, Self.keptOfAnswers, secrets)
            answer?.body = RecordedBody(secrets.hidden(in: response.body))
        case .failure(let error):
            failure = RecordedFailure()
            failure?.code = error.code.rawValue
            failure?.mayHaveArrived = error.mayHaveArrived
            failure?.detail = secrets.hidden(in: error.detail)
        }
    }

    private static func fields(
        _ headers: HTTPHeaders, _ kept: Set<String>, _ secrets: SecretSet
    ) -> [RecordedField] {
        headers.fields.filter { kept.contains($0.name.lowercased()) }.map { field in
            var recorded = RecordedField()
            (recorded.name, recorded.value) = (field.name, secrets.hidden(in: field.value))
            return recorded
        }
    }

    /// The outcome of the exchange; `nil` if the recording says it in a form that is not known here.
    var result: Result<HTTPResponse, TransportError>? {
        if let answer {
            guard let body = answer.body.bytes else { return nil }
            var headers = HTTPHeaders()
            for field in answer.headers { headers.append(field.name, field.value) }
            return .success(HTTPResponse(answer.status, headers: headers, body: body))
        }
        guard let failure, let code = TransportError.Code(rawValue: failure.code) else { return nil }
        return .failure(TransportError(code, mayHaveArrived: failure.mayHaveArrived, failure.detail))
    }

    /// Whether both have the same request.
    func asksTheSame(as other: RecordedExchange, _ matching: ReplayMatching) -> Bool {
        guard method == other.method, path == other.path else { return false }
        return matching == .methodAndPath || body == other.body && headers == other.headers
    }
}

struct RecordedField: Hashable, Sendable, DocumentObject {
    var name = ""
    var value = ""

    static let members: [DocumentMember<RecordedField>] = [
        .always("name", \.name, "The name."),
        .always("value", \.value, "The value."),
    ]
}

/// The bytes of a body: as text where they are UTF-8, else in base64.
struct RecordedBody: Hashable, Sendable, DocumentObject {
    var text: String?
    var base64: String?

    static let members: [DocumentMember<RecordedBody>] = [
        .sometimes("text", \.text, "The body as text."),
        .sometimes("base64", \.base64, "The body in base64, where it is no text."),
    ]

    init() {}

    init(_ bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self.text = text
        } else {
            base64 = Data(bytes).base64EncodedString()
        }
    }

    /// The bytes; `nil` if they are not in the form that the recording says.
    var bytes: [UInt8]? {
        if let text { return Array(text.utf8) }
        return base64.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }
}

struct RecordedAnswer: Hashable, Sendable, DocumentObject {
    var status = 0
    var headers: [RecordedField] = []
    var body = RecordedBody()

    static let members: [DocumentMember<RecordedAnswer>] = [
        .always("status", \.status, "The status."),
        .always("headers", \.headers, "The fields that a client goes by, in order."),
        .always("body", \.body, "The body."),
    ]
}

struct RecordedFailure: Hashable, Sendable, DocumentObject {
    var code = ""
    var mayHaveArrived = false
    var detail = ""

    static let members: [DocumentMember<RecordedFailure>] = [
        .always("code", \.code, "The kind of failure."),
        .always("mayHaveArrived", \.mayHaveArrived, "Whether the server may have acted on the request."),
        .always("detail", \.detail, "What happened."),
    ]
}

/// The secrets that a recording must not have, as far as they have been seen.
struct SecretSet: Sendable {
    private var texts: Set<String> = []
    private var forms: [SecretForms] = []

    /// Shorter values are parts of ordinary words.
    private static let shortest = 6
    private static let secret: Set = [
        "authorization", "cookie", "proxy-authorization", "set-cookie", "x-api-key", "x-refresh-token",
    ]
    /// Members of bodies with tokens, in the answers of routes that give them out.
    private static let members = ["accessToken", "access_token", "refreshToken", "refresh_token", "token"]

    init(_ secrets: [Secret]) { for secret in secrets { learn(secret.text) } }

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

/// The parts of a request that have to be as they were recorded.
public enum ReplayMatching: Hashable, Sendable {
    /// Method, path, query, body, and the fields that a recording keeps.
    case exact
    /// Method, path and query, for programs whose bodies have ids or dates of their own.
    case methodAndPath
}
