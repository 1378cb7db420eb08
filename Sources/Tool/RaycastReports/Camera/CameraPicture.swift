import MarkersReport
import QuadGeometry

/// The view of a camera as a PNG file.
package enum CameraPicture {
    /// The greatest depth in millimetres; whatever is farther has it, too. Where nothing is shown it is 0.
    static let farthest = 65_535.0

    /// The bytes of the file.
    package static func bytes(of report: CameraReport, _ shade: PictureShade) -> [UInt8] {
        let maps = report.maps, pixels: PortablePicture.Pixels
        switch shade {
        case .ids:
            pixels = .colors(
                maps.indices.map { index in
                    report.order[Int(index)].map { report.markers[$0].color } ?? MarkerColors.nothing
                })
        case .depth:
            pixels = .greys(
                maps.depths.map { depth in
                    // What is nearer than half a millimetre is something, too.
                    depth.isFinite ? UInt16(min(max((depth * 1000).rounded(), 1), farthest)) : 0
                })
        }
        return PortablePicture(width: maps.width, height: maps.rows.count, pixels).bytes
    }
}
