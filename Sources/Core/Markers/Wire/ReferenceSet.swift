public import Foundation
public import QuadGeometry

/// Quads that an administrator defined in a space's own coordinates.
public struct ReferenceSet: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let spaceID: WireID
    public let name: String
    public let description: String?
    public let markers: [ReferenceMarker]
    /// The values among its markers that are not understood.
    public let refused: [RefusedElement]
    public let version: Int64?

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        spaceID = try object.needed("space_id", \.identifier)
        name = try object.needed("name", \.string)
        description = try object.optional("description", \.string)
        let all = try WireList(try object.elements("markers")) { (marker) throws(JSONError) in
            try ReferenceMarker(marker)
        }
        (markers, refused) = (all.elements, all.refused)
        version = try object.optional("version", \.integer)
    }

    /// Reads the sets of a reply: an array, or the `reference_sets` or `data` of an object.
    public static func list(_ reply: JSONValue) throws(JSONError) -> WireList<ReferenceSet> {
        try WireList(reply, under: "reference_sets") { (value) throws(JSONError) in try ReferenceSet(value) }
    }
}

/// A quad of a reference set.
public struct ReferenceMarker: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let label: String?
    public let color: String?

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        label = try object.optional("label", \.string)
        color = try object.optional("color", \.string)
    }

    /// The corners; refused if one is not three finite numbers.
    public var quad: Quad {
        get throws(JSONError) {
            let object = try WireObject(value)
            var quad = Quad(.zero, .zero, .zero, .zero)
            for (corner, field) in MarkerField.corners.enumerated() {
                let point = try object.needed(field.name) { $0 }
                guard let point = point.point else { throw point.error(.badCorner) }
                quad[corner: corner] = point
            }
            return quad
        }
    }
}
