internal import Foundation

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

    /// Puts a pair in the place of the tokens.
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
