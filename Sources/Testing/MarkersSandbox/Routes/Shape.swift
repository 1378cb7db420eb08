internal import Markers

/// The shape of a value of JSON: bodies are checked by it, and the OpenAPI document is written from it.
indirect enum Shape: Sendable {
    case string(StringRule)
    case whole(ClosedRange<Int64>)
    /// A number of at most this magnitude.
    case number(atMost: Double)
    /// A number of a range between whole numbers.
    case amount(ClosedRange<Double>)
    case flag
    case words([String])
    /// An array of as many elements as one of these numbers says.
    case tuple(Shape, counts: [Int])
    case object
    /// An object whose members are dates, under any names.
    case dates
    case list(Shape, atMost: Int)
    case record(Record)
    case nullable(Shape)

    /// The largest magnitude of a coordinate, far beyond any place, and of a number, which may be a sum of some.
    private static let largestCoordinate = 1e9, largestNumber = 1e10
    /// The most elements of a list.
    static let longestList = 100_000

    static let counts = Shape.whole(0...(1 << 62))
    static let number = Shape.number(atMost: largestNumber)
    /// A number of a point that a client gives.
    static let coordinate = Shape.number(atMost: largestCoordinate)
    static let share = Shape.amount(0...1)
    /// Three coordinates, metres.
    static let point = Shape.tuple(.coordinate, counts: [3])
    /// Three coordinates of a point that may be shifted already.
    static let place = Shape.tuple(.number, counts: [3])
    /// Three coordinates, or none.
    static let vector = Shape.tuple(.coordinate, counts: [0, 3])
    static let text = Shape.string(.text)
    /// A JSON pointer, in which any name may occur that a client made up.
    static let pointer = Shape.string(.pointer)
    /// Text that may also occur in a path or a query.
    static let name = Shape.string(.name)
    /// A name that may also be a part of a path.
    static let segment = Shape.string(.segment)
    static let uuid = Shape.string(.uuid)
    static let date = Shape.string(.date)

    /// Refuses a value of another shape, saying what was expected and where.
    func require(_ value: JSONValue, at pointer: String = "") throws(Problem) {
        guard try fits(value, pointer) else {
            throw Problem(422, "expected \(expectation)", at: pointer)
        }
    }

    private func fits(_ value: JSONValue, _ pointer: String) throws(Problem) -> Bool {
        switch self {
        case .string(let rule): return value.string.map(rule.fits) ?? false
        case .whole(let range): return value.whole.map(range.contains) ?? false
        case .number(let largest): return value.double.map { $0.magnitude <= largest } ?? false
        case .amount(let range): return value.double.map(range.contains) ?? false
        case .flag: return value.bool != nil
        case .words(let words): return value.string.map(words.contains) ?? false
        case .object: return value.kind == .object
        case .dates:
            guard value.kind == .object else { return false }
            for (name, date) in value.members {
                let place = name.replacing("~", with: "~0").replacing("/", with: "~1")
                try Shape.date.require(date, at: "\(pointer)/\(place)")
            }
            return true
        case .nullable(let shape): return value.isNull ? true : try shape.fits(value, pointer)
        case .tuple(let shape, let counts):
            guard value.kind == .array else { return false }
            let elements = value.elements
            try shape.require(all: elements, at: pointer)
            return counts.contains(elements.count)
        case .list(let shape, let most):
            guard value.kind == .array else { return false }
            let elements = value.elements
            guard elements.count <= most else { return false }
            try shape.require(all: elements, at: pointer)
            return true
        case .record(let record):
            guard value.kind == .object else { return false }
            try record.require(value, at: pointer)
            return true
        }
    }

    private func require(all elements: [JSONValue], at pointer: String) throws(Problem) {
        for (index, element) in elements.enumerated() { try require(element, at: "\(pointer)/\(index)") }
    }

    func fits(text: String) -> Bool {
        switch self {
        case .string(let rule): rule.fits(text)
        case .whole(let range): Int64(text).map(range.contains) ?? false
        case .flag: ["true", "false"].contains(text)
        default: false
        }
    }

    private var expectation: String {
        switch self {
        case .string(let rule): rule.expectation
        case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let largest): "a number of at most \(Int(largest)), sign apart"
        case .amount(let range): "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        case .flag: "true or false"
        case .words(let words): "one of " + words.joined(separator: ", ")
        case .tuple(_, let counts): "an array of three numbers" + (counts.contains(0) ? ", or of none" : "")
        case .object, .dates, .record: "an object"
        case .list(_, let most): "an array of at most \(most)"
        case .nullable(let shape): shape.expectation + ", or null"
        }
    }
}

/// An object whose members are known; any other member is refused.
struct Record: Sendable {
    let name: String
    let members: [Member]

    struct Member: Sendable {
        let name: String
        let shape: Shape
        let isRequired: Bool

        init(_ name: String, _ shape: Shape, isRequired: Bool = true) {
            (self.name, self.shape, self.isRequired) = (name, shape, isRequired)
        }
    }

    init(_ name: String, _ members: [Member]) { (self.name, self.members) = (name, members) }

    /// Refuses a value that is no such object.
    func require(_ value: JSONValue, at pointer: String = "") throws(Problem) {
        guard value.kind == .object else { throw Problem(422, "expected an object", at: pointer) }
        let found = value.members
        for (name, value) in found {
            guard let member = members.first(where: { $0.name == name }) else {
                let known = members.map(\.name).joined(separator: ", ")
                throw Problem(
                    422, "there is no such member here; known are \(known)",
                    at: "\(pointer)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))")
            }
            try member.shape.require(value, at: "\(pointer)/\(name)")
        }
        for member in members where member.isRequired && !found.contains(where: { $0.name == member.name }) {
            throw Problem(422, "this member is missing", at: "\(pointer)/\(member.name)")
        }
    }
}

extension JSONValue {
    /// The whole number it is, even if written with a point or an exponent, as `1.0` and `1e17` may be; then, beyond 2⁵³, the nearest
    /// of type `Double`.
    var whole: Int64? { integer ?? double.flatMap { Int64(exactly: $0) } }
}

extension Shape {
    func write(to json: inout JSONWriter) {
        json.object { members(&$0, orNull: false) }
    }

    private func members(_ json: inout JSONWriter, orNull: Bool) {
        switch self {
        case .string(let rule):
            json.type("string", orNull)
            rule.format.map { json.member("format", $0) }
            rule.longest.map { json.member("maxLength", $0) }
            rule.pattern.map { json.member("pattern", $0) }
        case .whole(let range):
            json.type("integer", orNull)
            json.member("minimum", Int(range.lowerBound))
            json.member("maximum", Int(range.upperBound))
        case .number(let largest):
            json.type("number", orNull)
            json.member("minimum", -largest)
            json.member("maximum", largest)
        case .amount(let range):
            json.type("number", orNull)
            json.member("minimum", range.lowerBound)
            json.member("maximum", range.upperBound)
        case .flag: json.type("boolean", orNull)
        case .words(let words):
            json.array("enum") { json in
                for word in words { json.value(word) }
                if orNull { json.null() }
            }
        case .tuple(let shape, let counts):
            guard counts.count > 1 else { return json.array(of: shape, counts[0]...counts[0], orNull) }
            json.array("anyOf") { json in
                for count in counts { json.object { $0.array(of: shape, count...count, orNull) } }
            }
        case .object: json.type("object", orNull)
        case .dates:
            json.type("object", orNull)
            json.key("additionalProperties")
            Shape.date.write(to: &json)
        case .list(let shape, let most): json.array(of: shape, 0...most, orNull)
        case .record(let record):
            guard orNull else { return json.member("$ref", "#/components/schemas/\(record.name)") }
            json.array("anyOf") { json in
                json.object { $0.member("$ref", "#/components/schemas/\(record.name)") }
                json.object { $0.member("type", "null") }
            }
        case .nullable(let shape): shape.members(&json, orNull: true)
        }
    }
}

extension Record {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("type", "object")
            json.array("required") { json in
                for member in members where member.isRequired { json.value(member.name) }
            }
            json.object("properties") { json in
                for member in members {
                    json.key(member.name)
                    member.shape.write(to: &json)
                }
            }
            json.member("additionalProperties", false)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func type(_ name: String, _ orNull: Bool) {
        key("type")
        guard orNull else { return value(name) }
        array { json in
            json.value(name)
            json.value("null")
        }
    }

    fileprivate mutating func array(of shape: Shape, _ counts: ClosedRange<Int>, _ orNull: Bool) {
        type("array", orNull)
        key("items")
        shape.write(to: &self)
        member("minItems", counts.lowerBound)
        member("maxItems", counts.upperBound)
    }
}

/// A kind of text: what it may be, in words, as a check and as JSON Schema.
struct StringRule: Sendable {
    let expectation: String
    /// The format that JSON Schema knows it by.
    private(set) var format: String?
    private(set) var longest: Int?
    private(set) var pattern: String?
    let fits: @Sendable (String) -> Bool
    /// The form that is kept, where different texts mean the same.
    private(set) var canonical: (@Sendable (String) -> String)?

    private static let longestText = 1 << 16, longestName = 256

    static let text = StringRule(
        expectation: "text of at most \(longestText) characters, without NUL",
        longest: longestText, pattern: #"^[^\u0000]*$"#, fits: { isText($0, longestText) })

    static let pointer = StringRule(expectation: "a JSON pointer", fits: { _ in true })

    static let name = StringRule(
        expectation: "text of at most \(longestName) characters, without control characters",
        longest: longestName, pattern: #"^[^\u0000-\u001f\u007f]*$"#, fits: isName)

    static let segment = StringRule(
        expectation:
            "text of 1 to \(longestName) characters, without control characters and slashes, no dot in front",
        longest: longestName, pattern: #"^[^\u0000-\u001f\u007f/\\.][^\u0000-\u001f\u007f/\\]*$"#,
        fits: { isName($0) && !$0.isEmpty && $0.first != "." && !$0.contains("/") && !$0.contains("\\") })

    static let uuid = StringRule(
        expectation: "a UUID of 36 characters", format: "uuid", fits: { WireID($0).uuid != nil },
        canonical: { WireID($0).canonical })

    /// The id of a request to the phone, which answers it unchanged.
    static let requestID = StringRule(
        expectation: "a UUID of version 4", longest: 36,
        pattern: "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$",
        fits: { text in
            let digits = Array(text.utf8)
            return WireID(text).uuid != nil && digits.count == 36 && digits[14] == UInt8(ascii: "4")
                && "89abAB".utf8.contains(digits[19])
        })

    static let date = StringRule(
        expectation: "a date and time with its zone, as in 2026-01-31T12:00:00Z", format: "date-time",
        // A blank in the place of the T is read elsewhere, but the standard does not allow it.
        fits: { $0.utf8.dropFirst(10).first == UInt8(ascii: "T") && WireDate($0)?.hasZone ?? false })

    /// Whether text is short enough, and free of what databases do not keep.
    private static func isText(_ text: String, _ longest: Int) -> Bool {
        !text.unicodeScalars.contains("\0") && text.unicodeScalars.count <= longest
    }

    private static func isName(_ text: String) -> Bool {
        isText(text, longestName) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
}

extension WireID {
    /// A UUID in lower case; any other text unchanged.
    var canonical: String { uuid?.wireText ?? text }
}
