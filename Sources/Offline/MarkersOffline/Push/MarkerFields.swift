internal import Foundation
package import Markers
package import QuadGeometry

/// The parts of a marker that people edit, and its version.
package struct MarkerFields: Hashable, Sendable {
    package var version: Int64
    package var label: String?
    package var color: String?
    /// The raw corners, in metres.
    package var corners: Quad
    /// The text of each member of its custom properties.
    package var properties: [String: [UInt8]]

    /// The fields of a marker; `nil` without a version or with corners that cannot be read.
    package init?(_ marker: Marker) {
        guard let version = marker.version, let quad = try? marker.quad else { return nil }
        self.init(
            version: version, label: marker.label, color: marker.color, corners: quad,
            properties: marker.customProperties?.memberTexts ?? [:])
    }

    package init(
        version: Int64, label: String? = nil, color: String? = nil, corners: Quad,
        properties: [String: [UInt8]] = [:]
    ) {
        (self.version, self.label, self.color) = (version, label, color)
        (self.corners, self.properties) = (corners, properties)
    }

    package func after(_ edits: FieldEdits) -> MarkerFields {
        MarkerFields(
            version: version, label: edits.label ?? label, color: edits.color ?? color,
            corners: edits.corners ?? corners, properties: properties.merging(edits.properties) { $1 })
    }

    /// The fields once edits of the queue have their effect, one after the other.
    func after(_ edits: some Sequence<QueuedEdit>) -> MarkerFields {
        edits.reduce(self) { fields, edit in
            guard edit.kind == .update, edit.fit == nil else { return fields }
            return (try? FieldEdits(json: edit.wanted)).map { fields.after($0) } ?? fields
        }
    }

    /// The fields that a joined edit starts from: these for what the earlier one changes, and those that the later one was made on
    /// for what only that changes. The version is the older one: nothing that either has not seen is taken for what it was.
    func joined(with seen: MarkerFields, for later: FieldEdits, beyond earlier: FieldEdits) -> MarkerFields {
        var fields = self
        fields.version = min(version, seen.version)
        if later.label != nil, earlier.label == nil { fields.label = seen.label }
        if later.color != nil, earlier.color == nil { fields.color = seen.color }
        if later.corners != nil, earlier.corners == nil { fields.corners = seen.corners }
        for name in later.properties.keys where earlier.properties[name] == nil {
            fields.properties[name] = seen.properties[name]
        }
        return fields
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

extension JSONValue {
    /// The members of an object, each as text, so that what is not edited stays byte for byte.
    var memberTexts: [String: [UInt8]] {
        Dictionary(members.map { ($0.name, Array($0.value.text)) }, uniquingKeysWith: { $1 })
    }

    /// Whether two values mean the same: a server may write them with other spaces, another order of members, or other digits.
    func means(_ other: JSONValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .number: return text == other.text || double.map { $0 == other.double } ?? false
        case .string: return string == other.string
        case .array:
            let (own, others) = (elements, other.elements)
            return own.count == others.count && zip(own, others).allSatisfy { $0.means($1) }
        case .object:
            let (own, others) = (members, other.members)
            return own.count == others.count
                && own.allSatisfy { member in
                    others.first { $0.name == member.name }?.value.means(member.value) ?? false
                }
        default: return text == other.text
        }
    }

    /// The same of two texts, either of which may be missing.
    static func mean(_ a: [UInt8]?, _ b: [UInt8]?) -> Bool {
        guard let a, let b else { return a == b }
        guard a != b else { return true }
        guard let first = try? JSONValue(a), let second = try? JSONValue(b) else { return false }
        return first.means(second)
    }
}

/// One field of a parked edit: as it was, as it is wanted, and as somebody else has made it.
public struct EditSides: Hashable, Sendable {
    /// The field, or the custom property after `custom_props/`.
    public let field: String
    /// The values as JSON; `nil` where there is none.
    public let before, mine, theirs: String?
    /// The greatest distance between a wanted corner and theirs, in metres; `nil` of other fields.
    public let distance: Double?
}

extension QueuedEdit {
    /// Everything that the edit wants, beside what it was and what was found; empty of removals.
    public var sides: [EditSides] {
        if let fit { return [EditSides("calibrated_data", nil, "\"fit \(fit)\"", their(.calibratedData))] }
        guard let edits = try? FieldEdits(json: wanted) else { return [] }
        let base = MarkerFields(json: base), theirs = theirFields
        func text(_ text: String?) -> String? { text.map { JSONWriter.text(of: $0) } }
        var sides: [EditSides] = []
        if edits.label != nil {
            sides.append(EditSides("label", text(base?.label), text(edits.label), text(theirs?.label)))
        }
        if edits.color != nil {
            sides.append(EditSides("color", text(base?.color), text(edits.color), text(theirs?.color)))
        }
        if let corners = edits.corners {
            sides.append(
                EditSides(
                    field: "corners", before: base.map { Self.text($0.corners) }, mine: Self.text(corners),
                    theirs: theirs.map { Self.text($0.corners) },
                    distance: theirs.map { corners.distance(to: $0.corners) }))
        }
        for (name, value) in edits.properties.sorted(by: { $0.key < $1.key }) {
            sides.append(
                EditSides(
                    "custom_props/" + name, Self.text(base?.properties[name]), Self.text(value),
                    Self.text(theirs?.properties[name])))
        }
        return sides
    }

    private func their(_ field: MarkerField) -> String? {
        theirs.flatMap { try? Marker($0) }?[field].map { String(decoding: $0.text, as: UTF8.self) }
    }

    private static func text(_ bytes: [UInt8]?) -> String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func text(_ quad: Quad) -> String {
        var json = JSONWriter()
        json.array { json in for corner in quad.corners { json.value(corner) } }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension EditSides {
    fileprivate init(_ field: String, _ before: String?, _ mine: String?, _ theirs: String?) {
        self.init(field: field, before: before, mine: mine, theirs: theirs, distance: nil)
    }
}

extension JSONWriter {
    fileprivate static func text(of text: String) -> String {
        var json = JSONWriter()
        json.value(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
