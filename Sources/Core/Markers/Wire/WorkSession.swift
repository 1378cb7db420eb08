public import Foundation
public import QuadGeometry
import StrictJSON

/// A work session as the wire has it. Members without a property here are in ``value``.
public struct WorkSession: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let spaceID: WireID
    /// The type: `inspection`, `repair`, `other`, or a word of a later server.
    public let sessionType: String
    /// The status: `draft`, `active`, `done`, `archived`, or a word of a later server.
    public let status: String
    /// The version that an update must carry; a session without one cannot be updated.
    public let version: Int64?
    public let meta: JSONValue?
    /// The dates as they were written.
    public let startedAt: String?
    public let completedAt: String?
    public let createdAt: String?
    public let updatedAt: String?

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        spaceID = try object.needed("space_id", \.identifier)
        sessionType = try object.needed("session_type", \.string)
        status = try object.needed("status", \.string)
        version = try object.optional("version", \.integer)
        meta = try object.optional("meta", \.object)
        startedAt = try object.optional("started_at", \.string)
        completedAt = try object.optional("completed_at", \.string)
        createdAt = try object.optional("created_at", \.string)
        updatedAt = try object.optional("updated_at", \.string)
    }

    /// Reads the sessions of a reply: an array, or the `work_sessions` or `data` of an object.
    public static func list(_ reply: JSONValue) throws(JSONError) -> WireList<WorkSession> {
        try WireList(reply, under: "work_sessions") { (value) throws(JSONError) in try WorkSession(value) }
    }
}

/// The place of a laser row's dot in the world of one run of the app.
public struct Anchor: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let sessionID: UUID
    /// Counted from 1; anchors of one run share a world.
    public let run: Int64
    /// The position of the row in the laser guide, in metres.
    public let localZ: Double
    /// In the run's own world, metres.
    public let worldPosition: SIMD3<Double>

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        sessionID = try object.needed("session_id", \.uuid)
        run = try object.needed("run", \.integer)
        localZ = try object.needed("local_z", \.double)
        worldPosition = try object.needed("world_position", \.point)
    }

    /// Reads the anchors of a reply: an array, or the `anchors` or `data` of an object.
    public static func list(_ reply: JSONValue) throws(JSONError) -> WireList<Anchor> {
        try WireList(reply, under: "anchors") { (value) throws(JSONError) in try Anchor(value) }
    }
}

/// The anchors of a document, and the errors of values that are not anchors.
///
/// A document is an array, an array that is the `anchors` or `data` of an object, or anchors line by line.
public struct AnchorList: Sendable {
    /// The anchors, in the order they were read.
    public private(set) var anchors: [(anchor: Anchor, place: MarkerPlace)] = []
    /// The reasons why values of the list are not anchors.
    public private(set) var refused: [JSONError] = []

    public init(_ source: ByteSource, options: JSONOptions = JSONOptions()) throws(JSONError) {
        var list = JSONList(source, of: "anchors", options: options)
        while let (value, place) = try list.next(JSONList.value) {
            do { anchors.append((try Anchor(value), place)) } catch {
                refused.append(error.moved(line: place.line, column: place.column, pointer: place.pointer))
            }
        }
    }
}

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
