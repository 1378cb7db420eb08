internal import Markers
internal import RigidCalibration

/// The four drawings with the meaning of their lines.
struct PageViews {
    let scene: SceneDrawing

    func write(to page: inout PageText) {
        let drawings = scene.frames.map { ViewDrawing(scene, $0) }
        guard !drawings.isEmpty else { return }
        page.raw("<section id=\"views\">")
        page.element("h2", "The scene before and after")
        legend(&page)
        PageTurning(scene: scene).write(to: &page)
        page.raw("<div class=\"pair views\">")
        for drawing in drawings { drawing.write(to: &page) }
        page.raw("</div></section>\n")
    }

    private func legend(_ page: inout PageText) {
        let isMagnified = scene.arrows.contains { $0.length > 0 }
        let tones = Set(scene.shapes.map(\.tone)), step = scene.stepOfBefore
        let before = step > 1 ? "before, one marker of \(step)" : "before"
        let entries: [(mark: String, text: String)?] = [
            scene.showsBefore ? ("<path class=\"b\" d=\"M30 40h200v100h-200z\"/>", before) : nil,
            tones.contains(.sound)
                ? ("<g class=\"m sound\"><path d=\"M30 40h200v100h-200z\"/></g>", "after") : nil,
            tones.contains(.flagged)
                ? (
                    "<g class=\"m flagged\"><path d=\"M30 40h200v100h-200z\"/></g>",
                    "rejected, or needs attention"
                )
                : nil,
            tones.contains(.resting)
                ? ("<g class=\"m resting\"><path d=\"M30 40h200v100h-200z\"/></g>", "stays where it is")
                : nil,
            isMagnified
                ? (
                    "<g class=\"r\"><path d=\"M20 90l210 0M180 65l50 25-50 25\"/></g>",
                    "residual, from the moved point to its target, magnified as stated"
                ) : nil,
            isMagnified && scene.content.fit.covariance != nil
                ? (
                    "<g class=\"e\"><path d=\"M20 90a110 55 0 1 0 220 0a110 55 0 1 0 -220 0\"/></g>",
                    "error to expect in 95 of 100 cases, magnified alike"
                ) : nil,
        ]
        page.raw("<ul class=\"legend\">")
        for case let (mark, text)? in entries {
            page.raw(
                "<li><svg viewBox=\"0 0 26 18\" width=\"26\" height=\"18\" aria-hidden=\"true\">"
                    + "<g transform=\"scale(.1)\">\(mark)</g></svg> ")
            page.text(text)
            page.raw("</li>")
        }
        page.raw("</ul>")
        if scene.tooFar > 0 {
            page.element(
                "p class=\"note\"",
                "\(ReportText.counted(scene.tooFar, "marker")) that need attention, too far away to be drawn; see the table of all."
            )
        }
        guard !scene.showsBefore else { return }
        page.element(
            "p class=\"note\"",
            "The places before are \(ReportText.length(scene.wayOfMiddle)) away in the other frame, too far to be drawn."
        )
    }
}
