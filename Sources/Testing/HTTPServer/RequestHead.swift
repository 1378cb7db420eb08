/// The head of a request, read line by line.
struct RequestHead {
    private var method: RequestMethod?
    private var target: RequestTarget?
    private var authority: String?
    private(set) var fields: [HeaderField] = []

    enum Framing: Equatable {
        case length(Int)
        case chunks
    }

    var isEmpty: Bool { target == nil }

    mutating func take(_ line: ArraySlice<UInt8>) throws(RequestRefusal) {
        if isEmpty { try begin(line) } else { fields.append(try HeaderField(line: line)) }
    }

    private mutating func begin(_ line: ArraySlice<UInt8>) throws(RequestRefusal) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isToken),
            parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { throw .badRequestLine }
        let version = Array(parts[2])
        guard version.count == 8, version.starts(with: Array("HTTP/".utf8)), version[5].isDigit,
            version[6] == UInt8(ascii: "."), version[7].isDigit
        else { throw .badRequestLine }
        guard version == Array("HTTP/1.1".utf8) else { throw .unknownVersion }
        guard let method = RequestMethod(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
            throw .unknownMethod
        }
        self.method = method
        (target, authority) = try RequestTarget.reading(parts[1])
    }

    func finish(
        _ rules: RequestRules
    ) throws(RequestRefusal) -> (request: IncomingRequest, framing: Framing) {
        guard let method, let target else { throw .badRequestLine }
        let names = fields.filter { $0.name == "host" }
        guard let host = names.first?.value.lowered else { throw .missingHost }
        guard names.count == 1 else { throw .repeatedHost }
        guard RequestHead.isAuthority(host), authority == nil || authority == host else { throw .badHost }
        try rules.check(host: host, fields)
        let request = IncomingRequest(method, target, fields: fields)
        if let expectation = request["expect"], expectation.lowered != "100-continue" {
            throw .unknownExpectation
        }
        return (request, try framing(atMost: rules.body))
    }

    private func framing(atMost limit: Int) throws(RequestRefusal) -> Framing {
        let lengths = fields.filter { $0.name == "content-length" }
        let codings = fields.filter { $0.name == "transfer-encoding" }
        guard codings.isEmpty || lengths.isEmpty else { throw .lengthAndCoding }
        if let coding = codings.first {
            guard codings.count == 1, coding.value.lowered == "chunked" else { throw .unknownCoding }
            guard limit > 0 else { throw .longBody }
            return .chunks
        }
        guard let length = lengths.first?.value else { return .length(0) }
        guard lengths.count == 1 else { throw .repeatedLength }
        guard !length.isEmpty, length.utf8.allSatisfy(\.isDigit) else { throw .badLength }
        // More digits than fit are certainly too many bytes.
        guard let count = Int(length), count <= limit else { throw .longBody }
        return .length(count)
    }

    /// Whether text is a name or an address, perhaps with a port.
    private static func isAuthority(_ text: String) -> Bool {
        var rest = text[...]
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]"),
                rest[..<end].dropFirst().utf8.allSatisfy({ $0.hexadecimal != nil || $0 == UInt8(ascii: ":") })
            else { return false }
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            guard !name.isEmpty, name.utf8.allSatisfy({ $0.isLetterOrDigit || "-._~".utf8.contains($0) })
            else {
                return false
            }
            rest = rest.dropFirst(name.count)
        }
        guard let colon = rest.popFirst() else { return true }
        return colon == ":" && (1...5).contains(rest.utf8.count) && rest.utf8.allSatisfy(\.isDigit)
    }
}

extension UInt8 {
    /// Whether it may occur in a method or in the name of a field.
    var isToken: Bool {
        isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    var isLetterOrDigit: Bool {
        let letter = self | 0x20
        return isDigit || letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
    }

    /// Whether it may occur in the value of a field: no control character but the tab.
    var isFieldText: Bool { self == UInt8(ascii: "\t") || self >= 0x20 && self != 0x7f }

    /// The lower case of a letter from A to Z; any other byte unchanged.
    var lowered: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

    /// Whether it is a space or a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var hexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension BidirectionalCollection where Element == UInt8 {
    /// The bytes without spaces and tabs at both ends.
    var trimmed: SubSequence {
        var rest = self[...]
        while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return rest
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends.
    package var trimmed: String { String(decoding: Array(utf8).trimmed, as: UTF8.self) }

    /// The text with ASCII's letters in lower case, and no others: the Kelvin sign would become a k.
    package var lowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }
}
