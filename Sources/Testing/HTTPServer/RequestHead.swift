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

    /// Reads a line without its end.
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

    /// Checks the fields once all are there.
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
