/// The target of a request: the parts of the path and the query, decoded.
package struct RequestTarget: Hashable, Sendable {
    package var path: [String]
    package var query: [String: String]
    /// The text as it was written, without a scheme and an authority.
    package var text: String

    package init(_ text: String) throws(RequestRefusal) {
        try self.init(ArraySlice(text.utf8))
    }

    /// Reads the form that starts with a slash.
    init(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
        guard bytes.first == UInt8(ascii: "/") else { throw .badTarget }
        text = String(decoding: bytes, as: UTF8.self)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = []
        let parts = bytes[..<mark].dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts {
            guard let segment = RequestTarget.decoded(part, also: "", plusIsSpace: false), segment != ".",
                segment != "..", !segment.contains("/"), !segment.contains("\\")
            else { throw .badTarget }
            path.append(segment)
        }
        query = [:]
        guard mark < bytes.endIndex else { return }
        for pair in bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = RequestTarget.decoded(pair[..<equals], also: "/?", plusIsSpace: true),
                let value = RequestTarget.decoded(
                    pair[equals...].dropFirst(), also: "/?=", plusIsSpace: true),
                query.updateValue(value, forKey: name) == nil
            else { throw .badQuery }
        }
    }

    /// Reads any form of a target, and returns the authority of the form that names a server.
    static func reading(
        _ bytes: ArraySlice<UInt8>
    ) throws(RequestRefusal) -> (target: RequestTarget, authority: String?) {
        let scheme = "http://".utf8
        guard bytes.first != UInt8(ascii: "/"),
            bytes.prefix(scheme.count).map(\.lowered).elementsEqual(scheme)
        else {
            return (try RequestTarget(bytes), nil)
        }
        let rest = bytes.dropFirst(scheme.count)
        let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let authority = String(decoding: rest[..<slash], as: UTF8.self).lowered
        return (try RequestTarget(slash < rest.endIndex ? rest[slash...] : [UInt8(ascii: "/")]), authority)
    }

    /// Resolves percent signs; returns nil for text that is not UTF-8 or has characters that are not allowed.
    private static func decoded(_ bytes: ArraySlice<UInt8>, also: String, plusIsSpace: Bool) -> String? {
        if bytes.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimal, let low = rest.popFirst()?.hexadecimal else {
                    return nil
                }
                plain.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: plain.append(UInt8(ascii: " "))
            case _
            where byte.isLetterOrDigit || "-._~!$&'()*+,;=:@".utf8.contains(byte)
                || also.utf8.contains(byte):
                plain.append(byte)
            default: return nil
            }
        }
        guard plain.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
        return String(validating: plain, as: UTF8.self)
    }

    package static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            guard !byte.isLetterOrDigit, byte != UInt8(ascii: "-") else {
                return String(UnicodeScalar(byte))
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
