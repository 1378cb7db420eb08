/// How a transport connects and what it takes from a server.
public struct TransportOptions: Hashable, Sendable {
    /// Which proxy requests go through. Loopback never does.
    public enum Proxy: Hashable, Sendable {
        case none
        /// What `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy` say.
        case environment
        case server(Origin)
    }

    /// How long a connection may take to be made, its security included.
    public var connectTimeout: Duration = .seconds(10)
    /// How long a server may send nothing; the timeout of a request holds as well.
    public var longestSilence: Duration = .seconds(60)
    /// In bytes; a request may ask for another with ``HTTPRequest/largestAnswer``.
    public var largestAnswer = 8 << 20
    /// In bytes, of a list: more than a hundred thousand markers.
    public var largestList = 256 << 20
    /// In bytes, over all header fields of an answer.
    public var largestHeader = 32 << 10
    public var mostHeaderFields = 128
    /// Of one transport at the same time; further requests wait.
    public var mostConnections = 32
    /// A file of certificates in PEM that are trusted instead of the system's.
    public var authorities: String?
    public var proxy = Proxy.environment

    public init() {}
}
