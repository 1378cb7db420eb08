import StrictJSON

/// Settings of a transport's connections, and limits of what it accepts.
public struct TransportOptions: Hashable, Sendable {
    /// The proxy for requests; requests to this machine never use one.
    public enum Proxy: Hashable, Sendable {
        case none
        /// As `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy` say.
        case environment
        case server(Origin)
    }

    /// The name of the client in the `User-Agent` of requests that do not have their own; empty for none.
    public var userAgent = "quadcal/\(QuadcalVersion.text)"
    /// The longest time to connect, including TLS.
    public var connectTimeout: Duration = .seconds(10)
    /// The longest silence of a server; the timeout of a request applies as well.
    public var longestSilence: Duration = .seconds(60)
    /// In bytes; a request may ask for another with ``HTTPRequest/largestAnswer``.
    public var largestAnswer = 8 << 20
    /// In bytes, of a list: more than a hundred thousand markers.
    public var largestList = 256 << 20
    /// In bytes, over all header fields of an answer.
    public var largestHeader = 32 << 10
    public var mostHeaderFields = 128
    /// The most connections of one transport; further requests wait.
    public var mostConnections = 32
    /// A file of certificates in PEM that are trusted instead of the system's.
    public var authorities: String?
    public var proxy = Proxy.environment
    /// Whether answers may end with their connection, as those of HTTP/1.0 do and of servers that give no length. Nobody can tell then whether
    /// all of an answer came, so this is for answers of which a part is no answer.
    public var takesUnframedAnswers = false

    public init() {}
}
