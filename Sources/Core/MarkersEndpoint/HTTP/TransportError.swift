/// The reason why there is no complete answer.
public struct TransportError: Error, Hashable, Sendable {
    /// The kind of an error, as a word whose meaning never changes.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The task was cancelled, or the transport closed.
        case cancelled = "CANCELLED"
        case timeout = "TIMEOUT"
        /// The name of the server, or of the proxy, has no address.
        case unresolved = "UNRESOLVED"
        /// There is no connection to the server or through the proxy.
        case unreachable = "UNREACHABLE"
        /// There is no secure connection to a server with the right identity.
        case tls = "TLS"
        /// The connection ended before there was an answer.
        case connectionLost = "CONNECTION_LOST"
        /// The connection ended within the answer.
        case truncated = "TRUNCATED"
        /// More header fields or bytes than the limits allow.
        case tooLarge = "TOO_LARGE"
        /// An answer whose length is missing or stated twice, or that is not HTTP.
        case badFraming = "BAD_FRAMING"
        /// A request that cannot be written as HTTP, or that sets what only the transport may set.
        case invalidRequest = "INVALID_REQUEST"
        /// This machine's HTTP library lacks a required feature.
        case unsupported = "UNSUPPORTED"
        /// There are no credentials that may be sent, or none that the server still accepts.
        case unauthorized = "UNAUTHORIZED"
        /// The server has refused to renew the tokens, or there are none: somebody has to sign in.
        case authenticationRequired = "AUTHENTICATION_REQUIRED"
        /// A recording that stands for the server does not have this request.
        case notRecorded = "NOT_RECORDED"
    }

    public let code: Code
    /// Whether the server may have acted on the request: `false` only if it was certainly never sent completely.
    public let mayHaveArrived: Bool
    /// A description in printable ASCII; never a credential.
    public let detail: String

    /// Replaces unprintable characters of the detail by `?` and cuts it at 300 characters.
    public init(_ code: Code, mayHaveArrived: Bool, _ detail: String) {
        (self.code, self.mayHaveArrived) = (code, mayHaveArrived)
        let printable = detail.unicodeScalars.prefix(300).map {
            (" "..."~").contains($0) ? Character($0) : "?"
        }
        self.detail = String(printable)
    }
}

extension TransportError: CustomStringConvertible {
    /// The code and what happened.
    public var description: String { "\(code.rawValue): \(detail)" }
}

extension TransportError {
    /// The server refuses to renew a token, which is final: whoever wants another has to sign in.
    public static func refused(_ detail: String) -> TransportError {
        TransportError(.authenticationRequired, mayHaveArrived: true, detail)
    }

    /// There is no usable answer to the renewal of a token, so that it may be tried again.
    public static func failed(_ detail: String) -> TransportError {
        TransportError(.unreachable, mayHaveArrived: true, detail)
    }

    /// Whether it ends a pair of tokens for good.
    var isRefusal: Bool { code == .authenticationRequired || code == .unauthorized }
}
