package import Foundation
package import Markers
internal import QuadGeometry
internal import VisionSensor

/// Sensed markers as a file, and as a server is asked to create them.
package struct SensedSet {
    private let report: SenseReport

    package init(_ report: SenseReport) { self.report = report }

    /// One JSON object of markers.
    package var bytes: [UInt8] {
        JSONWriter.object(openDepth: 2, endsLine: true) { json in
            json.member("name", "\(counted(report.markers.count, "marker")) of detections")
            json.member(
                "description",
                report.question.spaceFromWorld == nil
                    ? "in the world of the cameras" : "in the frame of the space")
            json.array("markers") { json in
                for marker in report.markers {
                    json.object { json in
                        json.member("id", marker.key)
                        json.member("work_session_id", Marker.noSession.wireText)
                        json.member("label", marker.label)
                        for (place, corner) in marker.quad.corners.enumerated() {
                            json.member("p\(place + 1)", corner)
                        }
                        json.key("custom_props")
                        write(marker, to: &json)
                    }
                }
            }
        }
    }

    private func write(_ marker: SensedMarker, to json: inout JSONWriter) {
        let track = marker.track
        json.object { json in
            json.member("client_key", marker.key)
            json.member("source", "vision")
            json.member("class", track.label)
            json.member("confidence", track.confidence)
            json.member("sightings", track.replies.count)
            json.member("stands", track.standCount)
            json.member("sigmaMillimetres", marker.sigma * 1000)
            json.member(
                "viewAngleDegrees", MeasureText.rounded(track.viewAngle / QuadLimits.degree))
            json.member("distance", report.kind?.rawValue)
            json.member("orientation", MarkerRecord(marker: marker, report: report).orientation)
            json.array("requestIds") { json in for request in marker.requests { json.value(request) } }
        }
    }

    package func creations(
        in session: UUID
    ) throws(JSONError) -> (markers: [RequestBody.MarkerCreation], keys: [String]) {
        var markers: [RequestBody.MarkerCreation] = []
        for marker in report.markers {
            var creation = RequestBody.MarkerCreation(workSessionID: session, quad: marker.quad)
            creation.label = marker.label
            var json = JSONWriter()
            write(marker, to: &json)
            creation.customProperties = try JSONValue(try json.take())
            markers.append(creation)
        }
        return (markers, report.markers.map(\.key))
    }
}
