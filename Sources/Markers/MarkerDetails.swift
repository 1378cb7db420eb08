public import Foundation

/// What the server computed from a marker's corners, under the names of before or after 4 November 2025.
///
/// Numbers are metres; nil where they are missing or null.
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
    /// As they were written.
    public var createdAt: String?
    public var updatedAt: String?

    /// - Parameter pointer: where the value stands in its document.
    init(_ value: JSONValue, at pointer: String) throws(JSONError) {
        let members = Dictionary(value.members.map { ($0.name, $0.value) }) { _, last in last }
        func member(_ names: [String]) -> (name: String, value: JSONValue)? {
            for name in names { if let value = members[name], !value.isNull { return (name, value) } }
            return nil
        }
        func read<T>(_ names: String..., as read: (JSONValue) -> T?) throws(JSONError) -> T? {
            guard let (name, value) = member(names) else { return nil }
            guard let result = read(value) else {
                throw JSONError(.wrongType, at: pointer + "/" + name, found: .value(value.kind))
            }
            return result
        }
        markerID = try read("marker_id") { $0.string.flatMap(UUID.init(uuidString:)) }
        centerLong = try read("center_location_long", as: \.double)
        centerCross = try read("center_location_cross", as: \.double)
        xNegative = try read("x_negative", "left_distance", as: \.double)
        xPositive = try read("x_positive", "right_distance", as: \.double)
        zNegative = try read("z_negative", "near_distance", as: \.double)
        zPositive = try read("z_positive", "far_distance", as: \.double)
        longSize = try read("long_size", as: \.double)
        crossSize = try read("cross_size", as: \.double)
        customProperties = try read("custom_props") { $0 }
        createdAt = try read("created_at", as: \.string)
        updatedAt = try read("updated_at", as: \.string)
    }
}
