internal import Markers
internal import QuadGeometry

/// The parts of a marker that people edit, and its version.
struct MarkerFields: Hashable, Sendable {
    var version: Int64
    var label: String?
    var color: String?
    /// The raw corners, in metres.
    var corners: Quad
    /// The text of each member of its custom properties.
    var properties: [String: [UInt8]]

    /// The fields of a marker; `nil` without a version or with corners that cannot be read.
    init?(_ marker: Marker) {
        guard let version = marker.version, let quad = try? marker.quad else { return nil }
        self.init(
            version: version, label: marker.label, color: marker.color, corners: quad,
            properties: marker.customProperties?.memberTexts ?? [:])
    }

    init(
        version: Int64, label: String? = nil, color: String? = nil, corners: Quad,
        properties: [String: [UInt8]] = [:]
    ) {
        (self.version, self.label, self.color) = (version, label, color)
        (self.corners, self.properties) = (corners, properties)
    }

    /// The fields once edits have their effect.
    func after(_ edits: FieldEdits) -> MarkerFields {
        MarkerFields(
            version: version, label: edits.label ?? label, color: edits.color ?? color,
            corners: edits.corners ?? corners, properties: properties.merging(edits.properties) { $1 })
    }

    /// The fields as they are kept: the members of a marker.
    var json: [UInt8] {
        FieldEdits(label: label, color: color, corners: corners, properties: properties).json(
            version: version)
    }

    /// The fields that were kept; `nil` where that is damaged.
    init?(json bytes: [UInt8]) {
        guard let edits = try? FieldEdits(json: bytes), let corners = edits.corners,
            let version = (try? JSONValue(bytes))?["version"]?.integer
        else { return nil }
        self.init(
            version: version, label: edits.label, color: edits.color, corners: corners,
            properties: edits.properties)
    }
}
