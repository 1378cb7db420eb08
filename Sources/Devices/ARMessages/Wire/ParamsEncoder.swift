internal import StrictJSON

/// Encodes a type into the content of a message, with the standard library alone.
///
/// Members keep the order in which they are encoded; those of dictionaries are sorted, so that the same content gives the same bytes.
struct ParamsEncoder: Encoder {
    private let node: ParamsNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    fileprivate init(_ node: ParamsNode, at codingPath: [any CodingKey]) {
        (self.node, self.codingPath) = (node, codingPath)
    }

    static func value<Object: Encodable>(of object: Object) throws -> JSONValue {
        let node = ParamsNode()
        try node.set(object, at: [])
        var bytes: [UInt8] = []
        try node.append(to: &bytes, at: [])
        return JSONValue(valid: bytes, 0..<bytes.count)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(ParamsMemberWriter<Key>(node, at: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return ParamsElementWriter(node, at: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ParamsEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.setNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try node.set(value, at: codingPath) }
}

/// A value of the content that is being encoded.
private final class ParamsNode {
    private enum Content {
        /// Nothing was encoded yet.
        case none
        case text([UInt8])
        case object([(name: String, node: ParamsNode)])
        case array([ParamsNode])
    }

    private var content = Content.none
    private var isSorted = false

    func setNull() { content = .text(Array("null".utf8)) }

    func becomeObject() {
        if case .object = content { return }
        content = .object([])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    /// The node of a new member; of two of one name the last counts.
    func member(_ name: String) -> ParamsNode {
        let node = ParamsNode()
        guard case .object(var members) = content else { return node }
        content = .none
        members.removeAll { $0.name == name }
        members.append((name, node))
        content = .object(members)
        return node
    }

    func element() -> ParamsNode {
        let node = ParamsNode()
        guard case .array(var elements) = content else { return node }
        content = .none
        elements.append(node)
        content = .array(elements)
        return node
    }

    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    func set<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
        switch value {
        case let text as String:
            var bytes: [UInt8] = []
            JSONText.append(text, to: &bytes)
            content = .text(bytes)
        case let flag as Bool: content = .text(Array((flag ? "true" : "false").utf8))
        case let number as Double: try set(number, .double, value, at: path)
        case let number as Float: try set(Double(number), .float, value, at: path)
        case let json as JSONValue: content = .text(Array(json.text))
        case let whole as any FixedWidthInteger: content = .text(Array("\(whole)".utf8))
        default:
            isSorted = value is any ParamsWithoutOrder
            try value.encode(to: ParamsEncoder(self, at: path))
        }
    }

    private func set(
        _ number: Double, _ precision: NumberPrecision, _ value: Any, at path: [any CodingKey]
    ) throws {
        var bytes: [UInt8] = []
        guard number.isFinite, precision.append(number, to: &bytes) else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: path, debugDescription: "JSON has no such number"))
        }
        content = .text(bytes)
    }

    func append(to bytes: inout [UInt8], at path: [any CodingKey]) throws {
        switch content {
        case .none:
            throw EncodingError.invalidValue(
                (), EncodingError.Context(codingPath: path, debugDescription: "nothing was encoded"))
        case .text(let text): bytes += text
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let ordered = isSorted ? members.sorted { $0.name < $1.name } : members
            for (place, member) in ordered.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try member.node.append(to: &bytes, at: path + [ParamsKey(stringValue: member.name)])
            }
            bytes.append(UInt8(ascii: "}"))
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                try element.append(to: &bytes, at: path + [ParamsKey(intValue: place)])
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }
}

/// A type whose members come in another order in every run.
private protocol ParamsWithoutOrder {}

extension Dictionary: ParamsWithoutOrder {}

private struct ParamsMemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let node: ParamsNode
    let codingPath: [any CodingKey]

    init(_ node: ParamsNode, at codingPath: [any CodingKey]) {
        (self.node, self.codingPath) = (node, codingPath)
    }

    private func encoder(_ key: any CodingKey) -> ParamsEncoder {
        ParamsEncoder(node.member(key.stringValue), at: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(ParamsKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct ParamsElementWriter: UnkeyedEncodingContainer {
    private let node: ParamsNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    init(_ node: ParamsNode, at codingPath: [any CodingKey]) {
        (self.node, self.codingPath) = (node, codingPath)
    }

    private func encoder() -> ParamsEncoder {
        let key = ParamsKey(intValue: count)
        return ParamsEncoder(node.element(), at: codingPath + [key])
    }

    func encodeNil() { encoder().encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder().encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}
