import Foundation

/// A marker as Foundation's decoder reads it: points of a fixed size, dates as text, foreign values left out.
struct FoundationMarker: Decodable {
    var id, workSessionID: UUID
    var label, color: String?
    var p1, p2, p3, p4: SIMD3<Double>
    var version: Int64
    var calibratedData: Calibrated?
    var details: Details?
    var createdAt, updatedAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, label, color, p1, p2, p3, p4, version, details
        case workSessionID = "work_session_id"
        case calibratedData = "calibrated_data"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    struct Calibrated: Decodable { var p1, p2, p3, p4, center: SIMD3<Double> }

    struct Details: Decodable {
        var markerID: UUID
        var centerLong, centerCross, xNegative, xPositive, zNegative, zPositive, longSize, crossSize: Double?
        var createdAt, updatedAt: String?

        private enum CodingKeys: String, CodingKey {
            case markerID = "marker_id"
            case centerLong = "center_location_long"
            case centerCross = "center_location_cross"
            case xNegative = "x_negative"
            case xPositive = "x_positive"
            case zNegative = "z_negative"
            case zPositive = "z_positive"
            case longSize = "long_size"
            case crossSize = "cross_size"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }
    }
}
