/// A space to be created.
public struct CreateSpace: Hashable, Sendable {
    public var key: String
    public var name: String
    public var description: String?
    public var files = SpaceFiles()
    /// The vector in metres; none is stated as zero, which some servers require and all understand.
    public var calibrationVector = SIMD3<Double>.zero
    /// Data that programs keep with it, an object.
    public var meta: JSONValue?

    public init(key: String, name: String, description: String? = nil) {
        (self.key, self.name, self.description) = (key, name, description)
    }

    /// The body of the request; refuses numbers that are not finite.
    package func json() throws(JSONError) -> [UInt8] {
        try RequestBody.object { json in
            json.member("key", key)
            json.member("name", name)
            json.given("description", description)
            files.write(to: &json)
            json.member("calibration_vector", calibrationVector)
            json.given("meta", meta)
        }
    }
}

/// Changes of a space; what is nil stays as it is.
public struct UpdateSpace: Hashable, Sendable {
    public var key: String?
    public var name: String?
    public var description: String?
    public var files = SpaceFiles()
    /// The vector in metres.
    public var calibrationVector: SIMD3<Double>?
    /// Data that programs keep with it, an object that replaces the old one.
    public var meta: JSONValue?

    public init(
        key: String? = nil, name: String? = nil, description: String? = nil,
        calibrationVector: SIMD3<Double>? = nil
    ) {
        (self.key, self.name, self.description) = (key, name, description)
        self.calibrationVector = calibrationVector
    }

    /// The body of the request; refuses numbers that are not finite.
    package func json() throws(JSONError) -> [UInt8] {
        try RequestBody.object { json in
            json.given("key", key)
            json.given("name", name)
            json.given("description", description)
            files.write(to: &json)
            json.given("calibration_vector", calibrationVector)
            json.given("meta", meta)
        }
    }
}
