internal import StrictJSON

/// Decodes a type from the content of a message, with the standard library alone.
struct ParamsDecoder: Decoder {
    let value: JSONValue?
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: JSONValue?, at codingPath: [any CodingKey] = []) {
        (self.value, self.codingPath) = (value, codingPath)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let value, value.kind == .object else { throw mismatch(type) }
        return KeyedDecodingContainer(ParamsMembers(value, at: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let value, value.kind == .array else { throw mismatch([JSONValue].self) }
        return ParamsElements(value, at: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath,
            debugDescription: value.map { "found a JSON \($0.kind.rawValue)" } ?? "the message has no params")
        guard value.map(\.isNull) ?? true else { return .typeMismatch(type, context) }
        return .valueNotFound(type, context)
    }

    /// A value of a type that JSON has itself, or of any other.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let direct: Any?
        switch type {
        case is String.Type: direct = value?.string
        case is Bool.Type: direct = value?.bool
        case is Double.Type: direct = value?.double
        case is Float.Type: direct = value?.double.map(Float.init).flatMap { $0.isFinite ? $0 : nil }
        case is JSONValue.Type: direct = value
        case let whole as any FixedWidthInteger.Type: direct = integer(whole)
        default: return try Value(from: self)
        }
        guard let result = direct as? Value else { throw mismatch(type) }
        return result
    }

    /// The number if it is whole and the type has room for it; `3.0` is.
    private func integer<Whole: FixedWidthInteger>(_ type: Whole.Type) -> Whole? {
        guard let value, value.kind == .number else { return nil }
        return Whole(String(decoding: value.text, as: UTF8.self))
            ?? value.double.flatMap(Whole.init(exactly:))
    }
}

extension ParamsDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value?.isNull ?? true }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded(type) }
}

struct ParamsKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

struct ParamsMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let values: [String: JSONValue]
    let codingPath: [any CodingKey]

    init(_ object: JSONValue, at codingPath: [any CodingKey]) {
        values = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        self.codingPath = codingPath
    }

    var allKeys: [Key] { values.keys.sorted().compactMap(Key.init(stringValue:)) }
    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    private func decoder(_ key: any CodingKey) throws -> ParamsDecoder {
        guard let value = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "no such member"))
        }
        return ParamsDecoder(value, at: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decoded(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(ParamsKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

struct ParamsElements: UnkeyedDecodingContainer {
    private let values: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(_ array: JSONValue, at codingPath: [any CodingKey]) {
        (values, self.codingPath) = (array.elements, codingPath)
    }

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    /// The element at hand; it is passed once it could be decoded.
    private func decoder() throws -> ParamsDecoder {
        let path = codingPath + [ParamsKey(intValue: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self, DecodingError.Context(codingPath: path, debugDescription: "no more elements"))
        }
        return ParamsDecoder(values[currentIndex], at: path)
    }

    mutating func decodeNil() throws -> Bool {
        guard try decoder().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoder().decoded(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try decoder().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        currentIndex += 1
        return decoder
    }
}
