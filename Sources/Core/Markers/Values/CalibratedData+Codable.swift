extension CalibratedData: Codable {
    /// Reads the five members; the center may be missing.
    public init(from decoder: any Decoder) throws { try self.init(try JSONValue(from: decoder)) }

    /// Writes the five members that the server knows.
    public func encode(to encoder: any Encoder) throws {
        var json = JSONWriter()
        write(to: &json)
        try JSONValue(try json.take()).encode(to: encoder)
    }
}

extension WireID: Codable {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text as it was read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension VectorSign: Codable {}

extension CalibrationVector: Codable {
    /// Reads three numbers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let vector = CalibrationVector(try container.decode(SIMD3<Double>.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a vector has three finite numbers")
        }
        self = vector
    }

    /// Writes three numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(numbers)
    }
}
