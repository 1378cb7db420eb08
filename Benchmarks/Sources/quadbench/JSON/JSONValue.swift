import Foundation

/// Any JSON value, its numbers as the nearest doubles.
///
/// Not `JSONSerialization`, which on Linux misses the nearest double for four numbers of ten with 17 digits.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    /// The member of an object; `nil` for a missing or null one.
    subscript(key: String) -> JSONValue? {
        let member = member(key)
        return member == .null ? nil : member
    }

    /// The member of an object, which may be null; `nil` for a missing one.
    func member(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var array: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    var text: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
        default: nil
        }
    }

    /// A number, or one of the words for numbers that JSON does not have.
    var double: Double? {
        switch self {
        case .number(let number): number
        case .string("NaN"): .nan
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        default: nil
        }
    }
}
