public import MarkersClient

/// The address of a room: a server and the path of its WebSocket.
public struct RoomAddress: Hashable, Sendable {
    /// The server, with the path as its base path; `https` stands for `wss`.
    public let origin: Origin

    /// Reads `ws://host:port/ws` or `wss://host/ws`; `http` and `https` mean the same.
    public init(_ text: String) throws(OriginError) {
        let schemes = [("ws://", "http://"), ("wss://", "https://")]
        let lowered = text.prefix(6).lowercased()
        guard let (socket, http) = schemes.first(where: { lowered.hasPrefix($0.0) }) else {
            origin = try Origin(text)
            return
        }
        origin = try Origin(http + text.dropFirst(socket.count))
    }

    /// The path for the opening request.
    public var target: String { origin.basePath.isEmpty ? "/" : origin.basePath }

    /// The value of `Host`: the port stands there where it is not the scheme's own.
    public var host: String {
        let text = "\(origin)".dropFirst("\(origin.scheme.rawValue)://".count)
        return String(text.dropLast(origin.basePath.count))
    }
}

extension RoomAddress: CustomStringConvertible {
    /// The address with `ws` or `wss`.
    public var description: String {
        "\(origin.scheme == .https ? "wss" : "ws")://\(host)\(target)"
    }
}
