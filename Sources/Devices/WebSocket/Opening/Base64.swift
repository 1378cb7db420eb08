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
