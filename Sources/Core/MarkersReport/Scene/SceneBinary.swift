internal import Markers

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

    /// The whole file: a header, the description, and the numbers.
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
