/// A JSON value, kept as the text it was read from and examined only on demand.
///
/// What is written back is that text, byte for byte: numbers keep their digits, objects their order and blanks.
///
/// ```swift
/// let value = try JSONValue(#"{"name": "hall", "size": [4, 2.50]}"#)
/// print(value["name"]?.string ?? "", value["size"]?.elements.compactMap(\.double) ?? [])
/// ```
public struct JSONValue: Sendable {
    /// The kind of a value.
    public typealias Kind = JSONKind

    package let bytes: [UInt8]
    package let range: Range<Int>

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

    /// A part of text that was read and found valid.
    package init(valid bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, self.range) = (bytes, range)
    }

    /// The value as it was written, without blanks around it.
    public var text: ArraySlice<UInt8> { bytes[range] }

    /// The kind, by the first byte.
    public var kind: Kind { Kind(first: bytes[range.lowerBound]) }

    /// True if it is `null`.
    public var isNull: Bool { kind == .null }

    /// `true` or `false`; nil for anything else.
    public var bool: Bool? { kind == .bool ? bytes[range.lowerBound] == UInt8(ascii: "t") : nil }

    /// The text of a string, its escapes resolved; nil for anything else.
    public var string: String? {
        guard kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { JSONText.string(in: $0, at: range.lowerBound + 1) }
    }

    /// The nearest double, ties to even; nil for what is not a number or too large for one.
    public var double: Double? {
        guard kind == .number else { return nil }
        return bytes.withUnsafeBufferPointer { JSONNumber.double($0, range.lowerBound) }
    }

    /// The number if it is written as a 64-bit integer, without point or exponent.
    public var integer: Int64? {
        guard kind == .number else { return nil }
        return Int64(String(decoding: text, as: UTF8.self))
    }
}

extension JSONValue {
    /// The error of a fault in the bytes that this is a part of.
    package func error(_ fault: JSONFault) -> JSONError {
        bytes.withUnsafeBufferPointer { fault.error(in: $0) }
    }

    package func error(_ code: JSONError.Code, wanted: JSONKind? = nil) -> JSONError {
        error(JSONFault(code: code, place: range.lowerBound, kind: kind, wanted: wanted))
    }
}

extension JSONValue: Hashable {
    /// True if both are written alike.
    public static func == (a: JSONValue, b: JSONValue) -> Bool { a.text == b.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
