import StrictJSON

/// Header fields in order; names are compared without case.
public struct HTTPHeaders: Hashable, Sendable {
    /// One header field.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    /// In the order in which they are sent or arrived.
    public private(set) var fields: [Field] = []

    public init() {}

    /// The first value of a name; setting one replaces all of them, `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.equal($0.name, name) }?.value }
        set {
            let place = fields.firstIndex { Self.equal($0.name, name) } ?? fields.endIndex
            fields.removeAll { Self.equal($0.name, name) }
            if let newValue { fields.insert(Field(name: name, value: newValue), at: place) }
        }
    }

    /// All values of a name, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { Self.equal($0.name, name) }.map(\.value)
    }

    /// Appends a field, whether or not there is one of this name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Names are ASCII, where the cases of a letter differ in one bit; in Unicode the Kelvin sign would match k, too.
    static func equal(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy { $0 == $1 || lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Fields in the order in which they are written.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0, value: $1) }
    }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Fields whose values may be printed; any other may hold a credential.
    private static let shown: Set = [
        "accept", "content-length", "content-type", "date", "etag", "link", "retry-after", "server",
        "transfer-encoding",
    ]

    /// The name, and the value unless it may be a credential.
    public var description: String {
        "\(name): \(Self.shown.contains(name.lowercased()) ? value : "(hidden)")"
    }

    public var debugDescription: String { description }

    /// Has no parts.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// Kinds of bytes in the header of a message (RFC 9110, 5.6.2 and 5.6.3).
extension UInt8 {
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether it may occur in the name of a field.
    var isToken: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
