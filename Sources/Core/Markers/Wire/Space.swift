public import Foundation

/// A space as the wire has it. Members without a property here are in ``value``.
public struct Space: Hashable, Sendable {
    public let value: JSONValue
    public let id: WireID
    public let key: String
    public let name: String
    public let description: String?
    /// The vector in metres; nil if it is missing, null or empty, which all mean that there is none.
    public let calibrationVector: SIMD3<Double>?
    public let isActive: Bool?
    public let meta: JSONValue?
    /// The dates as they were written.
    public let createdAt: String?
    public let updatedAt: String?

    /// Reads a space; a vector that is not of three finite numbers is refused with `BAD_VECTOR`.
    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.identifier)
        key = try object.needed("key", \.string)
        name = try object.needed("name", \.string)
        description = try object.optional("description", \.string)
        calibrationVector = try CalibrationVector(object["calibration_vector"])?.numbers
        isActive = try object.optional("is_active", \.bool)
        meta = try object.optional("meta", \.object)
        createdAt = try object.optional("created_at", \.string)
        updatedAt = try object.optional("updated_at", \.string)
    }

    /// Reads the spaces of a reply: an array, or the `spaces` or `data` of an object.
    public static func list(_ reply: JSONValue) throws(JSONError) -> WireList<Space> {
        try WireList(reply, under: "spaces") { (value) throws(JSONError) in try Space(value) }
    }
}

extension Space {
    /// A space of values; refuses numbers that are not finite.
    ///
    /// - Parameters:
    ///   - id: its id; a new one by default.
    ///   - key: its key, as in `hall-3`.
    ///   - name: the name that people see.
    ///   - description: a sentence on it.
    ///   - files: the addresses of its files.
    ///   - calibrationVector: the vector in metres.
    ///   - isActive: whether it is in use.
    ///   - meta: data that programs keep with it, an object.
    ///   - created: the instant of its creation.
    ///   - updated: the instant of its last change.
    public init(
        id: WireID = WireID(UUID()), key: String, name: String, description: String? = nil,
        files: SpaceFiles = SpaceFiles(), calibrationVector: SIMD3<Double>? = nil, isActive: Bool? = nil,
        meta: JSONValue? = nil, created: Date? = nil, updated: Date? = nil
    ) throws(JSONError) {
        let bytes = try RequestBody.object { json in
            json.member("id", id.wireText)
            json.member("key", key)
            json.member("name", name)
            json.given("description", description)
            files.write(to: &json)
            json.given("calibration_vector", calibrationVector)
            if let isActive { json.member("is_active", isActive) }
            json.given("meta", meta)
            json.given("created_at", created)
            json.given("updated_at", updated)
        }
        try self.init(try JSONValue(bytes))
    }

    /// The addresses of its files, as they were written.
    public var files: SpaceFiles {
        SpaceFiles(
            modelGLB: value["model_glb_url"]?.string, modelUSDC: value["model_usdc_url"]?.string,
            preview: value["preview_url"]?.string, scan: value["scan_url"]?.string,
            mlModel: value["ml_model_url"]?.string)
    }
}

/// The addresses of a space's files.
public struct SpaceFiles: Hashable, Sendable {
    /// The model as GLB: `model_glb_url`.
    public var modelGLB: String?
    /// The model as USDC: `model_usdc_url`.
    public var modelUSDC: String?
    /// A picture: `preview_url`.
    public var preview: String?
    /// The scan: `scan_url`.
    public var scan: String?
    /// The model that finds defects: `ml_model_url`.
    public var mlModel: String?

    public init(
        modelGLB: String? = nil, modelUSDC: String? = nil, preview: String? = nil, scan: String? = nil,
        mlModel: String? = nil
    ) {
        (self.modelGLB, self.modelUSDC, self.preview, self.scan) = (modelGLB, modelUSDC, preview, scan)
        self.mlModel = mlModel
    }

    func write(to json: inout JSONWriter) {
        json.given("model_glb_url", modelGLB)
        json.given("model_usdc_url", modelUSDC)
        json.given("preview_url", preview)
        json.given("scan_url", scan)
        json.given("ml_model_url", mlModel)
    }
}

extension WireID {
    public init(_ uuid: UUID) { self.init(uuid.wireText) }

    /// The id as it is sent: UUIDs in lower case, everything else as it was written.
    var wireText: String { uuid?.wireText ?? text }
}
