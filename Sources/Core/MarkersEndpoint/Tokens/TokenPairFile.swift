internal import Foundation

/// A private file with a pair of tokens, which each new pair replaces as a whole.
///
/// Its first line is the refresh token, and a line such as `access TOKEN` has the token that it got last. In a file with a line such as
/// `refresh TOKEN` the first line is the other one, as in the files of ``SecretFile``. All other lines stay as they are.
public struct TokenPairFile: TokenStore {
    /// The name of the file.
    public let path: String
    /// The servers of its lines, in order, when it was first read; empty if it leaves that to the caller.
    public let origins: [Origin]

    /// Names a file, which may be absent until there is a pair; one that is there must be private, and understood.
    public init(_ path: String) throws(SecretError) {
        self.path = path
        origins = try SecretLines(ifThere: path)?.origins ?? []
    }

    /// A file that was read before.
    init(_ path: String, _ origins: [Origin]) { (self.path, self.origins) = (path, origins) }

    /// The pair that the file has now; `nil` if there is no file.
    public func pair() throws(SecretError) -> TokenPair? { try SecretLines(ifThere: path)?.pair }

    /// Replaces the file by one of mode 0600 with the new pair, so that nobody ever reads half of it.
    public func keep(_ pair: TokenPair) throws(SecretError) {
        var lines = try SecretLines(ifThere: path) ?? SecretLines(path, first: pair.refresh)
        lines.set(pair)
        try lines.write()
    }

    /// Whether one of its lines names the server.
    public func names(_ server: Origin) -> Bool { origins.name(server) }

    /// Whether the tokens may go to the server: its lines name that one, or none at all.
    public func allows(_ server: Origin) -> Bool { origins.isEmpty || names(server) }
}

extension [Origin] {
    /// Whether one of them is the server, with the same base path or with none.
    func name(_ server: Origin) -> Bool {
        contains {
            $0.isSameServer(as: server) && ($0.basePath.isEmpty || $0.basePath == server.basePath)
        }
    }
}
