internal import Foundation
internal import Markers

/// The view that can be turned: hidden until the script has drawn it, so that without one the drawings stay alone.
struct PageTurning {
    let scene: SceneDrawing

    func write(to page: inout PageText) {
        guard let turning = TurningScene(scene) else { return }
        let packed = Data(PackedBytes.gzip(turning.json)).base64EncodedString()
        page.raw("<figure id=\"turning\" class=\"wide\" hidden><div class=\"stage\">")
        page.raw("<canvas tabindex=\"0\" role=\"img\" aria-describedby=\"turning-keys\" aria-label=\"")
        page.text("The scene to turn: \(ReportText.counted(scene.shapes.count, "marker"))")
        page.raw("\"></canvas><p class=\"tag\" hidden></p><p class=\"bar\"></p></div>")
        page.raw("<p class=\"controls\">")
        for (name, look) in PageTurning.looks {
            page.raw("<button type=\"button\" data-look=\"\(look)\">\(name)</button>")
        }
        var layers = scene.showsBefore ? [("before", "before")] : []
        if turning.magnification != nil { layers.append(("arrows", "residuals")) }
        if scene.content.fit.covariance != nil { layers.append(("errors", "errors")) }
        for (layer, name) in layers {
            page.raw(
                "<label><input type=\"checkbox\" checked data-layer=\"\(layer)\"> \(name)</label>")
        }
        page.raw("</p><output aria-live=\"polite\"></output><figcaption id=\"turning-keys\">")
        page.element("b", "View to turn")
        if let magnification = turning.magnification {
            page.raw(", residuals and errors ×&#160;\(ReportText.grouped(Int(magnification)))")
        }
        page.text(
            ": drag or use the arrow keys to turn it, two fingers, the wheel or + and − to zoom, with Shift to move it; "
                + "N and P or a row of a table choose a marker, Escape none.")
        page.raw("</figcaption></figure><script type=\"application/gzip\" id=\"quadcal-view\">")
        page.raw(packed)
        page.raw("</script>\n")
    }

    /// The directions to look from: the angles about the vertical and above the horizontal, in degrees.
    private static let looks = [
        ("Oblique", "30 30"), ("From above", "0 90"), ("From the front", "0 0"), ("From the side", "90 0"),
    ]
}
