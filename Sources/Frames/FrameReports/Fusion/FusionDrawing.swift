internal import FrameGraph
internal import MarkersReport
internal import QuadGeometry

/// The fused markers from above, how sure each is, and the sightings that were left out.
struct FusionDrawing {
    let report: FusionReport
    private let view: ViewDirection
    private let frame: ViewFrame
    /// The factor by which circles are larger than the errors.
    let magnification: Double

    private static let margin = 0.06
    /// The largest circle, in units of the drawing.
    private static let largestCircle = 30.0

    init?(_ report: FusionReport) {
        let markers = report.fusion.markers
        let points = markers.flatMap { $0.quad.corners }
        guard let first = points.first, let worst = report.worst?.error, worst > 0 else { return nil }
        let low = points.reduce(first) { pointwiseMin($0, $1) }
        let high = points.reduce(first) { pointwiseMax($0, $1) }
        let view = ViewDirection.all(isLongAlongZ: (high - low).z > (high - low).x)[0]
        let shown = points + markers.flatMap { FusionDrawing.leftOut($0).flatMap(\.quad.corners) }
        guard let box = PaperBox(around: shown.map(view.projected)) else { return nil }
        frame = ViewFrame(view, around: box.grown(by: FusionDrawing.margin * box.longest), isAlone: true)
        magnification = max(RoundNumber.below(FusionDrawing.largestCircle / (worst * frame.scale)), 1)
        (self.report, self.view) = (report, view)
    }

    /// The quads of sightings that were left out, in the frame of the root.
    private static func leftOut(_ marker: FusedMarker) -> [(sighting: LeftOutSighting, quad: Quad)] {
        marker.leftOut.compactMap { sighting in
            marker.sessions.firstIndex(of: sighting.session).map { (sighting, marker.places[$0]) }
        }
    }

    func write(to page: inout PageText) {
        page.section("views", "The markers from above")
        let caption =
            "\(view.description), in the frame of \(ReportText.name(report.fusion.root)); circles reach as far as the worst "
            + "corner errs in 95 of 100 cases, drawn \(ReportText.digits(2, magnification)) times as large; orange: "
            + "sightings that were left out, and markers that are undecided"
        frame.figure("Fused markers \(view.description)", name: "Top view", caption, on: &page) { page in
            circles(&page)
            quads(&page)
            QuadLabels(
                report.fusion.markers.map { (name: report.name($0), corners: $0.quad.corners) }, in: frame
            ).write(to: &page)
        }
        page.raw("</section>\n")
    }

    private func circles(_ page: inout PageText) {
        var path = PaperPath()
        for marker in report.fusion.markers {
            guard let error = report.error(of: marker) else { continue }
            let reach = error * frame.scale * magnification
            path.addEllipse(at: frame.place(marker.quad.center), SIMD2(reach, 0), SIMD2(0, reach))
        }
        page.raw("<g class=\"e\" transform=\"scale(.1)\"><path d=\"\(path.data)\"/></g>")
    }

    private func quads(_ page: inout PageText) {
        page.raw("<g fill=\"none\" stroke-linejoin=\"round\">")
        for marker in report.fusion.markers {
            let name = report.name(marker)
            for (sighting, quad) in FusionDrawing.leftOut(marker) {
                outline(
                    quad, "stroke=\"var(--orange)\" stroke-width=\"2\" stroke-dasharray=\"5 4\"",
                    "\(name) in \(ReportText.name(sighting.session)): \(sighting.reason.rawValue)", &page)
            }
            let color = marker.undecided.isEmpty ? "--mark" : "--orange"
            let error = report.error(of: marker).map { ", within \(ReportText.length($0))" } ?? ""
            outline(
                marker.quad, "stroke=\"var(\(color))\" stroke-width=\"3\"",
                "\(name), seen by \(marker.sessions.count)\(error)", &page)
        }
        page.raw("</g>")
    }

    private func outline(_ quad: Quad, _ stroke: String, _ title: String, _ page: inout PageText) {
        let places = quad.corners.map { frame.place($0) }.map { "\(n($0.x)) \(n($0.y))" }
        page.shape("path \(stroke) d=\"M\(places.joined(separator: "L"))Z\"", title)
    }
}
