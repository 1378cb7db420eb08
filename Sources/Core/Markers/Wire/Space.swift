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
