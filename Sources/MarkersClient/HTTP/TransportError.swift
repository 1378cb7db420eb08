/// Why there is no whole answer.
public struct TransportError: Error, Hashable, Sendable {
    /// Kinds of errors. Each is a word that never changes meaning.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The task was cancelled, or the transport closed.
        case cancelled = "CANCELLED"
        case timeout = "TIMEOUT"
        /// The name of the server, or of the proxy, has no address.
        case unresolved = "UNRESOLVED"
        /// No connection to the server or through the proxy.
        case unreachable = "UNREACHABLE"
        /// No secure connection to a server that is who it should be.
        case tls = "TLS"
        /// The connection ended before there was an answer.
        case connectionLost = "CONNECTION_LOST"
        /// The connection ended within the answer.
        case truncated = "TRUNCATED"
        /// More header fields or bytes than the limits allow.
        case tooLarge = "TOO_LARGE"
        /// An answer whose end is not told, is told twice, or that is no HTTP.
        case badFraming = "BAD_FRAMING"
        /// A request that cannot be written as HTTP, or sets what is the transport's to set.
        case invalidRequest = "INVALID_REQUEST"
        /// This machine's HTTP library cannot do what is asked of it.
        case unsupported = "UNSUPPORTED"
        /// No credentials that may be sent, or none that the server still takes.
        case unauthorized = "UNAUTHORIZED"
    }

    public let code: Code
    /// Whether the server may have acted on the request: false only where it certainly was never sent whole.
    public let mayHaveArrived: Bool
    /// What happened, in printable ASCII; never a credential.
    public let detail: String

    /// What is not printable in the detail becomes `?`, and what is beyond 300 characters is cut.
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
