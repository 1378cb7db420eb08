public import Foundation
import StrictJSON

/// The numbers that the server computed from a marker's corners, under the names before or after 4 November
/// 2025.
/// In metres; nil if missing or null.
public struct MarkerDetails: Hashable, Sendable {
    public var markerID: UUID?
    public var centerLong: Double?
    public var centerCross: Double?
    public var xNegative: Double?
    public var xPositive: Double?
    public var zNegative: Double?
    public var zPositive: Double?
    public var longSize: Double?
    public var crossSize: Double?
    public var customProperties: JSONValue?
    /// The date as it was written.
    public var createdAt: String?
    public var updatedAt: String?

    private static let names = WireNames(
        "marker_id", "center_location_long", "center_location_cross", "x_negative", "x_positive",
        "z_negative",
        "z_positive", "long_size", "cross_size", "custom_props", "created_at", "updated_at", "left_distance",
        "right_distance", "near_distance", "far_distance")

    /// Reads an object on its own, as in a reply.
    public init(_ value: JSONValue) throws(JSONError) {
        do throws(JSONFault) { try self.init(reading: value) } catch { throw value.error(error) }
    }

    init(reading value: JSONValue) throws(JSONFault) {
        guard value.kind == .object else {
            throw JSONFault(
                code: .wrongType, place: value.range.lowerBound, kind: value.kind, wanted: .object)
        }
        var details = MarkerDetails()
        try value.visit { scanner, name throws(JSONFault) in
            switch MarkerDetails.names.index(of: name, in: scanner.bytes) {
            case 0: details.markerID = try scanner.identifier()
            case 1: details.centerLong = try scanner.double()
            case 2: details.centerCross = try scanner.double()
            case 3: details.xNegative = try scanner.double() ?? details.xNegative
            case 4: details.xPositive = try scanner.double() ?? details.xPositive
            case 5: details.zNegative = try scanner.double() ?? details.zNegative
            case 6: details.zPositive = try scanner.double() ?? details.zPositive
            case 7: details.longSize = try scanner.double()
            case 8: details.crossSize = try scanner.double()
            case 9:
                let start = scanner.place
                try scanner.skipValue()
                details.customProperties = JSONValue(valid: value.bytes, start..<scanner.place)
            case 10: details.createdAt = try scanner.string()
            case 11: details.updatedAt = try scanner.string()
            case 12: details.takeOld(try scanner.double(), for: \.xNegative)
            case 13: details.takeOld(try scanner.double(), for: \.xPositive)
            case 14: details.takeOld(try scanner.double(), for: \.zNegative)
            case 15: details.takeOld(try scanner.double(), for: \.zPositive)
            default: try scanner.skipValue()
            }
        }
        self = details
    }

    init() {}

    /// Takes a value under its old name, unless the new one is there.
    private mutating func takeOld(_ value: Double?, for key: WritableKeyPath<MarkerDetails, Double?>) {
        if self[keyPath: key] == nil { self[keyPath: key] = value }
    }
}

extension JSONScanner {
    /// The UUID at the place; nil for null.
    mutating func identifier() throws(JSONFault) -> UUID? {
        guard let kind = try notNull() else { return nil }
        guard kind == .string else {
            throw JSONFault(code: .wrongType, place: place, kind: kind, wanted: .string)
        }
        let start = place
        _ = try skipString()
        guard let identifier = UUID(bytes, (start + 1)..<(place - 1)) else {
            throw JSONFault(code: .notAnIdentifier, place: start, kind: .string)
        }
        return identifier
    }
}
