public import Foundation
import StrictJSON

/// An object whose members are looked up by name, with errors that point to them.
struct WireObject {
    let value: JSONValue
    private let members: [String: JSONValue]

    init(_ value: JSONValue) throws(JSONError) {
        guard value.kind == .object else { throw value.error(.wrongType, wanted: .object) }
        self.value = value
        members = Dictionary(value.members.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// A member that is present and not null.
    subscript(_ name: String) -> JSONValue? {
        members[name].flatMap { $0.isNull ? nil : $0 }
    }

    /// A member as `read` converts it; nil if it is missing or null.
    func optional<T>(_ name: String, _ read: (JSONValue) -> T?) throws(JSONError) -> T? {
        guard let member = self[name] else { return nil }
        guard let result = read(member) else {
            throw member.error(.wrongType, wanted: JSONKind(of: T.self))
        }
        return result
    }

    /// A member that must be present, as `read` converts it.
    func needed<T>(_ name: String, _ read: (JSONValue) -> T?) throws(JSONError) -> T {
        if let result = try optional(name, read) { return result }
        let error = value.error(.missingMember)
        throw JSONError(
            .missingMember, at: error.pointer + "/" + JSONPlace.token(name), line: error.line,
            column: error.column,
            found: .end)
    }

    /// The elements of a list member; none if it is missing or null.
    func elements(_ name: String) throws(JSONError) -> [JSONValue] {
        guard let list = self[name] else { return [] }
        guard list.kind == .array else { throw list.error(.wrongType, wanted: .array) }
        return list.elements
    }

    /// The elements of a list member, each of which must be readable.
    func list<T>(_ name: String, _ read: (JSONValue) throws(JSONError) -> T) throws(JSONError) -> [T] {
        try elements(name).map(read)
    }
}

extension JSONKind {
    /// The kind that values of a type are read from; nil where it may be several.
    fileprivate init?<T>(of type: T.Type) {
        switch type {
        case is String.Type, is WireID.Type, is UUID.Type, is Date.Type: self = .string
        case is Double.Type, is Int.Type, is Int64.Type: self = .number
        case is Bool.Type: self = .bool
        case is SIMD3<Double>.Type: self = .array
        default: return nil
        }
    }
}

extension JSONValue {
    var identifier: WireID? { string.map(WireID.init) }

    var uuid: UUID? { identifier?.uuid }

    var object: JSONValue? { kind == .object ? self : nil }

    var point: SIMD3<Double>? {
        let numbers = elements.map(\.double)
        guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let z = numbers[2] else {
            return nil
        }
        return SIMD3(x, y, z)
    }

    /// The elements of a reply that is a list, or an object with a list under this name or as `data`, and the list's pointer.
    package func listed(
        under name: String
    ) throws(JSONError) -> (elements: [JSONValue], pointer: String) {
        guard kind == .object else {
            guard kind == .array else { throw error(.missingList) }
            return (elements, "")
        }
        let object = try WireObject(self)
        for name in [name, "data"] {
            if let list = object[name], list.kind == .array { return (list.elements, "/" + name) }
        }
        var error = error(.missingList)
        error.found = .members(members.map(\.name))
        throw error
    }
}

/// An identifier as it was written; two are equal when they are the same UUID in upper or lower case.
public struct WireID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The UUID; nil for an identifier of another kind, which is kept unchanged.
    public let uuid: UUID?

    package init(_ text: String) {
        self.text = text
        uuid = Array(text.utf8).withUnsafeBufferPointer { UUID($0, 0..<$0.count) }
    }

    /// The text as it was read.
    public var description: String { text }

    /// Compares UUIDs as values, everything else as text.
    public static func == (a: WireID, b: WireID) -> Bool {
        a.uuid != nil || b.uuid != nil ? a.uuid == b.uuid : a.text == b.text
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        if let uuid { hasher.combine(uuid) } else { hasher.combine(text) }
    }
}

extension UUID {
    /// The UUID in lower case, as it is on the wire.
    public var wireText: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            withUnsafeBytes(of: uuid) { bytes in
                var place = 0
                for (i, byte) in bytes.enumerated() {
                    if [4, 6, 8, 10].contains(i) {
                        buffer[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    for digit in [byte >> 4, byte & 15] {
                        buffer[place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                        place += 1
                    }
                }
            }
            return 36
        }
    }

    /// Reads a UUID of 36 characters in either case.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard range.count == 36 else { return nil }
        let start = range.lowerBound
        var problems =
            (bytes[start + 8] ^ 0x2d) | (bytes[start + 13] ^ 0x2d) | (bytes[start + 18] ^ 0x2d)
            | (bytes[start + 23] ^ 0x2d)
        let digits = hexadecimalDigits
        let value = digits.withUnsafeBufferPointer { digits in
            func byte(_ place: Int) -> UInt8 {
                let high = digits[Int(bytes[start + place])], low = digits[Int(bytes[start + place + 1])]
                problems |= (high | low) & 0xf0
                return high << 4 | low & 0xf
            }
            return (
                byte(0), byte(2), byte(4), byte(6), byte(9), byte(11), byte(14), byte(16), byte(19), byte(21),
                byte(24),
                byte(26), byte(28), byte(30), byte(32), byte(34)
            )
        }
        guard problems == 0 else { return nil }
        self.init(uuid: value)
    }
}

/// The value of every byte as a hexadecimal digit, 255 for those that are none.
private let hexadecimalDigits: [UInt8] = (0...255).map { JSONText.hexadecimalDigit($0) ?? 255 }
