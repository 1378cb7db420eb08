internal import Markers

/// The markers of a report as a scene for phones, viewers and programs: each at its place afterwards, in the
/// colour of its error, and in grey at its place before.
///
/// Lengths are metres and +Y is up. The scene has its own ground: the center of its lowest plane is the
/// origin, so that no digits are lost far from it; the file says where that is in the frame. Markers without a
/// place that single precision holds are left out and counted; a scene never has a coordinate that is no number.
public enum ReportScene {
    /// The scene for phones (USDZ); `nil` if there are no markers with four corners.
    public static func usdz(_ content: ReportContent) -> [UInt8]? {
        SceneMarkers(content).map { markers in
            let text = SceneText(markers, version: content.fit.version).text
            return StoredArchive.bytes([("scene.usda", Array(text.utf8))])
        }
    }

    /// The scene for viewers (binary glTF 2.0); `nil` if there are no markers with four corners.
    ///
    /// Each marker is a node with its `id`, `note`, `residual` and `error95` in metres among its extras; the node
    /// of all places before has their `ids` in the order of its quads.
    public static func glb(_ content: ReportContent) -> [UInt8]? {
        SceneMarkers(content).map { SceneBinary($0, version: content.fit.version).bytes }
    }

    /// The places afterwards for programs (binary PLY); `nil` if there are no markers with four corners.
    ///
    /// Vertices have a colour, and a `residual` and an `error95` in metres, -1 where they are not known. Two
    /// triangles in a row are a marker, in the order of the report.
    public static func ply(_ content: ReportContent) -> [UInt8]? {
        SceneMarkers(content).map { ScenePolygons($0, version: content.fit.version).bytes }
    }
}

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

/// The scene as binary glTF 2.0 (GLB).
///
/// Each marker afterwards is a node of its own, with its id among the extras; all places before are one mesh.
struct SceneBinary {
    let markers: SceneMarkers
    let version: String
    let before: [(id: String, corners: [SIMD3<Float>])]

    init(_ markers: SceneMarkers, version: String) {
        (self.markers, self.version) = (markers, version)
        before = markers.shown.compactMap { marker in marker.before.map { (marker.id, $0) } }
    }

    var bytes: [UInt8] {
        let numbers = numbers
        var description = description(length: numbers.count)
        // Chunks have a multiple of four bytes; text is filled up with spaces.
        while description.count % 4 != 0 { description.append(UInt8(ascii: " ")) }
        var file: [UInt8] = []
        file.append(littleEndian: UInt32(0x4654_6c67))
        file.append(littleEndian: UInt32(2))
        file.append(littleEndian: UInt32(12 + 8 + description.count + 8 + numbers.count))
        for (kind, chunk) in [(UInt32(0x4e4f_534a), description), (0x004e_4942, numbers)] {
            file.append(littleEndian: UInt32(chunk.count))
            file.append(littleEndian: kind)
            file += chunk
        }
        return file
    }

    /// The parts of the numbers in their order; all of them are multiples of four bytes.
    enum Part: Int {
        case triangles, colors, after, trianglesBefore, before
    }

    static let point = 12, corners = 4

    func length(_ part: Part) -> Int {
        switch part {
        case .triangles: SceneMarker.triangles.count * 2
        case .colors: SceneColor.all.count * SceneBinary.corners * SceneBinary.point
        case .after: markers.shown.count * SceneBinary.corners * SceneBinary.point
        case .trianglesBefore: before.count * SceneMarker.triangles.count * 4
        case .before: before.count * SceneBinary.corners * SceneBinary.point
        }
    }

    var parts: [Part] {
        [.triangles, .colors, .after] + (before.isEmpty ? [] : [.trianglesBefore, .before])
    }

    private var numbers: [UInt8] {
        var bytes: [UInt8] = []
        for corner in SceneMarker.triangles { bytes.append(littleEndian: UInt16(corner)) }
        for color in SceneColor.all {
            for _ in 0..<SceneBinary.corners { bytes.append(littleEndian: SIMD3<Float>(color.linear)) }
        }
        for marker in markers.shown {
            for corner in marker.after { bytes.append(littleEndian: corner) }
        }
        for place in before.indices {
            for corner in SceneMarker.triangles {
                bytes.append(littleEndian: UInt32(place * SceneBinary.corners + corner))
            }
        }
        for (_, corners) in before {
            for corner in corners { bytes.append(littleEndian: corner) }
        }
        return bytes
    }
}
