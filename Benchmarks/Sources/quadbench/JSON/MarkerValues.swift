import Foundation
import Markers
import QuadGeometry

/// Every field of a marker as a value of its own.
struct MarkerValues {
    var id: UUID
    var workSessionID: UUID
    var label, color: String?
    var quad: Quad
    var version: Int64?
    var meta, customProperties: Markers.JSONValue?
    var calibratedData: CalibratedData?
    var details: MarkerDetails?
    var createdAt, updatedAt: String?

    init(_ marker: Marker) throws {
        (id, workSessionID) = (marker.id, marker.workSessionID)
        (label, color) = (marker.label, marker.color)
        (quad, version) = (try marker.quad, marker.version)
        (meta, customProperties) = (marker.meta, marker.customProperties)
        (calibratedData, details) = (try marker.calibratedData, try marker.details)
        (createdAt, updatedAt) = (marker.createdAt, marker.updatedAt)
    }

    var checksum: Double {
        var sum = quad.p3.z
        sum += Double(version ?? 0)
        sum += calibratedData?.quad.p1.x ?? 0
        sum += details?.longSize ?? 0
        for text in [label, color, createdAt, updatedAt] { sum += Double(text?.utf8.count ?? 0) }
        for value in [meta, customProperties] { sum += Double(value?.text.count ?? 0) }
        return sum
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id.wireText)
            json.member("work_session_id", workSessionID.wireText)
            json.member("label", label)
            json.key("p1")
            json.value(quad.p1)
            json.key("p2")
            json.value(quad.p2)
            json.key("p3")
            json.value(quad.p3)
            json.key("p4")
            json.value(quad.p4)
            json.member("color", color)
            json.member("version", version.map { Int($0) })
            json.key("meta")
            meta.map { json.value($0) } ?? json.null()
            json.key("custom_props")
            customProperties.map { json.value($0) } ?? json.null()
            json.key("calibrated_data")
            calibratedData.map { $0.write(to: &json) } ?? json.null()
            json.key("details")
            details.map { write($0, to: &json) } ?? json.null()
            json.member("created_at", createdAt)
            json.member("updated_at", updatedAt)
        }
    }

    private func write(_ details: MarkerDetails, to json: inout JSONWriter) {
        json.object { json in
            json.member("marker_id", details.markerID?.wireText)
            json.member("center_location_long", details.centerLong)
            json.member("center_location_cross", details.centerCross)
            json.member("x_negative", details.xNegative)
            json.member("x_positive", details.xPositive)
            json.member("z_negative", details.zNegative)
            json.member("z_positive", details.zPositive)
            json.member("long_size", details.longSize)
            json.member("cross_size", details.crossSize)
            json.key("custom_props")
            details.customProperties.map { json.value($0) } ?? json.null()
            json.member("created_at", details.createdAt)
            json.member("updated_at", details.updatedAt)
        }
    }
}
