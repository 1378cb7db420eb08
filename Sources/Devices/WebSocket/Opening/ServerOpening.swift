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

/// The SHA-1 digest (FIPS 180-4), which the opening handshake asks for; nothing is kept secret by it.
enum SHA1 {
    /// The 20 bytes of the digest.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        // The message ends with a one bit, zeros, and its length in bits, in blocks of 64 bytes.
        var padded = bytes + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (UInt64(bytes.count) * 8) >> (8 * $0)) }
        for block in stride(from: 0, to: padded.count, by: 64) { take(padded[block..<(block + 64)], &state) }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private static func take(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        var w = [UInt32](repeating: 0, count: 80)
        for (place, byte) in block.enumerated() { w[place / 4] = w[place / 4] << 8 | UInt32(byte) }
        for t in 16..<80 { w[t] = turned(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1) }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for t in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch t / 20 {
                case 0: ((b & c) | (~b & d), 0x5a82_7999)
                case 1: (b ^ c ^ d, 0x6ed9_eba1)
                case 2: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = turned(a, 5) &+ mixed &+ e &+ constant &+ w[t]
            (e, d, c, b, a) = (d, c, turned(b, 30), a, next)
        }
        for (place, word) in [a, b, c, d, e].enumerated() { state[place] &+= word }
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}

/// Base64 with padding (RFC 4648, 4), as keys of the opening handshake are written.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> 18 & 63] : padding)
                bits <<= 6
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether text is so many bytes; the bits behind the last one may be anything, as in other readers.
    static func isText(_ text: String, of count: Int) -> Bool {
        let wanted = (count * 8 + 5) / 6
        let all = Array(text.utf8)
        return all.count == (count + 2) / 3 * 4 && all[..<wanted].allSatisfy(digits.contains)
            && all[wanted...].allSatisfy { $0 == padding }
    }
}
