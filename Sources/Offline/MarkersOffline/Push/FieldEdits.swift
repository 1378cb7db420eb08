package import Markers
package import QuadGeometry

/// The changes that somebody wants of a marker: members that are nil stay as they are.
package struct FieldEdits: Hashable, Sendable {
    package var label: String?
    package var color: String?
    /// In metres.
    package var corners: Quad?
    /// The text of each custom property that changes; others stay.
    package var properties: [String: [UInt8]] = [:]

    private static let corners: [MarkerField] = [.p1, .p2, .p3, .p4]

    /// The changes of a marker that was seen with these corners: those that are not named stay where they were seen.
    package init(_ changes: UpdateMarker, on old: Quad) {
        (label, color) = (changes.label, changes.color)
        properties = changes.customProperties?.memberTexts ?? [:]
        let corners = [changes.p1, changes.p2, changes.p3, changes.p4]
        guard corners.contains(where: { $0 != nil }) else { return }
        self.corners = Quad(
            changes.p1 ?? old.p1, changes.p2 ?? old.p2, changes.p3 ?? old.p3, changes.p4 ?? old.p4)
    }

    var isEmpty: Bool { label == nil && color == nil && corners == nil && properties.isEmpty }

    /// The edits after others of the same marker: later ones win.
    func followed(by later: FieldEdits) -> FieldEdits {
        FieldEdits(
            label: later.label ?? label, color: later.color ?? color, corners: later.corners ?? corners,
            properties: properties.merging(later.properties) { $1 })
    }

    /// The members as an object: in the store, and with a version in a request.
    ///
    /// - Parameters:
    ///   - version: The version that a server must have; `nil` in the store.
    ///   - current: The properties that the server has, of which those that are not edited are sent as they are.
    package func json(version: Int64? = nil, over current: [String: [UInt8]] = [:]) -> [UInt8] {
        JSONWriter.object { json in
            if let version {
                json.member("version", version)
            }
            if let label { json.member("label", label) }
            if let color { json.member("color", color) }
            if let corners {
                for (field, corner) in zip(FieldEdits.corners, corners.corners) {
                    json.member(field.name, corner)
                }
            }
            guard !properties.isEmpty else { return }
            json.member("custom_props", verbatim: mergedProperties(over: current))
        }
    }

    /// The custom properties as an object, over those that a marker has.
    func mergedProperties(over current: [String: [UInt8]]) -> [UInt8] {
        JSONWriter.object { json in
            for (name, text) in current.merging(properties, uniquingKeysWith: { $1 }).sorted(by: {
                $0.key < $1.key
            }) {
                json.member(name, verbatim: text)
            }
        }
    }

    package init(json bytes: [UInt8]) throws(JSONError) {
        let value = try JSONValue(bytes)
        label = value["label"]?.string
        color = value["color"]?.string
        properties = value["custom_props"]?.memberTexts ?? [:]
        let points = FieldEdits.corners.compactMap { field -> SIMD3<Double>? in
            let numbers = value[field.name]?.elements.compactMap(\.double) ?? []
            return numbers.count == 3 ? SIMD3(numbers) : nil
        }
        corners = points.count == 4 ? Quad(points[0], points[1], points[2], points[3]) : nil
    }

    package init(
        label: String? = nil, color: String? = nil, corners: Quad? = nil, properties: [String: [UInt8]] = [:]
    ) {
        (self.label, self.color, self.corners, self.properties) = (label, color, corners, properties)
    }
}
