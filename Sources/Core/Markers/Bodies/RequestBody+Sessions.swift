public import Foundation
public import QuadGeometry

extension RequestBody {
    /// A space to be created. Its vector is stated as none, which some servers require and all understand.
    public static func creatingSpace(key: String, name: String, description: String? = nil) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("key", key)
            json.member("name", name)
            if let description { json.member("description", description) }
            json.member("calibration_vector", [0, 0, 0])
        }
        return json.bytes
    }

    /// A work session to be created, or the changes in an update of one.
    public struct Session: Hashable, Sendable {
        /// The version that an update carries; `nil` if a session is to be created.
        public let version: Int64?
        public var spaceID: WireID?
        public var sessionType: String?
        public var status: String?
        /// The dates as they are to be written.
        public var startedAt, completedAt: String?
        public var meta: JSONValue?

        /// Creates a session.
        public init(in spaceID: WireID, type: String) {
            (version, self.spaceID, sessionType) = (nil, spaceID, type)
        }

        /// Updates a session that was read in this version.
        public init(version: Int64) { self.version = version }

        /// The body of the request.
        public var json: [UInt8] {
            var json = JSONWriter()
            json.object { json in
                if let spaceID { json.member("space_id", spaceID.uuid?.wireText ?? spaceID.text) }
                for (name, text) in [
                    ("session_type", sessionType), ("status", status), ("started_at", startedAt),
                    ("completed_at", completedAt),
                ] {
                    if let text { json.member(name, text) }
                }
                if let meta {
                    json.key("meta")
                    json.value(meta)
                }
                if let version {
                    json.key("version")
                    json.value(version)
                }
            }
            return json.bytes
        }
    }

    /// The dot of a row as one run saw it, replacing any of the same session, run and row.
    public static func placingAnchor(
        at position: SIMD3<Double>, localZ: Double, run: Int64, session: UUID
    ) throws(JSONError) -> [UInt8] {
        try object { json in
            json.member("session_id", session.wireText)
            json.key("run")
            json.value(run)
            json.member("local_z", localZ)
            json.member("world_position", position)
        }
    }

    /// Another position of an existing anchor, in the world of its run.
    public static func movingAnchor(to position: SIMD3<Double>) throws(JSONError) -> [UInt8] {
        try object { $0.member("world_position", position) }
    }

    /// A set of reference quads to be created, under ids of the caller's choice.
    public static func creatingReferenceSet(
        name: String, description: String? = nil, markers: [(id: UUID, label: String?, quad: Quad)]
    ) throws(JSONError) -> [UInt8] {
        try object { json in
            json.member("name", name)
            if let description { json.member("description", description) }
            json.key("markers")
            json.array { json in
                for marker in markers {
                    json.object { json in
                        json.member("id", marker.id.wireText)
                        if let label = marker.label { json.member("label", label) }
                        for (field, corner) in zip(MarkerField.corners, marker.quad.corners) {
                            json.member(field.name, corner)
                        }
                    }
                }
            }
        }
    }
}
