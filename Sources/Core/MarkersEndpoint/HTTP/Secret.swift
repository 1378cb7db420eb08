internal import Foundation

/// A credential that only the server it is for ever sees.
///
/// It comes from the environment, a file or standard input, never from arguments, which every user of a machine can read.
/// Printing it shows that it is hidden.
public struct Secret: Sendable {
    /// The most bytes that one may have.
    public static let longest = 8 << 10

    let text: String

    /// Accepts printable ASCII without spaces.
    public init(_ text: String) throws(SecretError) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .unprintable }
        self.text = text
    }

    /// The secret itself, for a server of ours that asks for it.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// In bytes.
    package var length: Int { text.utf8.count }

    /// The fewest bytes of a secret that is looked for in data: words of fewer may be there by chance.
    private static let shortestFound = 12

    func isIn(_ data: [UInt8]) -> Bool {
        guard length >= Self.shortestFound else { return false }
        let secret = bytes
        return data.indices.dropLast(secret.count - 1).contains { place in
            data[place] == secret[0] && data[place...].starts(with: secret)
        }
    }

    /// A text with each occurrence of the secret replaced, in every form that decodes to it.
    package func hidden(in other: String) -> String { SecretForms(text).hidden(in: other) }

    /// The value of an environment variable.
    public static func environment(_ name: String) throws(SecretError) -> Secret {
        guard let value = getenv(name) else { throw .noVariable(name) }
        return try Secret(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
    }

    /// The only line of a file that nobody but its owner, this user or root, may access; ``SecretFile`` reads more lines.
    public static func file(_ path: String) throws(SecretError) -> Secret {
        try Secret(bytes: privateBytes(path, atMost: longest))
    }

    /// The bytes of a file that nobody but its owner may access: all of them, or the first few if there are too many.
    static func privateBytes(_ path: String, atMost limit: Int) throws(SecretError) -> [UInt8] {
        // Opening a pipe to which nobody writes would not return.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path, status: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, status: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile(path) }
        guard status.st_mode & 0o077 == 0 else {
            throw .openToOthers(path, mode: UInt16(status.st_mode & 0o777))
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .ofSomebodyElse(path) }
        return try bytes(of: descriptor, atMost: limit, named: path)
    }

    /// The only line of standard input.
    public static func standardInput() throws(SecretError) -> Secret {
        try read(STDIN_FILENO, named: "standard input")
    }

    static func read(_ descriptor: Int32, named name: String) throws(SecretError) -> Secret {
        try Secret(bytes: bytes(of: descriptor, atMost: longest, named: name))
    }

    private static func bytes(
        of descriptor: Int32, atMost limit: Int, named name: String
    ) throws(SecretError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The end of a line does not count.
        while bytes.count <= limit + 2 {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(name, status: errno) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Without the end of the line.
    init(bytes: [UInt8]) throws(SecretError) {
        var line = bytes[...]
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        // Bytes that are not text are not printable either.
        try self.init(String(decoding: line, as: UTF8.self))
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Reveals nothing.
    public var description: String { "(hidden)" }

    /// Reveals nothing.
    public var debugDescription: String { description }

    /// Has no parts.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// The reason why there is no secret; never reveals what was found.
public enum SecretError: Error, Hashable, Sendable {
    case noVariable(String)
    case unreadable(String, status: Int32)
    /// A file of tokens that cannot be replaced.
    case unwritable(String, status: Int32)
    /// A folder, a pipe or a device.
    case noFile(String)
    case openToOthers(String, mode: UInt16)
    case ofSomebodyElse(String)
    case empty
    case tooLong
    /// A secret that others might guess, with the fewest bytes that are taken.
    case tooShort(least: Int)
    case unprintable
    /// A line after the secret, counted from 1, that names no server.
    case badLine(String, number: Int)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .noVariable: "NO_VARIABLE"
        case .unreadable: "UNREADABLE"
        case .unwritable: "UNWRITABLE"
        case .noFile: "NO_FILE"
        case .openToOthers: "OPEN_TO_OTHERS"
        case .ofSomebodyElse: "OF_SOMEBODY_ELSE"
        case .empty: "EMPTY"
        case .tooLong: "TOO_LONG"
        case .tooShort: "TOO_SHORT"
        case .unprintable: "UNPRINTABLE"
        case .badLine: "BAD_LINE"
        }
    }

    /// The expected input, in a few words of English.
    public var expected: String {
        switch self {
        case .noVariable(let name): "a variable \(name) in the environment"
        case .unreadable(let name, let status): "\(name) to be readable: \(String(cString: strerror(status)))"
        case .unwritable(let name, let status):
            "\(name) to be writable: \(String(cString: strerror(status)))"
        case .noFile(let path): "\(path) to be a file"
        case .openToOthers(let path, let mode):
            "\(path) to be closed to others, but its mode is \(String(mode, radix: 8)): chmod 600 it"
        case .ofSomebodyElse(let path): "\(path) to belong to this user or to root"
        case .empty: "a secret that is not empty"
        case .tooLong: "a secret of at most \(Secret.longest) bytes"
        case .tooShort(let least): "a secret of at least \(least) bytes"
        case .unprintable: "a secret of one line of printable ASCII without spaces"
        case .badLine(let path, let number):
            "line \(number) of \(path) to name a server, as in origin https://host, to be empty or to begin with #"
        }
    }
}
