internal import Foundation
internal import Synchronization

/// A place that keeps a pair of tokens: memory, a private file, or where a platform keeps its secrets.
///
/// Calls come from one task at a time, and must return quickly.
public protocol TokenStore: Sendable {
    /// The pair that is kept now, perhaps by another program; `nil` if there is none.
    func pair() throws(SecretError) -> TokenPair?

    /// Keeps a pair in the place of the one before it.
    func keep(_ pair: TokenPair) throws(SecretError)
}

/// A pair of tokens that is kept for as long as the program runs.
public final class MemoryTokenStore: TokenStore {
    private let kept: Mutex<TokenPair?>

    /// A store with a pair, or without one, as before signing in.
    public init(_ pair: TokenPair? = nil) { kept = Mutex(pair) }

    public func pair() -> TokenPair? { kept.withLock { $0 } }

    public func keep(_ pair: TokenPair) { kept.withLock { $0 = pair } }
}

/// A bearer token, and the one that gets the next.
public struct TokenPair: Sendable {
    /// The token of requests; `nil` if the first one has to be got by the other.
    public let access: BearerToken?
    /// The token that is only ever sent to the route that renews.
    public let refresh: Secret

    /// A pair as a server has given it.
    ///
    /// - Parameters:
    ///   - access: The token of requests; `nil` if the first one has to be got.
    ///   - refresh: The token that gets the next.
    public init(access: BearerToken?, refresh: Secret) {
        (self.access, self.refresh) = (access, refresh)
    }

    /// Whether both tokens are those of another pair.
    func isSame(as other: TokenPair?) -> Bool {
        refresh.text == other?.refresh.text && access?.secret.text == other?.access?.secret.text
    }
}

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

/// The lines of a private file of secrets, byte for byte, and the meaning of each.
struct SecretLines {
    /// The words before a second token.
    enum Name: String, CaseIterable { case access, refresh }

    /// The most bytes that a file may have.
    static let longest = 64 << 10

    private let path: String
    private var lines: [[UInt8]]
    let first: Secret
    /// The servers of its lines, in order.
    let origins: [Origin]
    /// The second token: its name, its secret and the place of its line.
    private(set) var second: (name: Name, secret: Secret, place: Int)?

    /// Reads a file that nobody but its owner, this user or root, may access.
    init(_ path: String) throws(SecretError) {
        let bytes = try Secret.privateBytes(path, atMost: Self.longest)
        guard bytes.count <= Self.longest else { throw .tooLong }
        self.path = path
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        first = try Secret(bytes: lines.first ?? [])
        var origins: [Origin] = []
        for (place, line) in lines.enumerated().dropFirst() {
            let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
                String.init)
            guard let word = words.first, word.first != "#" else { continue }
            if words.count == 2, let name = Name(rawValue: word) {
                guard second == nil else { throw .badLine(path, number: place + 1) }
                second = (name, try Secret(words[1]), place)
            } else {
                guard words.count == 2, word == "origin", let origin = try? Origin(words[1]) else {
                    throw .badLine(path, number: place + 1)
                }
                origins.append(origin)
            }
        }
        self.origins = origins
    }

    /// Reads a file; `nil` if there is none of this name.
    init?(ifThere path: String) throws(SecretError) {
        do throws(SecretError) { try self.init(path) } catch {
            if case .unreadable(_, ENOENT) = error { return nil }
            throw error
        }
    }

    /// The lines of a file that is not there yet.
    init(_ path: String, first: Secret) {
        (self.path, self.first, origins) = (path, first, [])
        lines = [first.bytes, []]
    }

    var pair: TokenPair {
        switch second {
        case (.refresh, let refresh, _)?: TokenPair(access: BearerToken(first), refresh: refresh)
        case (.access, let access, _)?: TokenPair(access: BearerToken(access), refresh: first)
        case nil: TokenPair(access: nil, refresh: first)
        }
    }

    mutating func set(_ pair: TokenPair) {
        let isRefreshFirst = second?.name != .refresh
        let access = pair.access?.secret.bytes
        if let first = isRefreshFirst ? pair.refresh.bytes : access { lines[0] = first }
        let other = isRefreshFirst ? access : pair.refresh.bytes
        guard let other else { return }
        let name: Name = isRefreshFirst ? .access : .refresh
        let line = Array("\(name.rawValue) ".utf8) + other
        if let place = second?.place {
            lines[place] = line
        } else {
            lines.insert(line, at: 1)
            if lines.count == 2 { lines.append([]) }
        }
    }

    /// Replaces the file as a whole, by one of mode 0600.
    func write() throws(SecretError) {
        // A link stays one.
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let next = "\(place).\(getpid()).new"
        let descriptor = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path, status: errno) }
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        let isWhole = count == bytes.count && fsync(descriptor) == 0
        let status = isWhole ? 0 : errno == 0 ? EIO : errno
        close(descriptor)
        guard isWhole, rename(next, place) == 0 else {
            let status = isWhole ? errno : status
            unlink(next)
            throw .unwritable(path, status: status)
        }
    }
}
