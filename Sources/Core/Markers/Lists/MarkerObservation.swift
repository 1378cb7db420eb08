public import Foundation
public import QuadGeometry
import StrictJSON

/// A choice between the two sets of corners of a marker.
public enum MarkerCoordinates: String, CaseIterable, Hashable, Sendable {
    /// `p1` to `p4`.
    case raw
    /// Those of `calibrated_data`.
    case calibrated
}

/// A marker as one scan saw it, or as a reference set has it: the part of it that a pair needs.
public struct MarkerObservation: Hashable, Sendable {
    public let id: UUID
    /// Its session, or its reference set where that has an id.
    public let collection: UUID?
    public let label: String?
    /// The value that `custom_props` keeps as `anchorId`.
    public let anchor: String?
    public let quad: Quad
    public let place: MarkerPlace
    /// The date of its creation, as it is written.
    public let createdAt: String?

    public init(
        id: UUID, collection: UUID? = nil, label: String? = nil, anchor: String? = nil, quad: Quad,
        place: MarkerPlace = MarkerPlace(), createdAt: String? = nil
    ) {
        (self.id, self.collection, self.label, self.anchor) = (id, collection, label, anchor)
        (self.quad, self.place, self.createdAt) = (quad, place, createdAt)
    }

    /// The instant of its creation; nil if that is missing or is not a date.
    package var created: Date? { createdAt.flatMap { WireDate($0) }?.date }

    /// Takes the marker's raw or calibrated corners; refused if those are missing or cannot be used.
    public init(_ marker: Marker, _ coordinates: MarkerCoordinates) throws(JSONError) {
        let quad: Quad
        switch coordinates {
        case .raw: quad = try marker.quad
        case .calibrated:
            guard let data = try marker.calibratedData else {
                let error = JSONError(.missingMember, at: "/calibrated_data", found: .end)
                throw error.moved(
                    line: marker.place.line, column: marker.place.column, pointer: marker.place.pointer)
            }
            quad = data.quad
        }
        self.init(
            id: marker.id, collection: marker.workSessionID, label: marker.label,
            anchor: marker.customProperties?["anchorId"].flatMap(MarkerObservation.text), quad: quad,
            place: marker.place, createdAt: marker.createdAt)
    }

    /// A marker of a reference set: it has an id, an optional label and `anchorId`, and corners in the space's coordinates.
    ///
    /// - Parameter place: the start of the value's text.
    init(reference value: JSONValue, in set: UUID?, _ place: MarkerPlace) throws(JSONFault) {
        func member(_ name: StaticString) throws(JSONFault) -> JSONValue {
            guard let member = value[name.description] else {
                throw JSONFault(code: .missingMember, place: value.range.lowerBound, member: name)
            }
            return member
        }
        guard value.kind == .object else {
            throw JSONFault(
                code: .wrongType, place: value.range.lowerBound, kind: value.kind, wanted: .object)
        }
        let id = try member("id")
        guard let identifier = id.string.flatMap({ UUID(uuidString: $0) }) else {
            throw JSONFault(code: .notAnIdentifier, place: id.range.lowerBound, kind: id.kind)
        }
        var quad = Quad(.zero, .zero, .zero, .zero)
        for (place, name) in (["p1", "p2", "p3", "p4"] as [StaticString]).enumerated() {
            let corner = try member(name)
            let numbers = corner.elements.compactMap(\.double)
            guard numbers.count == 3, corner.elements.count == 3 else {
                throw JSONFault(code: .badCorner, place: corner.range.lowerBound, kind: corner.kind)
            }
            quad[corner: place] = SIMD3(numbers[0], numbers[1], numbers[2])
        }
        self.init(
            id: identifier, collection: set, label: value["label"]?.string,
            anchor: value["custom_props"]?["anchorId"].flatMap(MarkerObservation.text), quad: quad,
            place: place, createdAt: value["created_at"]?.string)
    }

    /// A string, or a number as it is written.
    private static func text(_ value: JSONValue) -> String? {
        value.string ?? (value.kind == .number ? String(decoding: value.text, as: UTF8.self) : nil)
    }
}
