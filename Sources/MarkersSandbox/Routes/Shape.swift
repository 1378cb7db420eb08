internal import Markers

/// What a value of JSON must be: bodies are judged by it, and the OpenAPI document is written from it.
indirect enum Shape: Sendable {
    case text
    /// A JSON pointer, in which any name may stand that a client made up.
    case pointer
    /// Text that may also stand in a path or a query.
    case name
    /// A name that may also be a part of a path.
    case segment
    case uuid
    case date
    /// A whole number of a range.
    case whole(ClosedRange<Int64>)
    case number
    /// A number of a point that a client gives.
    case coordinate
    case flag
    case words([String])
    /// Three coordinates, metres.
    case point
    /// Three coordinates of a point that may be shifted already.
    case place
    /// Three coordinates, or none.
    case vector
    /// Any object.
    case object
    case list(Shape, atMost: Int)
    case record(Record)
    case nullable(Shape)

    /// The largest magnitude of a coordinate, far beyond any place, and of a number, which may be a sum of some.
    static let largestCoordinate = 1e9
    static let largestNumber = 1e10
    /// The most characters of a text.
    static let longestText = 1 << 16
    /// The most characters of a name.
    static let longestName = 256
    /// The most elements of a list.
    static let longestList = 100_000
    static let anyVersion = Shape.whole(0...(1 << 62))
    static let counts = Shape.whole(0...(1 << 62))

    /// Refuses a value that is something else, with what was expected and where.
    func require(_ value: JSONValue, at pointer: String = "") throws(Problem) {
        guard try fits(value, pointer) else {
            throw Problem(422, "expected \(expectation)", at: pointer)
        }
    }

    private func fits(_ value: JSONValue, _ pointer: String) throws(Problem) -> Bool {
        switch self {
        case .text: return value.string.map { Shape.isText($0, Shape.longestText) } ?? false
        case .pointer: return value.string != nil
        case .name: return value.string.map(Shape.isName) ?? false
        case .segment: return value.string.map(Shape.isSegment) ?? false
        case .uuid: return value.string.map { WireID($0).uuid != nil } ?? false
        case .date:
            let text = value.string ?? ""
            // A blank in the place of the T is read elsewhere, but it is not what the standard says.
            return text.utf8.dropFirst(10).first == UInt8(ascii: "T") && WireDate(text)?.hasZone ?? false
        case .whole(let range): return value.whole.map(range.contains) ?? false
        case .number: return value.double.map { $0.magnitude <= Shape.largestNumber } ?? false
        case .coordinate: return value.double.map { $0.magnitude <= Shape.largestCoordinate } ?? false
        case .flag: return value.bool != nil
        case .words(let words): return value.string.map(words.contains) ?? false
        case .point: return try Shape.are(.coordinate, value, [3], pointer)
        case .place: return try Shape.are(.number, value, [3], pointer)
        case .vector: return try Shape.are(.coordinate, value, [0, 3], pointer)
        case .object: return value.kind == .object
        case .nullable(let shape): return value.isNull ? true : try shape.fits(value, pointer)
        case .list(let shape, let most):
            guard value.kind == .array else { return false }
            let elements = value.elements
            guard elements.count <= most else { return false }
            for (index, element) in elements.enumerated() {
                try shape.require(element, at: "\(pointer)/\(index)")
            }
            return true
        case .record(let record):
            guard value.kind == .object else { return false }
            _ = try record.members(of: value, at: pointer)
            return true
        }
    }

    /// Whether text is short enough, and free of what databases do not keep.
    static func isText(_ text: String, _ longest: Int) -> Bool {
        !text.unicodeScalars.contains("\0") && text.unicodeScalars.count <= longest
    }

    /// Whether text may also stand in a path or a query.
    static func isName(_ text: String) -> Bool {
        isText(text, longestName) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }

    /// Whether text may also be a part of a path, whatever stands between it and the server.
    static func isSegment(_ text: String) -> Bool {
        isName(text) && !text.isEmpty && text.first != "." && !text.contains("/") && !text.contains("\\")
    }

    private static func are(
        _ shape: Shape, _ value: JSONValue, _ counts: [Int], _ pointer: String
    ) throws(Problem) -> Bool {
        guard value.kind == .array else { return false }
        let elements = value.elements
        for (index, element) in elements.enumerated() {
            try shape.require(element, at: "\(pointer)/\(index)")
        }
        return counts.contains(elements.count)
    }

    private var expectation: String {
        switch self {
        case .pointer: "a JSON pointer"
        case .text: "text of at most \(Shape.longestText) characters, without NUL"
        case .name: "text of at most \(Shape.longestName) characters, without control characters"
        case .segment:
            "text of 1 to \(Shape.longestName) characters, without control characters and slashes, no dot in front"
        case .uuid: "a UUID of 36 characters"
        case .date: "a date and time with its zone, as in 2026-01-31T12:00:00Z"
        case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number: "a number of at most \(Int(Shape.largestNumber)), sign apart"
        case .flag: "true or false"
        case .words(let words): "one of " + words.joined(separator: ", ")
        case .coordinate: "a number of at most \(Int(Shape.largestCoordinate)), sign apart"
        case .point, .place: "an array of three numbers"
        case .vector: "an array of three numbers, or of none"
        case .object, .record: "an object"
        case .list(_, let most): "an array of at most \(most)"
        case .nullable(let shape): shape.expectation + ", or null"
        }
    }
}

/// An object whose members are known; no other is taken.
struct Record: Sendable {
    /// As the OpenAPI document names it.
    let name: String
    let members: [Member]

    struct Member: Sendable {
        let name: String
        let shape: Shape
        let isRequired: Bool

        init(_ name: String, _ shape: Shape, isRequired: Bool = false) {
            (self.name, self.shape, self.isRequired) = (name, shape, isRequired)
        }
    }

    /// The members of an object that is one of these, in the order they are written.
    func members(
        of value: JSONValue, at pointer: String = ""
    ) throws(Problem) -> [(name: String, value: JSONValue)] {
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
        return found
    }
}

extension JSONValue {
    /// The whole number it is, also where it is written with a point or an exponent, as `1.0` may be.
    var whole: Int64? { integer ?? double.flatMap { $0.magnitude < 0x1p53 ? Int64(exactly: $0) : nil } }
}
