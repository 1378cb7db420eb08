public import Foundation

/// Where the dot of a laser row was seen in the world of one run of the app.
public struct Anchor: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let sessionID: UUID
    /// Counted from 1; anchors of one run share a world.
    public let run: Int64
    /// The row's place in the laser guide, metres.
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

    /// The anchors of a reply: an array, or the `anchors` or `data` of an object.
    public static func list(_ reply: JSONValue) throws(JSONError) -> [Anchor] {
        var anchors: [Anchor] = []
        for anchor in try reply.listed(under: "anchors") { anchors.append(try Anchor(anchor)) }
        return anchors
    }
}

/// The rows that a laser projects into a space.
public struct LaserGuide: Hashable, Sendable {
    public let value: JSONValue
    public let id: UUID
    public let spaceID: WireID
    /// The rows of a length above zero.
    public let segments: [Segment]

    /// A row: where its dot is on the floor, and how long the row is, which identifies it; metres.
    public struct Segment: Hashable, Sendable {
        public let x: Double
        public let z: Double
        public let length: Double
    }

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        self.value = value
        id = try object.needed("id", \.uuid)
        spaceID = try object.needed("space_id", \.identifier)
        let all = try object.list("grid") { row throws(JSONError) in
            let row = try WireObject(row)
            return Segment(
                x: try row.needed("x", \.double), z: try row.needed("z", \.double),
                length: try row.needed("segment_length", \.double))
        }
        segments = all.filter { $0.length > 0 }
    }
}
