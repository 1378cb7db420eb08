/// The layout of a view on the paper: the part of the scene it shows, its scale and its axes.
package struct ViewFrame {
    package let direction: ViewDirection
    /// The part of the scene, in metres.
    let scene: PaperBox
    /// Units of the drawing per metre.
    package let scale: Double
    /// The whole drawing, and the part that shows the scene; unscaled, a unit is a pixel of a screen.
    package let size: SIMD2<Double>
    package let plot: PaperBox

    static let halfWidth = 552.0, fullWidth = 1120.0
    private static let left = 46.0, right = 14.0, top = 10.0, bottom = 66.0
    private static let tallest = 400.0, lowest = 84.0, tallestWhole = 480.0
    /// A scene at least this many times wider than high has the whole width.
    private static let wideFrom = 2.6

    /// - Parameters:
    ///   - box: the bounds to show, in metres.
    ///   - isAlone: whether there is nothing beside it, so that it has the whole width in any case.
    package init(_ direction: ViewDirection, around box: PaperBox, isAlone: Bool = false) {
        let extent = max(box.longest, 0.05)
        let box = box.grown(by: 0.06 * extent)
        let isWide = isAlone || box.size.x >= ViewFrame.wideFrom * box.size.y
        let width = isWide ? ViewFrame.fullWidth : ViewFrame.halfWidth
        let room = SIMD2(
            width - ViewFrame.left - ViewFrame.right, isAlone ? ViewFrame.tallestWhole : ViewFrame.tallest)
        scale = min(room.x / box.size.x, room.y / box.size.y)
        let height = max(box.size.y * scale, ViewFrame.lowest)
        let shown = SIMD2(room.x, height) / scale
        let middle = (box.low + box.high) / 2
        scene = PaperBox(low: middle - shown / 2, high: middle + shown / 2)
        plot = PaperBox(
            low: SIMD2(ViewFrame.left, ViewFrame.top),
            high: SIMD2(ViewFrame.left + room.x, ViewFrame.top + height))
        size = SIMD2(width, height + ViewFrame.top + ViewFrame.bottom)
        self.direction = direction
    }

    var isWide: Bool { size.x > ViewFrame.halfWidth }

    package func place(_ point: SIMD3<Double>) -> SIMD2<Double> { place(direction.projected(point)) }

    /// The place of a point of the view, in metres, in the drawing.
    package func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(
            plot.low.x + (point.x - scene.low.x) * scale, plot.high.y - (point.y - scene.low.y) * scale)
    }

    /// The distance of grid lines, in metres.
    var gridStep: Double { RoundNumber.above(70 / scale) }

    /// The grid with its numbers, the names of the axes, and the frame around all.
    package func axes(_ page: inout PageText) {
        page.raw(
            "<rect class=\"f\" x=\"\(n(plot.low.x))\" y=\"\(n(plot.low.y))\" width=\"\(n(plot.size.x))\" "
                + "height=\"\(n(plot.size.y))\"/>")
        guard let axes = direction.axes else { return }
        let step = gridStep
        var lines = "", numbers = ""
        for x in RoundNumber.multiples(of: step, in: scene.low.x...scene.high.x) {
            let place = place(SIMD2(x, scene.low.y)).x
            lines += "M\(n(place)) \(n(plot.low.y))V\(n(plot.high.y))"
            guard place > plot.low.x + 12, place < plot.high.x - 12 else { continue }
            numbers +=
                "<text x=\"\(n(place))\" y=\"\(n(plot.high.y + 14))\" text-anchor=\"middle\">"
                + "\(RoundNumber.text(x, step: step))</text>"
        }
        for y in RoundNumber.multiples(of: step, in: scene.low.y...scene.high.y) {
            let place = place(SIMD2(scene.low.x, y)).y
            lines += "M\(n(plot.low.x)) \(n(place))H\(n(plot.high.x))"
            guard place > plot.low.y + 16, place < plot.high.y - 4 else { continue }
            numbers +=
                "<text x=\"\(n(plot.low.x - 5))\" y=\"\(n(place + 4))\" text-anchor=\"end\">"
                + "\(RoundNumber.text(axes.upIsReversed ? -y : y, step: step))</text>"
        }
        page.raw("<path class=\"g\" d=\"\(lines)\"/><g class=\"t\">\(numbers)")
        page.raw(
            "<text x=\"\(n(plot.high.x))\" y=\"\(n(plot.high.y + 28))\" text-anchor=\"end\">\(axes.right) in m</text>"
                + "<text x=\"4\" y=\"\(n(plot.low.y + 10))\">\(axes.up) in m</text></g>")
    }
}

extension ViewFrame {
    /// A figure of its own on these axes, with what it shows in words.
    package func figure(
        _ title: String, name: String, _ caption: String, on page: inout PageText,
        draw: (inout PageText) -> Void
    ) {
        page.raw("<figure class=\"wide\"><svg viewBox=\"0 0 \(n(size.x)) \(n(size.y))\" role=\"img\"><title>")
        page.text(title)
        page.raw("</title>")
        axes(&page)
        draw(&page)
        page.raw("</svg><figcaption><b>")
        page.text(name)
        page.raw("</b> ")
        page.text(caption)
        page.raw("</figcaption></figure>")
    }
}

/// A coordinate of a drawing, to a tenth.
package func n(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0
        ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}

/// A direction from which a scene is seen, in parallel projection.
package struct ViewDirection {
    package let name: String
    /// A description of the view, for people who do not see it.
    package let description: String
    /// Unit vectors to the right and up on the paper; +Y is up in the scene.
    package let right, up: SIMD3<Double>
    /// The names of the two as axes; `nil` if they are not axes of the frame.
    let axes: (right: String, up: String, upIsReversed: Bool)?

    /// The four views of a scene: from above, two elevations, and oblique. The longer horizontal axis goes
    /// across.
    package static func all(isLongAlongZ: Bool) -> [ViewDirection] {
        isLongAlongZ
            ? [
                ViewDirection(
                    name: "Top view", description: "from above, z to the right, x up",
                    right: SIMD3(0, 0, 1), up: SIMD3(1, 0, 0), axes: ("z", "x", false)),
                ViewDirection(
                    name: "Elevation along x", description: "from the side, z to the right, y up",
                    right: SIMD3(0, 0, 1), up: SIMD3(0, 1, 0), axes: ("z", "y", false)),
                ViewDirection(
                    name: "Elevation along z", description: "from the end, x to the right, y up",
                    right: SIMD3(1, 0, 0), up: SIMD3(0, 1, 0), axes: ("x", "y", false)),
                oblique(cosine: 0.5, sine: -0.866_025_403_784_438_6),
            ]
            : [
                ViewDirection(
                    name: "Top view", description: "from above, x to the right, z down",
                    right: SIMD3(1, 0, 0), up: SIMD3(0, 0, -1), axes: ("x", "z", true)),
                ViewDirection(
                    name: "Elevation along z", description: "from the front, x to the right, y up",
                    right: SIMD3(1, 0, 0), up: SIMD3(0, 1, 0), axes: ("x", "y", false)),
                ViewDirection(
                    name: "Elevation along x", description: "from the side, z to the right, y up",
                    right: SIMD3(0, 0, 1), up: SIMD3(0, 1, 0), axes: ("z", "y", false)),
                oblique(cosine: 0.866_025_403_784_438_6, sine: 0.5),
            ]
    }

    /// An oblique view, by the angle of this cosine and sine about the vertical and 30° from above.
    private static func oblique(cosine a: Double, sine b: Double) -> ViewDirection {
        let (sine, cosine) = (0.5, 0.866_025_403_784_438_6)
        return ViewDirection(
            name: "Oblique view", description: "from aside and 30° from above, y up",
            right: SIMD3(a, 0, -b), up: SIMD3(-sine * b, cosine, -sine * a), axes: nil)
    }

    /// The place of a point on the paper, in metres to the right and up.
    package func projected(_ point: SIMD3<Double>) -> SIMD2<Double> {
        let (x, y) = (point * right, point * up)
        return SIMD2(x.x + x.y + x.z, y.x + y.y + y.z)
    }
}
