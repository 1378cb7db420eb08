internal import Foundation

extension JSONValue {
    /// The JSON of a value that Swift knows no type of, as `JSONSerialization` and the models of other programs have them.
    ///
    /// Objects are dictionaries with names of text, arrays are arrays, null is `NSNull` or an optional without a value. Members are in the
    /// order of their names.
    ///
    /// ```swift
    /// let meta = try JSONValue(any: ["inspector": "Ada", "floor": 3])
    /// ```
    ///
    /// - Parameter value: text, a number, a truth value, a date, a UUID, or an array or a dictionary of those.
    public init(any value: Any) throws {
        var json = JSONWriter()
        try json.value(any: value, at: "")
        self = try JSONValue(json.take())
    }

    /// The value as `JSONSerialization` would give it: `[String: Any]`, `[Any]`, `String`, `Bool`, `Int64`, `Double` or `NSNull`.
    ///
    /// Numbers that do not fit an `Int64` are given as a `Double`, and those beyond its range as an infinite one.
    public var anyValue: Any {
        switch kind {
        case .object: Dictionary(members.map { ($0.0, $0.1.anyValue) }, uniquingKeysWith: { _, last in last })
        case .array: elements.map(\.anyValue)
        default:
            if let string {
                string
            } else if let bool {
                bool
            } else if let integer {
                integer
            } else if isNull {
                NSNull()
            } else {
                double ?? .infinity
            }
        }
    }
}

/// A value of a type for which JSON has no form.
public struct ValueWithoutJSON: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the value, as a JSON pointer.
    public let pointer: String
    /// The name of its type.
    public let type: String

    public var description: String {
        "\(pointer.isEmpty ? "the value" : pointer) is of type \(type), for which JSON has no form"
    }
}

extension JSONWriter {
    fileprivate mutating func value(any value: Any, at pointer: String) throws {
        // A number that came through Objective-C says that it is a truth value, too.
        let isNumber =
            value is NSNumber && !(type(of: value) == Bool.self || "\(type(of: value))".contains("Boolean"))
        switch value {
        case let value as JSONValue: self.value(value)
        case is NSNull: self.value(verbatim: "null".utf8)
        case let text as String: self.value(text)
        case let flag as Bool where !isNumber: self.value(flag)
        case let number as any BinaryInteger: self.value(integer: number)
        case let number as any BinaryFloatingPoint: self.value(Double(number))
        case let number as NSNumber: self.value(number.doubleValue)
        case let date as Date:
            guard let date = WireDate(date) else {
                throw ValueWithoutJSON(pointer: pointer, type: "Date of a year that has not four digits")
            }
            self.value(date.text)
        case let id as UUID: self.value(id.wireText)
        case let elements as [Any]:
            try array { json in
                for (place, element) in elements.enumerated() {
                    try json.value(any: element, at: "\(pointer)/\(place)")
                }
            }
        case let members as [String: Any]:
            try object { json in
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    json.key(name)
                    try json.value(any: member, at: "\(pointer)/\(name.pointerToken)")
                }
            }
        default:
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .optional else {
                throw ValueWithoutJSON(pointer: pointer, type: "\(type(of: value))")
            }
            guard let inner = mirror.children.first else { return self.value(verbatim: "null".utf8) }
            try self.value(any: inner.value, at: pointer)
        }
    }

    private mutating func value(integer number: some BinaryInteger) { value(number) }
}

extension String {
    /// The name of a member as a part of a JSON pointer (RFC 6901).
    var pointerToken: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
