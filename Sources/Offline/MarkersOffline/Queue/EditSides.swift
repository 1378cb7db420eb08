internal import Foundation
internal import Markers
internal import QuadGeometry

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
