internal import MarkersReport
internal import QuadGeometry
internal import RigidCalibration
internal import VisionSensor

/// The sensed markers from the side that shows them widest, the ellipses of their centres, and where made-up objects are in truth.
struct SenseDrawing {
    let report: SenseReport
    private let view: ViewDirection
    private let frame: ViewFrame
    /// The factor by which errors are enlarged.
    private let magnification: Double

    private static let margin = 0.08
    /// The longest half axis of an ellipse, in units of the drawing.
    private static let longestArm = 30.0

    init?(_ report: SenseReport) {
        let points = report.markers.flatMap { SenseDrawing.quad($0, report).corners }
        let views = ViewDirection.all(isLongAlongZ: false).prefix(3).compactMap { view in
            PaperBox(around: points.map(view.projected)).map { (view: view, box: $0) }
        }
        guard let widest = views.max(by: { $0.box.area < $1.box.area }) else { return nil }
        let frame = ViewFrame(
            widest.view, around: widest.box.grown(by: SenseDrawing.margin * widest.box.longest), isAlone: true
        )
        let ellipses = report.markers.map { SenseDrawing.ellipse($0, widest.view) }
        let longest = ellipses.map(\.length).max() ?? 0
        magnification =
            longest > 0 ? max(RoundNumber.below(SenseDrawing.longestArm / (longest * frame.scale)), 1) : 1
        (self.report, view, self.frame) = (report, widest.view, frame)
    }

    /// The quad in the world of the cameras.
    private static func quad(_ marker: SensedMarker, _ report: SenseReport) -> Quad {
        guard let space = report.question.spaceFromWorld else { return marker.quad }
        return space.inverted() * marker.quad
    }

    private static func ellipse(_ marker: SensedMarker, _ view: ViewDirection) -> ErrorEllipse {
        ErrorEllipse(marker.track.covariance, in: view, factor: SymmetricMatrix.ellipseFactor)
    }

    func write(to page: inout PageText) {
        page.section("views", "The markers \(view.description)")
        let caption =
            "\(view.description), in the world of the cameras; ellipses hold 95 of 100 centres, drawn "
            + "\(ReportText.digits(2, magnification)) times as large"
            + (report.truth == nil ? "" : "; orange crosses: the truth, its distance enlarged alike")
        frame.figure("Markers \(view.description)", name: view.name, caption, on: &page) { page in
            ellipses(&page)
            quads(&page)
            QuadLabels(
                report.markers.map { (name: $0.label, corners: SenseDrawing.quad($0, report).corners) },
                in: frame
            ).write(to: &page)
        }
        page.raw("</section>\n")
    }

    private func ellipses(_ page: inout PageText) {
        var path = PaperPath()
        // The paper's y runs down.
        let factor = SIMD2(1, -1) * (frame.scale * magnification)
        for marker in report.markers {
            let ellipse = SenseDrawing.ellipse(marker, view)
            path.addEllipse(
                at: frame.place(marker.track.center), ellipse.long * factor, ellipse.short * factor)
        }
        page.raw("<g class=\"e\" transform=\"scale(.1)\"><path d=\"\(path.data)\"/></g>")
    }

    private func quads(_ page: inout PageText) {
        page.raw("<g fill=\"none\" stroke-linejoin=\"round\">")
        for (place, marker) in report.markers.enumerated() {
            let corners = SenseDrawing.quad(marker, report).corners.map { frame.place($0) }
            let line = corners.map { "\(n($0.x)) \(n($0.y))" }.joined(separator: "L")
            page.shape(
                "path stroke=\"var(--mark)\" stroke-width=\"3\" d=\"M\(line)Z\"",
                "\(ReportText.name(marker.label)), seen \(marker.track.replies.count) times")
            guard let truth = report.truth?.matches[place] else { continue }
            let center = marker.track.center
            let cross = frame.place(center + (truth - center) * magnification)
            page.shape(
                "path stroke=\"var(--orange)\" stroke-width=\"2.5\" d=\"M\(n(cross.x - 5)) \(n(cross.y))h10M\(n(cross.x)) \(n(cross.y - 5))v10\"",
                "truth, \(ReportText.length((truth - center).length)) from the marker")
        }
        page.raw("</g>")
    }
}
