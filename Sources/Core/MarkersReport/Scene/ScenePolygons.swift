internal import Markers

/// The scene as polygons (PLY, binary, the least byte first): each marker as two triangles at its place afterwards.
struct ScenePolygons {
    let bytes: [UInt8]

    /// The number where a residual or an error is not known: no length is negative, and no reader takes it for
    /// the end of a list.
    static let unknown: Float = -1

    init(_ markers: SceneMarkers, version: String) {
        let triangles = SceneMarker.triangles.count / 3 * markers.shown.count
        let origin = (0..<3).map { ReportText.exact(markers.origin[$0]) }.joined(separator: " ")
        let lines = [
            "ply", "format binary_little_endian 1.0", "comment quadcal \(ScenePolygons.plain(version))",
            "comment \(ScenePolygons.plain(markers.about))",
            "comment metres, +Y up; the origin is at \(origin) in the frame",
            "comment residual and error95 are in metres, -1 where they are not known",
            "comment without \(markers.omitted) markers that have no place",
            "element vertex \(4 * markers.shown.count)", "property float x", "property float y",
            "property float z", "property uchar red", "property uchar green", "property uchar blue",
            "property float residual", "property float error95", "element face \(triangles)",
            "property list uchar int vertex_indices", "end_header", "",
        ]
        var bytes = Array(lines.joined(separator: "\n").utf8)
        for marker in markers.shown {
            let color = marker.color.shown
            for corner in marker.after {
                bytes.append(littleEndian: corner)
                for place in 0..<3 { bytes.append(UInt8(color[place].rounded())) }
                for number in [marker.residual, marker.error] {
                    bytes.append(littleEndian: (number.map(Float.init) ?? ScenePolygons.unknown).bitPattern)
                }
            }
        }
        for place in markers.shown.indices {
            for (number, corner) in SceneMarker.triangles.enumerated() {
                if number % 3 == 0 { bytes.append(3) }
                bytes.append(littleEndian: Int32(4 * place + corner))
            }
        }
        self.bytes = bytes
    }

    /// Text for a header, which is ASCII and ends at the end of the line.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(ReportText.name(text).unicodeScalars.map { $0.isASCII ? $0 : "?" }))
    }
}
