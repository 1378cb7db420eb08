internal import FrameGraph
internal import Markers
internal import QuadGeometry

/// Fused markers as a reference set, which sessions are then fitted to.
///
/// Markers with an undecided corner are not in it: what they say there is not to be relied on.
package struct FusedSet {
    private let report: FusionReport

    package init(_ report: FusionReport) { self.report = report }

    package var count: Int { markers.count }

    private var markers: [FusedMarker] { report.fusion.markers.filter(\.undecided.isEmpty) }

    /// One JSON object.
    package var bytes: [UInt8] {
        var json = JSONWriter(openDepth: 2)
        json.object { json in
            json.member("name", "\(report.fusion.frames.count) sessions, fused")
            json.member("description", "in the frame of \(report.fusion.root)")
            json.key("markers")
            json.array { json in
                for marker in markers { write(marker, to: &json) }
            }
        }
        json.endLine()
        return json.bytes
    }

    private func write(_ marker: FusedMarker, to json: inout JSONWriter) {
        guard let first = report.keyed.marker(marker, root: report.fusion.root) else { return }
        json.object { json in
            json.member("id", first.id.wireText)
            json.member("label", first.label)
            for (place, corner) in marker.quad.corners.enumerated() {
                json.member("p\(place + 1)", corner)
            }
            json.key("custom_props")
            json.object { json in
                if let anchor = first.anchor { json.member("anchorId", anchor) }
                json.member("sessions", marker.sessions.count)
            }
        }
    }
}
