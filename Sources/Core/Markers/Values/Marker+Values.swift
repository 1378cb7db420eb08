public import Foundation
public import QuadGeometry

extension Marker {
    /// The session of a marker that is in none yet, all of whose bits are zero.
    public static let noSession = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// A marker of values; refuses numbers that are not finite.
    ///
    /// - Parameters:
    ///   - id: its id; a new one by default.
    ///   - workSessionID: the session that it is in.
    ///   - label: the label that people see.
    ///   - quad: its corners in metres.
    ///   - color: its color as `#RRGGBB`.
    ///   - version: the version that an update carries.
    ///   - meta: data that programs keep with it, an object.
    ///   - customProperties: data that users keep with it, an object.
    ///   - calibratedData: the corners in the frame of the space's calibration.
    ///   - created: the instant of its creation.
    ///   - updated: the instant of its last change.
    public init(
        id: UUID = UUID(), workSessionID: UUID = Marker.noSession, label: String? = nil, quad: Quad,
        color: String? = nil, version: Int64? = nil, meta: JSONValue? = nil,
        customProperties: JSONValue? = nil,
        calibratedData: CalibratedData? = nil, created: Date? = nil, updated: Date? = nil
    ) throws(JSONError) {
        let bytes = try RequestBody.object { json in
            json.member(MarkerField.id.name, id.wireText)
            json.member(MarkerField.workSessionID.name, workSessionID.wireText)
            json.given(MarkerField.label.name, label)
            for (field, corner) in zip(MarkerField.corners, quad.corners) { json.member(field.name, corner) }
            json.given(MarkerField.color.name, color)
            json.given(MarkerField.version.name, version)
            json.given(MarkerField.meta.name, meta)
            json.given(MarkerField.customProperties.name, customProperties)
            if let calibratedData {
                json.key(MarkerField.calibratedData.name)
                calibratedData.write(to: &json)
            }
            json.given(MarkerField.createdAt.name, created)
            json.given(MarkerField.updatedAt.name, updated)
        }
        try self.init(bytes)
    }
}

extension JSONWriter {
    mutating func given(_ name: String, _ text: String?) {
        if let text { member(name, text) }
    }

    mutating func given(_ name: String, _ value: JSONValue?) {
        if let value { member(name, value) }
    }

    mutating func given(_ name: String, _ date: Date?) {
        given(name, date.flatMap { WireDate($0)?.text })
    }

    mutating func given(_ name: String, _ number: Int64?) {
        if let number { member(name, number) }
    }

    mutating func given(_ name: String, _ point: SIMD3<Double>?) {
        if let point { member(name, point) }
    }
}
