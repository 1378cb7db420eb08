import CheckReports
import Foundation
import Markers
import MarkersReport
import QuadGeometry
import ToolTerminal

/// The picture of a view, with the outline of every marker in it and the names of those that are seen.
struct CameraDrawing {
    let report: CameraReport

    /// The width of the drawing, for which the page's letters are made.
    private static let width = 720.0
    /// A page has no larger picture, and then only outlines.
    private static let mostBytes = 600_000
    /// More names would cover each other.
    private static let mostNames = 60

    func write(to page: inout PageText) {
        let camera = report.frame.camera, scale = CameraDrawing.width / Double(camera.width)
        let height = Double(camera.height) * scale
        let picture = CameraPicture.bytes(of: report, .ids)
        let hasPicture = picture.count <= CameraDrawing.mostBytes
        page.section("views", "The image")
        page.raw(
            "<figure class=\"wide\"><svg viewBox=\"0 0 \(n(CameraDrawing.width)) \(n(height))\" role=\"img\"><title>"
        )
        page.text("Markers in the image")
        page.raw("</title>")
        if hasPicture {
            let text = Data(picture).base64EncodedString()
            page.raw(
                "<image width=\"\(n(CameraDrawing.width))\" height=\"\(n(height))\" href=\"data:image/png;base64,\(text)\"/>"
            )
        }
        for marker in report.markers.reversed() { outline(of: marker, scale, &page) }
        names(scale, &page)
        page.raw("</svg><figcaption>")
        page.text(
            "\(camera.width) x \(camera.height) pixels. Every marker in view has an outline, whether it is hidden or not"
                + (hasPicture
                    ? "; its colour is where it is seen." : "; the picture is too large for a page."))
        page.raw("</figcaption></figure></section>\n")
    }

    /// The outline of a marker that is in front of the camera as a whole.
    private func outline(of marker: ShownMarker, _ scale: Double, _ page: inout PageText) {
        let corners = marker.corners.compactMap { $0 }
        guard corners.count == 4 else { return }
        let line = corners.map { "\(n($0.x * scale)) \(n($0.y * scale))" }.joined(separator: "L")
        page.raw(
            "<path fill=\"none\" stroke=\"\(marker.hexColor)\" stroke-width=\"1.5\" d=\"M\(line)Z\"><title>")
        let hidden = marker.hidden.map { ", \(Int($0.rounded())) % hidden" } ?? ""
        page.text(
            "\(marker.marker.shortText(.whole)), \(MeasureText.fixed(marker.distance)) m away\(hidden)")
        page.raw("</title></path>")
    }

    private func names(_ scale: Double, _ page: inout PageText) {
        let seen = report.markers.filter { $0.pixels > 0 }.prefix(CameraDrawing.mostNames)
        // Twice: an edge in the colour of the page, and the letters upon it.
        for attributes in ["stroke=\"var(--panel)\" stroke-width=\"3\"", "aria-hidden=\"true\""] {
            page.raw("<g class=\"l\" \(attributes)>")
            for marker in seen {
                guard let box = marker.box else { continue }
                let (x, y) = ((box.left + box.right) / 2 * scale, (box.top + box.bottom) / 2 * scale)
                page.raw("<text text-anchor=\"middle\" x=\"\(n(x))\" y=\"\(n(y))\">")
                page.text(ReportText.name(marker.marker.label ?? marker.marker.id ?? "", atMost: 24))
                page.raw("</text>")
            }
            page.raw("</g>")
        }
    }

    /// A number of the drawing, to a tenth of its units.
    private func n(_ number: Double) -> String {
        guard number.magnitude < 1e6 else { return number < 0 ? "-1e6" : "1e6" }
        return MeasureText.shortest((number * 10).rounded() / 10)
    }
}

/// The view of a camera as a PNG file.
package enum CameraPicture {
    /// The greatest depth in millimetres; whatever is farther has it, too. Where nothing is shown it is 0.
    static let farthest = 65_535.0

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
