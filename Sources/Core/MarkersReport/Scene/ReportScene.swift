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
