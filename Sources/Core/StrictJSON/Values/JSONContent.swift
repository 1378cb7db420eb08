/// Content of a JSON value that a program makes, written as literals.
///
///     marker.customProperties = ["severity": "high", "depth": 0.25, "tags": ["edge", "tip"]]
///
/// A ``JSONValue`` has no literal of a string: that would change the meaning of `JSONValue("…")`, which reads a document.
public enum JSONContent: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONContent])
    /// Members in the order in which they are written; of two with one name the last counts.
    case object([Member])
    case value(JSONValue)

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONContent

        package init(_ name: String, _ value: JSONContent) { (self.name, self.value) = (name, value) }
    }
}

extension JSONContent: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONContent: ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONContent: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSONContent...) { self = .array(elements) }

    public init(dictionaryLiteral elements: (String, JSONContent)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension JSONWriter {
    /// Writes content that a program made; a number that is not finite makes ``take()`` throw.
    package mutating func value(_ content: JSONContent) {
        switch content {
        case .null: null()
        case .bool(let flag): value(flag)
        case .integer(let number): value(number)
        case .number(let number): value(number)
        case .string(let text): value(text)
        case .array(let elements): array { json in for element in elements { json.value(element) } }
        case .object(let members):
            object { json in
                for (index, member) in members.enumerated()
                where !members[(index + 1)...].contains(where: { $0.name == member.name }) {
                    json.key(member.name)
                    json.value(member.value)
                }
            }
        case .value(let read): value(read)
        }
    }
}

extension JSONValue {
    /// The value of content; refuses numbers that are not finite.
    public init(_ content: JSONContent) throws(JSONError) {
        var json = JSONWriter()
        json.value(content)
        let bytes = try json.take()
        self.init(valid: bytes, 0..<bytes.count)
    }

    /// The value of a literal, in which a number that is not finite is `null`, as JSON has no form for it.
    private init(literal content: JSONContent) {
        var json = JSONWriter()
        json.value(content)
        self.init(valid: json.bytes, 0..<json.bytes.count)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(booleanLiteral value: Bool) { self.init(literal: .bool(value)) }
    public init(integerLiteral value: Int64) { self.init(literal: .integer(value)) }
    public init(floatLiteral value: Double) { self.init(literal: .number(value)) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSONContent...) { self.init(literal: .array(elements)) }

    public init(dictionaryLiteral elements: (String, JSONContent)...) {
        self.init(literal: .object(elements.map { JSONContent.Member($0.0, $0.1) }))
    }
}
