/// The client's side of the opening handshake: the request, and the check of the answer.
public struct ClientOpening: Sendable {
    /// The bytes to send.
    public let request: [UInt8]
    private let accept: String
    private var head: [UInt8] = []

    /// The longest head of an answer, in bytes.
    public static let longestHead = 16_384

    /// Writes the request.
    ///
    /// - Parameters:
    ///   - host: the name or address, with the port where it is not the scheme's own.
    ///   - target: the path with its query, percent-encoded.
    ///   - fields: further lines of the header.
    ///   - keys: where the key comes from; it protects nothing, but must not be the same twice.
    public init(
        host: String, target: String, fields: [OpeningField] = [],
        keys: some RandomNumberGenerator = SystemRandomNumberGenerator()
    ) throws(OpeningRefusal) {
        for text in [host, target] where text.isEmpty || !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) {
            throw .badRequestText(text.debugDescription)
        }
        guard target.hasPrefix("/") else { throw .badRequestText(target.debugDescription) }
        for field in fields where !field.isWellFormed {
            throw .badRequestText("\(field.name): \(field.value)".debugDescription)
        }
        var keys = keys
        let key = Base64.text(
            of: (0..<ServerOpening.keyBytes).map { _ in UInt8.random(in: .min ... .max, using: &keys) })
        accept = ServerOpening.accept(key: key)
        let all =
            [
                OpeningField("Host", host), OpeningField("Upgrade", "websocket"),
                OpeningField("Connection", "Upgrade"), OpeningField("Sec-WebSocket-Key", key),
                OpeningField("Sec-WebSocket-Version", OpeningField.spokenVersion),
            ] + fields
        let lines = ["GET \(target) HTTP/1.1"] + all.map { "\($0.name): \($0.value)" } + ["", ""]
        request = Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Takes bytes of the answer, in any pieces.
    ///
    /// - Returns: nil until the head is complete; then the bytes behind it, which belong to frames already.
    public mutating func receive(_ bytes: some Collection<UInt8>) throws(OpeningRefusal) -> [UInt8]? {
        let before = head.count
        head.append(contentsOf: bytes)
        let ending: [UInt8] = [13, 10, 13, 10]
        let places = max(before - 3, 0)..<max(head.count - 3, before - 3, 0)
        let end = places.first { head[$0..<($0 + 4)].elementsEqual(ending) }
        guard (end ?? head.count) <= ClientOpening.longestHead else { throw .badAnswer }
        guard let end else { return nil }
        try check(head[..<end])
        return Array(head[(end + 4)...])
    }

    private func check(_ head: ArraySlice<UInt8>) throws(OpeningRefusal) {
        guard head.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || [9, 10, 13].contains($0) }),
            let text = String(validating: head, as: UTF8.self)
        else { throw .badAnswer }
        var lines = text.unicodeScalars.split(separator: "\r\n".unicodeScalars).map { String($0) }[...]
        let status = Array((lines.popFirst() ?? "").utf8)
        guard status.starts(with: "HTTP/1.1 ".utf8), status.count >= 12,
            status.count == 12 || status[12] == 0x20,
            let number = Int(String(decoding: status[9..<12], as: UTF8.self)), (100...599).contains(number)
        else { throw .badAnswer }
        guard number == 101 else { throw .status(number) }
        var fields: [OpeningField] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":"),
                !line.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" })
            else { throw .badAnswer }
            let field = OpeningField(
                String(line[..<colon]), String(line[line.index(after: colon)...].blanksRemoved))
            guard field.isWellFormed else { throw .badAnswer }
            fields.append(field)
        }
        guard fields.lists("websocket", in: "upgrade") else { throw .noUpgrade }
        guard fields.lists("upgrade", in: "connection") else { throw .noConnectionUpgrade }
        guard fields.values("sec-websocket-accept") == [accept] else { throw .badAccept }
        guard fields.values("sec-websocket-extensions").isEmpty else { throw .notOffered("extension") }
        guard fields.values("sec-websocket-protocol").isEmpty else { throw .notOffered("subprotocol") }
    }
}

extension OpeningField {
    /// Whether the name is a token and the value has no control characters.
    fileprivate var isWellFormed: Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                let letter = byte | 0x20
                return letter >= 0x61 && letter <= 0x7a || byte >= 0x30 && byte <= 0x39
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            } && value.utf8.allSatisfy { $0 == 9 || $0 >= 0x20 && $0 != 0x7f }
    }
}
