/// A value for coders of other formats, as a tree: the order of members and the digits of numbers are the coder's.
///
/// Whole numbers of 64 bits stay whole, others are doubles, shortest to read back.
extension JSONValue: Codable {
    /// Reads a tree.
    public init(from decoder: any Decoder) throws {
        var json = JSONWriter()
        try json.value(from: decoder)
        let bytes = try json.take()
        self = try JSONValue(bytes)
    }

    /// Writes the tree.
    public func encode(to encoder: any Encoder) throws {
        switch kind {
        case .object:
            var container = encoder.container(keyedBy: TreeKey.self)
            for (name, value) in members { try container.encode(value, forKey: TreeKey(stringValue: name)) }
        case .array:
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            if let string {
                try container.encode(string)
            } else if let bool {
                try container.encode(bool)
            } else if let integer {
                try container.encode(integer)
            } else if let double {
                try container.encode(double)
            } else if isNull {
                try container.encodeNil()
            } else {
                throw EncodingError.invalidValue(
                    self,
                    EncodingError.Context(
                        codingPath: encoder.codingPath, debugDescription: "a number beyond doubles"))
            }
        }
    }
}

private struct TreeKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension JSONWriter {
    fileprivate mutating func value(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: TreeKey.self) {
            try object { json in
                for key in container.allKeys {
                    json.key(key.stringValue)
                    try json.value(from: try container.superDecoder(forKey: key))
                }
            }
        } else if var container = try? decoder.unkeyedContainer() {
            try array { json in
                while !container.isAtEnd { try json.value(from: try container.superDecoder()) }
            }
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                null()
            } else if let flag = try? container.decode(Bool.self) {
                value(flag)
            } else if let number = try? container.decode(Int64.self) {
                value(number)
            } else if let number = try? container.decode(Double.self) {
                value(number)
            } else {
                value(try container.decode(String.self))
            }
        }
    }
}
