internal import Markers

/// The shape of a value of JSON: bodies are checked by it, and the OpenAPI document is written from it.
indirect enum Shape: Sendable {
    case string(StringRule)
    /// A whole number of a range.
    case whole(ClosedRange<Int64>)
    /// A number of at most this magnitude.
    case number(atMost: Double)
    /// A number of a range between whole numbers.
    case amount(ClosedRange<Double>)
    case flag
    case words([String])
    /// An array of as many elements as one of these numbers says.
    case tuple(Shape, counts: [Int])
    /// Any object.
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

    /// Whether the text of a parameter has this shape.
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
    /// The name in the OpenAPI document.
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
