/// The server's side of the opening handshake: a request is accepted, or refused with a reason.
public struct ServerOpening: Hashable, Sendable {
    /// The value of `Sec-WebSocket-Accept`.
    public let accept: String

    /// The pages that may open a connection, by the `Origin` that browsers send; programs send none.
    public enum Origins: Hashable, Sendable {
        case any
        /// Those that were loaded from this machine, from any port, or from one of other hosts with their ports.
        case thisMachine(or: Set<String>)
    }

    /// Checks a request whose `Host` and framing have been checked.
    ///
    /// - Parameters:
    ///   - method: as it was written; only GET opens a connection.
    ///   - fields: all fields of the header.
    ///   - hasBody: whether the request has a body; it must not.
    ///   - origins: the pages that may open a connection.
    public init(
        method: String, fields: [OpeningField], hasBody: Bool = false, origins: Origins = .thisMachine(or: [])
    ) throws(OpeningRefusal) {
        guard method == "GET" else { throw .badMethod(method) }
        guard fields.lists("websocket", in: "upgrade") else { throw .noUpgrade }
        guard fields.lists("upgrade", in: "connection") else { throw .noConnectionUpgrade }
        let versions = fields.values("sec-websocket-version")
        guard versions == [OpeningField.spokenVersion] else {
            throw .badVersion(versions.count == 1 ? versions[0] : nil)
        }
        let keys = fields.values("sec-websocket-key")
        guard keys.count == 1, Base64.isText(keys[0], of: ServerOpening.keyBytes) else {
            throw .badKey(count: keys.count)
        }
        if let origin = fields.values("origin").first(where: { !origins.includes($0) }) {
            throw .foreignOrigin(origin)
        }
        guard !hasBody else { throw .body }
        accept = ServerOpening.accept(key: keys[0])
    }

    /// The fields of the answer, which has status 101 and no body.
    public var fields: [OpeningField] {
        [
            OpeningField("Upgrade", "websocket"), OpeningField("Connection", "Upgrade"),
            OpeningField("Sec-WebSocket-Accept", accept),
        ]
    }

    /// The head of the answer.
    public var answer: [UInt8] {
        let lines =
            ["HTTP/1.1 101 Switching Protocols"] + fields.map { "\($0.name): \($0.value)" } + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    static let keyBytes = 16

    /// The value that shows a client that its key was read by a server of this protocol.
    public static func accept(key: String) -> String {
        Base64.text(of: SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}

extension ServerOpening.Origins {
    /// Whether pages of an origin may open a connection. `null`, which pages from files send, is nobody's.
    public func includes(_ origin: String) -> Bool {
        guard case .thisMachine(let others) = self else { return true }
        let text = origin.lowercased()
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let authority = text.dropFirst(scheme.count)
        if others.contains(String(authority)) { return true }
        guard let name = ["127.0.0.1", "localhost", "[::1]"].first(where: authority.hasPrefix) else {
            return false
        }
        let port = authority.dropFirst(name.count)
        return port.isEmpty
            || port.first == ":" && (2...6).contains(port.utf8.count)
                && port.dropFirst().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
