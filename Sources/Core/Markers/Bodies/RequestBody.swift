public import Foundation
public import QuadGeometry

/// The bodies of requests, members in the order of the contract; nil members are left out.
public enum RequestBody {
    /// The changes in an update of a marker.
    public struct MarkerUpdate: Hashable, Sendable {
        public var version: Int64
        public var workSessionID: UUID?
        public var label: String?
        public var quad: Quad?
        public var color: String?
        public var customProperties: JSONValue?
        public var calibratedData: CalibratedData?

        public init(version: Int64) { self.version = version }

        /// Refuses numbers that are not finite.
        public func json() throws(JSONError) -> [UInt8] {
            try RequestBody.object { json in
                RequestBody.write(
                    workSessionID, label, quad, color, customProperties, calibratedData, to: &json)
                json.member("version", version)
            }
        }
    }

    /// A marker to be created.
    public struct MarkerCreation: Hashable, Sendable {
        public var workSessionID: UUID
        public var quad: Quad
        public var label: String?
        public var color: String?
        public var customProperties: JSONValue?
        public var calibratedData: CalibratedData?

        public init(workSessionID: UUID, quad: Quad) {
            (self.workSessionID, self.quad) = (workSessionID, quad)
        }

        func write(to json: inout JSONWriter) {
            json.object { json in
                RequestBody.write(
                    workSessionID, label, quad, color, customProperties, calibratedData, to: &json)
            }
        }

        /// Refuses numbers that are not finite.
        public func json() throws(JSONError) -> [UInt8] { try RequestBody.bytes { write(to: &$0) } }
    }

    /// Several markers to be created at once.
    public static func creating(_ markers: [MarkerCreation]) throws(JSONError) -> [UInt8] {
        try object { json in
            json.array("markers") { json in for marker in markers { marker.write(to: &json) } }
        }
    }

    /// A new calibration vector of a space, metres.
    public static func calibrating(by vector: SIMD3<Double>) throws(JSONError) -> [UInt8] {
        try object { json in
            json.member("calibration_vector", vector)
        }
    }

    /// The lock of a work session for this many seconds; extended with the token that was given for it.
    public static func locking(seconds: Int, token: String? = nil) -> [UInt8] {
        JSONWriter.object { json in
            if let token { json.member("token", token) }
            json.member("ttl_seconds", seconds)
        }
    }

    /// The end of a lock.
    public static func unlocking(token: String) -> [UInt8] {
        JSONWriter.object { $0.member("token", token) }
    }

    /// The presence of a user.
    public static func presence(of user: String) -> [UInt8] {
        JSONWriter.object { $0.member("user_id", user) }
    }

    private static func write(
        _ workSessionID: UUID?, _ label: String?, _ quad: Quad?, _ color: String?,
        _ customProperties: JSONValue?,
        _ calibratedData: CalibratedData?, to json: inout JSONWriter
    ) {
        json.given("work_session_id", workSessionID?.wireText)
        json.given("label", label)
        for (field, corner) in zip(MarkerField.corners, quad?.corners ?? []) {
            json.member(field.name, corner)
        }
        json.given("color", color)
        json.given("custom_props", customProperties)
        if let calibratedData {
            json.key("calibrated_data")
            calibratedData.write(to: &json)
        }
    }

    static func object(_ members: (inout JSONWriter) -> Void) throws(JSONError) -> [UInt8] {
        try bytes { $0.object(members) }
    }

    private static func bytes(_ write: (inout JSONWriter) -> Void) throws(JSONError) -> [UInt8] {
        var json = JSONWriter()
        write(&json)
        return try json.take()
    }
}

extension RequestBody {
    /// A space to be created. Its vector is stated as none, which some servers require and all understand.
    public static func creatingSpace(key: String, name: String, description: String? = nil) -> [UInt8] {
        JSONWriter.object { json in
            json.member("key", key)
            json.member("name", name)
            json.given("description", description)
            json.member("calibration_vector", [0, 0, 0])
        }
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
            JSONWriter.object { json in
                json.given("space_id", spaceID.map { $0.uuid?.wireText ?? $0.text })
                json.given("session_type", sessionType)
                json.given("status", status)
                json.given("started_at", startedAt)
                json.given("completed_at", completedAt)
                json.given("meta", meta)
                json.given("version", version)
            }
        }
    }

    /// The dot of a row as one run saw it, replacing any of the same session, run and row.
    public static func placingAnchor(
        at position: SIMD3<Double>, localZ: Double, run: Int64, session: UUID
    ) throws(JSONError) -> [UInt8] {
        try object { json in
            json.member("session_id", session.wireText)
            json.member("run", run)
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
            json.given("description", description)
            json.array("markers") { json in
                for marker in markers {
                    json.object { json in
                        json.member("id", marker.id.wireText)
                        json.given("label", marker.label)
                        for (field, corner) in zip(MarkerField.corners, marker.quad.corners) {
                            json.member(field.name, corner)
                        }
                    }
                }
            }
        }
    }
}
