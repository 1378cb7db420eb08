public import MarkersEndpoint
public import WebSocket

/// A WebSocket as sessions and streams use it: four calls, and the events that come of them.
///
/// The calls return at once and may be made from any thread. A socket that has ended may be opened again.
public protocol MessageSocket: Sendable {
    /// Begins to connect; a connection from before is abandoned. Its ``MessageSocketEvent/opened``, or its end, comes as an event.
    ///
    /// - Parameter headers: Fields for the opening request, such as `Authorization`.
    func open(headers: [OpeningField])

    /// Sends a text frame after those sent before; `false`, and nothing is sent, where the socket is not open or too much waits.
    @discardableResult
    func send(_ text: [UInt8]) -> Bool

    /// Begins to close: what was sent before still goes out, and the end comes as an event.
    func close(_ code: CloseCode, reason: String)

    /// Ends the connection at once, without a word to the other side and without an event.
    func abandon()

    /// The events of the socket in order, for one reader.
    var events: AsyncStream<MessageSocketEvent> { get }
}

/// An event of a socket.
public enum MessageSocketEvent: Hashable, Sendable {
    /// The server has agreed.
    case opened
    /// A text frame, which is UTF-8.
    case received([UInt8])
    /// The connection is over. Clean is an end that both sides have said, with its code; 1005 is a closing frame without one.
    case closed(code: CloseCode, reason: String, isClean: Bool)
    /// There is no connection, or it broke.
    case failed(MessageSocketError)
}

extension MessageSocket {
    /// Begins to connect without fields of one's own.
    public func open() { open(headers: []) }

    /// Begins to close, since there is nothing more to say.
    public func close() { close(.normal, reason: "") }
}

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
    public var code: String { told.code }

    /// A sentence without a full stop: what was found.
    public var message: String { told.message }

    private var told: (code: String, message: String) {
        switch self {
        case .transport(let error): (error.code.rawValue, error.detail)
        case .refused(let refusal): (refusal.code, refusal.message)
        case .openingTimeout(let seconds):
            ("OPENING_TIMEOUT", "the server did not agree to a WebSocket within \(seconds) s")
        case .frames(let error): (error.code, error.message)
        case .cut: ("CUT", "the connection ended without a closing frame")
        case .silent: ("SILENT", "the server was silent, or sent half a message, for too long")
        case .tooSlow(let bytes): ("TOO_SLOW", "the server reads too slowly: \(bytes) bytes wait for it")
        case .system(let text): ("SYSTEM", text)
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

/// The address of a WebSocket: a server and a path.
public struct SocketAddress: Hashable, Sendable {
    /// The server, with the path as its base path; `https` stands for `wss`.
    public let origin: Origin
    /// The text behind the question mark, percent-encoded; empty for none.
    public let query: String

    /// Reads `ws://host:port/ws` or `wss://host/ws`; `http` and `https` mean the same.
    public init(_ text: String) throws(OriginError) {
        let schemes = [("ws://", "http://"), ("wss://", "https://")]
        let lowered = text.prefix(6).lowercased()
        query = ""
        guard let (socket, http) = schemes.first(where: { lowered.hasPrefix($0.0) }) else {
            origin = try Origin(text)
            return
        }
        origin = try Origin(http + text.dropFirst(socket.count))
    }

    /// A path below that of an API.
    ///
    /// - Parameters:
    ///   - path: The path, which begins with a slash.
    ///   - origin: The server, with the path of its API.
    ///   - query: What follows the question mark, percent-encoded.
    public init(_ path: String, below origin: Origin, query: String = "") throws(OriginError) {
        (self.origin, self.query) = (try Origin("\(origin)\(path)"), query)
    }

    /// The path for the opening request, with the query.
    public var target: String {
        (origin.basePath.isEmpty ? "/" : origin.basePath) + (query.isEmpty ? "" : "?" + query)
    }

    /// The value of `Host`: the port stands there where it is not the scheme's own.
    public var host: String {
        let text = "\(origin)".dropFirst("\(origin.scheme.rawValue)://".count)
        return String(text.dropLast(origin.basePath.count))
    }
}

extension SocketAddress: CustomStringConvertible {
    /// The address with `ws` or `wss`.
    public var description: String {
        "\(origin.scheme == .https ? "wss" : "ws")://\(host)\(target)"
    }
}
