/// The kind of a JSON value.
public enum JSONKind: String, Hashable, Sendable {
    case null, bool, number, string, array, object

    /// The kind of a value by its first byte.
    @inlinable @inline(__always)
    package init(first: UInt8) {
        switch first {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        default: self = .number
        }
    }

    package var words: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number, .string: "a \(rawValue)"
        case .array, .object: "an \(rawValue)"
        }
    }
}
