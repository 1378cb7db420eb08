public import Foundation
public import QuadGeometry

extension WorkSession {
    /// A work session of values.
    ///
    /// - Parameters:
    ///   - id: its id; a new one by default.
    ///   - spaceID: the space that it is in.
    ///   - type: its type.
    ///   - state: its status.
    ///   - version: the version that an update carries.
    ///   - meta: data that programs keep with it, an object.
    ///   - started: the instant at which the work began.
    ///   - completed: the instant at which the work was done.
    ///   - created: the instant of its creation.
    ///   - updated: the instant of its last change.
    public init(
        id: UUID = UUID(), spaceID: WireID, type: SessionType = .inspection, state: SessionStatus = .draft,
        version: Int64? = nil, meta: JSONValue? = nil, started: Date? = nil, completed: Date? = nil,
        created: Date? = nil, updated: Date? = nil
    ) throws(JSONError) {
        let bytes = try RequestBody.object { json in
            json.member("id", id.wireText)
            json.member("space_id", spaceID.wireText)
            json.member("session_type", type.rawValue)
            json.member("status", state.rawValue)
            json.given("started_at", started)
            json.given("completed_at", completed)
            json.given("version", version)
            json.given("meta", meta)
            json.given("created_at", created)
            json.given("updated_at", updated)
        }
        try self.init(try JSONValue(bytes))
    }
}

extension ReferenceSet {
    /// A reference set of values; refuses numbers that are not finite.
    ///
    /// - Parameters:
    ///   - id: its id; a new one by default.
    ///   - spaceID: the space that it is in.
    ///   - name: the name that people see.
    ///   - description: a sentence on it.
    ///   - markers: its quads.
    ///   - version: the version that an update carries.
    public init(
        id: UUID = UUID(), spaceID: WireID, name: String, description: String? = nil,
        markers: [ReferenceMarker] = [], version: Int64? = nil
    ) throws(JSONError) {
        let bytes = try RequestBody.object { json in
            json.member("id", id.wireText)
            json.member("space_id", spaceID.wireText)
            json.member("name", name)
            json.given("description", description)
            json.array("markers") { json in for marker in markers { json.value(marker.value) } }
            json.given("version", version)
        }
        try self.init(try JSONValue(bytes))
    }
}

extension ReferenceMarker {
    /// A quad of a reference set of values; refuses numbers that are not finite.
    ///
    /// - Parameters:
    ///   - id: its id; a new one by default.
    ///   - label: the label that people see.
    ///   - quad: its corners in the space's own coordinates, in metres.
    ///   - color: its color as `#RRGGBB`.
    public init(
        id: UUID = UUID(), label: String? = nil, quad: Quad, color: String? = nil
    ) throws(JSONError) {
        let bytes = try RequestBody.object { json in
            json.member("id", id.wireText)
            json.given("label", label)
            for (field, corner) in zip(MarkerField.corners, quad.corners) { json.member(field.name, corner) }
            json.given("color", color)
        }
        try self.init(try JSONValue(bytes))
    }
}

extension Anchor {
    /// An anchor of values; refuses numbers that are not finite.
    ///
    /// - Parameters:
    ///   - id: its id; a new one by default.
    ///   - sessionID: the session of its run.
    ///   - run: the number of the run, from 1.
    ///   - localZ: the place of the row in the laser guide, in metres.
    ///   - worldPosition: the place of the dot in the run's own world, in metres.
    public init(
        id: UUID = UUID(), sessionID: UUID, run: Int64, localZ: Double, worldPosition: SIMD3<Double>
    ) throws(JSONError) {
        let bytes = try RequestBody.object { json in
            json.member("id", id.wireText)
            json.member("session_id", sessionID.wireText)
            json.given("run", run)
            json.member("local_z", localZ)
            json.member("world_position", worldPosition)
        }
        try self.init(try JSONValue(bytes))
    }
}
