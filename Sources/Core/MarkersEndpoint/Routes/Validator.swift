/// A server's name for the state of what it showed, by which it can be asked whether that still holds (RFC 9110, 8.8).
public enum Validator: Hashable, Sendable {
    /// An entity tag with its quotes, weak or strong.
    case tag(String)
    /// The time of the last change, as the server wrote it.
    case date(String)

    /// Longer ones are ignored.
    public static let longest = 1024

    /// The validator of an answer; the tag if it has both, `nil` if it has none that can be used.
    public init?(_ headers: HTTPHeaders) {
        if let tag = headers["ETag"], Validator.isTag(tag) {
            self = .tag(tag)
        } else if let date = headers["Last-Modified"], Validator.isPlain(date), !date.isEmpty {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The field that makes a read depend on it.
    public var condition: (name: String, value: String) {
        switch self {
        case .tag(let tag): ("If-None-Match", tag)
        case .date(let date): ("If-Modified-Since", date)
        }
    }

    /// Whether two name the same state; a weak tag counts as its strong one.
    public func matches(_ other: Validator) -> Bool {
        switch (self, other) {
        case (.tag(let one), .tag(let two)): one.dropWeakness == two.dropWeakness
        case (.date(let one), .date(let two)): one == two
        default: false
        }
    }

    private static func isTag(_ text: String) -> Bool {
        let opaque = text.dropWeakness
        return isPlain(text) && opaque.utf8.count >= 2 && opaque.hasPrefix("\"") && opaque.hasSuffix("\"")
            && !opaque.dropFirst().dropLast().contains("\"")
    }

    /// Whether a value is short and of visible characters and spaces, so that it cannot break out of its field.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= longest && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }
}

extension String {
    fileprivate var dropWeakness: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
