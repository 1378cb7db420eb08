internal import Foundation

/// A secret in a private file, and the servers that the file names for it.
///
/// The first line is the secret. Each further line is empty, a comment that begins with `#`, or names a server that may get
/// the secret, as in `origin https://host`; with a path it means only the API below that path. One line may have a second token,
/// by which the first is renewed, as in `refresh TOKEN`.
public struct SecretFile: Sendable {
    /// The most bytes that a file may have.
    public static let longest = 64 << 10

    public let secret: Secret
    /// The servers of its lines, in order; empty if it leaves that to the caller.
    public let origins: [Origin]
    /// The token by which the secret is renewed; `nil` if the secret is all there is.
    public let refresh: Secret?
    let path: String

    /// Reads a file that nobody but its owner, this user or root, may access.
    public init(_ path: String) throws(SecretError) {
        let bytes = try Secret.privateBytes(path, atMost: Self.longest)
        guard bytes.count <= Self.longest else { throw .tooLong }
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        secret = try Secret(bytes: Array(lines.popFirst() ?? []))
        var origins: [Origin] = [], refresh: Secret?
        for (index, line) in lines.enumerated() {
            if let token = Self.refresh(line) {
                guard refresh == nil else { throw .badLine(path, number: index + 2) }
                refresh = try Secret(token)
            } else if let origin = try Self.origin(line, number: index + 2, in: path) {
                origins.append(origin)
            }
        }
        (self.origins, self.refresh, self.path) = (origins, refresh, path)
    }

    /// Whether one of its lines names the server.
    public func names(_ server: Origin) -> Bool {
        origins.contains {
            $0.isSameServer(as: server) && ($0.basePath.isEmpty || $0.basePath == server.basePath)
        }
    }

    /// Whether the secret may go to the server: it names that one, or none at all.
    public func allows(_ server: Origin) -> Bool { origins.isEmpty || names(server) }

    private static func refresh(_ line: ArraySlice<UInt8>) -> String? {
        let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return words.count == 2 && words[0] == "refresh" ? String(words[1]) : nil
    }

    private static func origin(
        _ line: ArraySlice<UInt8>, number: Int, in path: String
    ) throws(SecretError) -> Origin? {
        let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let first = words.first, first.first != "#" else { return nil }
        guard first == "origin", words.count == 2, let origin = try? Origin(String(words[1])) else {
            throw .badLine(path, number: number)
        }
        return origin
    }
}

extension Credentials {
    /// A bearer token of a private file, for a server that the file allows.
    ///
    /// Over plain http it goes only to this machine and to the plain hosts. When the server refuses the token, the file is read
    /// again, once for each refusal: another program may have put a new token there.
    /// `onReading` is called with each token that is read again, before it is sent, and must return quickly.
    public init(
        bearer file: SecretFile, for origin: Origin, plainHosts: Set<String> = [],
        onReading: @escaping @Sendable (Secret) -> Void = { _ in }
    ) throws(CredentialsError) {
        if let bound = file.origins.first, !file.allows(origin) { throw .otherServer(origin, bound: bound) }
        let tokens = BearerTokens(
            BearerToken(file.secret),
            rereading: { (_) throws(TransportError) in
                let next: SecretFile
                do throws(SecretError) { next = try SecretFile(file.path) } catch {
                    throw TransportError(
                        .unreachable, mayHaveArrived: false, "the file cannot be read again: \(error.message)"
                    )
                }
                guard next.allows(origin) else {
                    throw TransportError(
                        .unauthorized, mayHaveArrived: false, "the file is for another server now")
                }
                onReading(next.secret)
                return BearerToken(next.secret)
            })
        try self.init(bearer: tokens, for: origin, plainHosts: plainHosts)
    }
}
