public import MarkersEndpoint
public import WebSocket

/// The reason why there is no connection, or why it has ended.
public enum MessageSocketError: Error, Hashable, Sendable {
    /// The network, or the certificate of the server.
    case transport(TransportError)
    /// The answer of the server to the opening request, or a field that this cannot have.
    case refused(OpeningRefusal)
    /// The server did not agree in time.
    case openingTimeout(seconds: Double)
    /// The server broke the rules for frames.
    case frames(WebSocketError)
    /// The connection ended without a closing frame.
    case cut
    /// The server was silent, or half a message came and no more of it.
    case silent
    /// The server reads too slowly: so many bytes wait for it already.
    case tooSlow(bytes: Int)
    /// The system's WebSocket has given a reason of its own.
    case system(String)
}

extension MessageSocketError {
    /// A word that never changes its meaning.
    public var code: String {
        switch self {
        case .transport(let error): error.code.rawValue
        case .refused(let refusal): refusal.code
        case .openingTimeout: "OPENING_TIMEOUT"
        case .frames(let error): error.code
        case .cut: "CUT"
        case .silent: "SILENT"
        case .tooSlow: "TOO_SLOW"
        case .system: "SYSTEM"
        }
    }

    /// A sentence without a full stop: what was found.
    public var message: String {
        switch self {
        case .transport(let error): error.detail
        case .refused(let refusal): refusal.message
        case .openingTimeout(let seconds): "the server did not agree to a WebSocket within \(seconds) s"
        case .frames(let error): error.message
        case .cut: "the connection ended without a closing frame"
        case .silent: "the server was silent, or sent half a message, for too long"
        case .tooSlow(let bytes): "the server reads too slowly: \(bytes) bytes wait for it"
        case .system(let text): text
        }
    }

    /// The code of a closing frame that says the same, where another try would end the same way; else `nil`.
    ///
    /// A server that is full, or that knows nobody for a while, may be asked again.
    public var lastingCode: CloseCode? {
        switch self {
        case .transport(let error):
            switch error.code {
            case .tls: CloseCode(rawValue: 1015)
            case .invalidRequest, .unsupported, .unauthorized, .authenticationRequired: .policyViolation
            default: nil
            }
        case .refused(.status(let status)):
            (400..<500).contains(status) && ![408, 425, 429].contains(status) ? .policyViolation : nil
        case .refused: .policyViolation
        case .frames(let error): error.closeCode
        case .openingTimeout, .cut, .silent, .tooSlow, .system: nil
        }
    }
}
