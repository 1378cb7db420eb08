public import MarkersEndpoint

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
