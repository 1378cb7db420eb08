/// A JSON value, kept as the text it was read from and looked into only when asked.
///
/// What is written back is that text, byte for byte: numbers keep their digits, objects their order and blanks.
public struct JSONValue: Sendable {
    /// What a value is.
    public enum Kind: String, Hashable, Sendable {
        case null, bool, number, string, array, object
    }

    private let bytes: [UInt8]
    private let range: Range<Int>

    /// Reads one document; a byte order mark may precede it.
    public init(_ bytes: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
        self.bytes = bytes
        range = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var scanner = JSONScanner(buffer, options)
            do throws(JSONFault) { return try scanner.skipDocument() } catch { throw error.error(in: buffer) }
        }
    }

    /// Reads one document of text.
    public init(_ text: String, options: JSONOptions = JSONOptions()) throws(JSONError) {
        try self.init(Array(text.utf8), options: options)
    }

    /// A part of what was read and found valid.
    init(valid bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, self.range) = (bytes, range)
    }

    /// The value as it was written, without blanks around it.
    public var text: ArraySlice<UInt8> { bytes[range] }

    public var kind: Kind { Kind(first: bytes[range.lowerBound]) }

    public var isNull: Bool { kind == .null }

    public var bool: Bool? { kind == .bool ? bytes[range.lowerBound] == UInt8(ascii: "t") : nil }

    public var string: String? {
        guard kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { JSONText.string(in: $0, at: range.lowerBound + 1) }
    }

    /// The nearest double, ties to even; nil for what is no number or too large for one.
    public var double: Double? {
        guard kind == .number else { return nil }
        return bytes.withUnsafeBufferPointer { JSONNumber.double($0, range.lowerBound) }
    }

    /// The number where it is written as a whole one of 64 bits, without point or exponent.
    public var integer: Int64? {
        guard kind == .number else { return nil }
        return Int64(String(decoding: text, as: UTF8.self))
    }

    /// The elements of an array; none of anything else.
    public var elements: [JSONValue] {
        guard kind == .array else { return [] }
        var elements: [JSONValue] = []
        eachInside { _, value in elements.append(JSONValue(valid: bytes, value)) }
        return elements
    }

    /// The members of an object in the order they are written; none of anything else.
    public var members: [(name: String, value: JSONValue)] {
        guard kind == .object else { return [] }
        var members: [(name: String, value: JSONValue)] = []
        eachInside { name, value in members.append((name, JSONValue(valid: bytes, value))) }
        return members
    }

    /// The member of this name; the last one, where duplicates were allowed.
    public subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    /// Goes through a container that was found valid before.
    private func eachInside(_ body: (String, Range<Int>) -> Void) {
        bytes.withUnsafeBufferPointer { buffer in
            let trusting = JSONOptions(depth: .max, size: .max, values: .max, allowsDuplicateKeys: true)
            var scanner = JSONScanner(buffer, trusting)
            scanner.place = range.lowerBound
            let isObject = kind == .object
            // Valid text has no faults.
            _ = try? { () throws(JSONFault) in
                try scanner.open(isObject: isObject)
                guard scanner.byte != UInt8(ascii: "}"), scanner.byte != UInt8(ascii: "]") else { return }
                var name = isObject ? try scanner.memberName().name : nil
                while true {
                    let start = scanner.place
                    try scanner.skipValue()
                    body(
                        name.map { JSONText.string(in: buffer, at: $0.lowerBound) } ?? "",
                        start..<scanner.place)
                    scanner.skipBlanks()
                    guard scanner.byte == UInt8(ascii: ",") else { return }
                    scanner.place += 1
                    scanner.skipBlanks()
                    name = isObject ? try scanner.memberName().name : nil
                }
            }()
        }
    }
}

extension JSONValue: Hashable {
    /// Equal when written alike.
    public static func == (a: JSONValue, b: JSONValue) -> Bool { a.text == b.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSONValue.Kind {
    /// The kind of a value by its first byte.
    init(first: UInt8) {
        switch first {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        default: self = .number
        }
    }
}
