public import QuadGeometry

extension Quad: Codable {
    private enum Key: String, CodingKey {
        case p1, p2, p3, p4
    }

    /// Reads the members p1 to p4, each an array of three numbers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func corner(_ key: Key) throws -> SIMD3<Double> {
            try container.decode(SIMD3<Double>.self, forKey: key)
        }
        self.init(try corner(.p1), try corner(.p2), try corner(.p3), try corner(.p4))
    }

    /// Writes the members p1 to p4, each an array of three numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, corner) in zip([Key.p1, .p2, .p3, .p4], corners) {
            try container.encode(corner, forKey: key)
        }
    }
}

extension Rotation: Codable {
    /// Reads the three columns of the matrix; refused unless they are a rotation.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let columns = try container.decode([SIMD3<Double>].self)
        guard columns.count == 3,
            let rotation = try? Rotation(columns: columns[0], columns[1], columns[2])
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "the columns of a rotation are three, of length one and at right angles")
        }
        self = rotation
    }

    /// Writes the three columns of the matrix.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([x, y, z])
    }
}

extension RigidTransform: Codable {
    /// Reads the 16 numbers of its matrix, column after column; refused unless they are one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let numbers = try container.decode([Double].self)
        do { try self.init(columnMajor: numbers) } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "16 numbers, column after column, that are a rigid transform",
                    underlyingError: error))
        }
    }

    /// Writes the 16 numbers of its matrix, column after column.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(columnMajor)
    }
}

extension Ray: Codable {
    private enum Key: String, CodingKey {
        case origin, direction, start, end
    }

    /// Reads its members; a start that is missing is 0, and one or an end that is null has no bound.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func bound(_ key: Key, missing: Double, null: Double) throws -> Double {
            guard container.contains(key) else { return missing }
            return try container.decodeIfPresent(Double.self, forKey: key) ?? null
        }
        let origin = try container.decode(SIMD3<Double>.self, forKey: .origin)
        let direction = try container.decode(SIMD3<Double>.self, forKey: .direction)
        let start = try bound(.start, missing: 0, null: -.infinity)
        let end = try bound(.end, missing: .infinity, null: .infinity)
        do { try self.init(from: origin, along: direction, start: start, end: end) } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "a ray that can be cast",
                    underlyingError: error))
        }
    }

    /// Writes its members; a start or an end without bound is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(origin, forKey: .origin)
        try container.encode(direction, forKey: .direction)
        try container.encode(start == -.infinity ? nil : start, forKey: .start)
        try container.encode(end == .infinity ? nil : end, forKey: .end)
    }
}
