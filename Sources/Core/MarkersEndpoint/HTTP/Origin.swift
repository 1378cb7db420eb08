import StrictJSON

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A server as requests name it: scheme, host, port, and the path with which all of its routes begin.
public struct Origin: Hashable, Sendable {
    /// The scheme of requests.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        case http
        case https

        var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    public let scheme: Scheme
    /// A name or an address without brackets, in lower case.
    public let host: String
    public let port: UInt16
    /// Empty, or beginning with "/" and not ending with one.
    public let basePath: String

    /// Reads `https://host:port/base`; any other part of a URL is refused, not dropped.
    public init(_ text: String) throws(OriginError) {
        guard let colon = text.firstRange(of: "://") else { throw .noScheme }
        guard let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased()) else { throw .noScheme }
        let rest = text[colon.upperBound...]
        let authority = rest.prefix { !"/?#\\".contains($0) }
        guard !authority.contains("@") else { throw .userInfo }
        guard !rest.contains("#") else { throw .fragment }
        guard !rest.contains("?") else { throw .query }

        let (host, port) = try Self.hostAndPort(authority)
        self.scheme = scheme
        self.host = host
        self.port = try port.map(Self.portNumber) ?? scheme.defaultPort
        basePath = try Self.basePath(rest[authority.endIndex...])
    }

    /// Whether it can only mean this machine.
    public var isLoopback: Bool {
        host == "localhost" || host == "::1" || Self.octets(host)?.first == 127
    }

    /// Whether both have the same scheme, host and port, so that what may be sent to one may be sent to the other.
    public func isSameServer(as other: Origin) -> Bool {
        (scheme, host, port) == (other.scheme, other.host, other.port)
    }

    private static func hostAndPort(_ text: Substring) throws(OriginError) -> (String, Substring?) {
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]"),
                let host = address(text[text.index(after: text.startIndex)..<end])
            else { throw .badHost(String(text)) }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { throw .badHost(String(text)) }
            return (host, rest.isEmpty ? nil : rest.dropFirst())
        }
        let host = text.prefix { $0 != ":" }
        guard isName(host) else { throw .badHost(String(host)) }
        return (host.lowercased(), host.endIndex == text.endIndex ? nil : text[host.endIndex...].dropFirst())
    }

    /// A name of ASCII letters, digits and hyphens, or four numbers; nothing else that a resolver accepts as an address.
    private static func isName(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isASCII = labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy {
                    $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                }
        }
        guard isASCII, text.utf8.count <= 253, let last = labels.last else { return false }
        let endsInNumber =
            last.first?.isNumber == true && (last.allSatisfy(\.isNumber) || last.dropFirst().first == "x")
        return !endsInNumber || octets(String(text)) != nil
    }

    /// The four numbers of an IPv4 address, written without leading zeros.
    private static func octets(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { part in UInt8(part).flatMap { "\($0)" == part ? $0 : nil } }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }

    /// An IPv6 address in its shortest form.
    private static func address(_ text: Substring) -> String? {
        var address = in6_addr()
        var form = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_pton(AF_INET6, String(text), &address) == 1,
            inet_ntop(AF_INET6, &address, &form, socklen_t(form.count)) != nil
        else { return nil }
        return String(decoding: form.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func portNumber(_ text: Substring) throws(OriginError) -> UInt16 {
        guard text.utf8.allSatisfy(\.isDigit), let port = UInt16(text),
            port > 0
        else { throw .badPort(String(text)) }
        return port
    }

    private static func basePath(_ text: Substring) throws(OriginError) -> String {
        let path = text.last == "/" ? text.dropLast() : text
        let isPlain = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard isPlain, path.isEmpty || path.first == "/",
            !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
        else { throw .badPath(String(text)) }
        return String(path)
    }
}

extension Origin: CustomStringConvertible {
    /// The URL, without the port if it is the default one of the scheme.
    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(name)\(port == scheme.defaultPort ? "" : ":\(port)")\(basePath)"
    }
}

/// The reason why a text does not name a server.
public enum OriginError: Error, Hashable, Sendable {
    /// It begins with neither `http://` nor `https://`.
    case noScheme
    /// It has a user name or a password, which is not repeated here.
    case userInfo
    case query
    case fragment
    case badHost(String)
    case badPort(String)
    case badPath(String)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .noScheme: "NO_SCHEME"
        case .userInfo: "USER_INFO"
        case .query: "QUERY"
        case .fragment: "FRAGMENT"
        case .badHost: "BAD_HOST"
        case .badPort: "BAD_PORT"
        case .badPath: "BAD_PATH"
        }
    }

    /// The expected input, in a few words of English.
    public var expected: String {
        switch self {
        case .noScheme: "a URL that begins with https:// or http://"
        case .userInfo:
            "no name or password in the URL; credentials come from the environment, a file or stdin"
        case .query: "a URL without a query"
        case .fragment: "a URL without a fragment"
        case .badHost: "a host name of ASCII letters, digits and hyphens, or an address"
        case .badPort: "a port from 1 to 65535"
        case .badPath: "a percent-encoded path without empty or dotted segments"
        }
    }
}
