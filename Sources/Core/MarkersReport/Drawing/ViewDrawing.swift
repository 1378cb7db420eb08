internal import Markers
package import RigidCalibration

/// One view of the scene as SVG.
struct ViewDrawing {
    let scene: SceneDrawing
    let frame: ViewFrame
    /// The factor by which residuals and errors are enlarged.
    let magnification: Double?
    let arrows: [ResidualArrow]

    init(_ scene: SceneDrawing, _ frame: ViewFrame) {
        (self.scene, self.frame) = (scene, frame)
        magnification = scene.magnification(frame)
        arrows = magnification.map { ViewDrawing.arrows(scene, frame, $0) } ?? []
    }

    /// All arrows if they can be told apart, otherwise the longest that do not overlap.
    private static func arrows(
        _ scene: SceneDrawing, _ frame: ViewFrame, _ magnification: Double
    ) -> [ResidualArrow] {
        let known = scene.arrows.filter { $0.length > 0 }
        guard known.count > ResidualArrow.mostOfCorners else { return known }
        var taken: [PaperBox] = [], shown: [ResidualArrow] = []
        for arrow in known where shown.count < mostArrowsInCrowd {
            let ends = [arrow.start, arrow.start + arrow.residual * magnification].map(frame.place)
            guard let box = PaperBox(around: ends)?.grown(by: 3), !taken.contains(where: box.meets) else {
                continue
            }
            taken.append(box)
            shown.append(arrow)
        }
        return shown
    }

    func write(to page: inout PageText) {
        let size = frame.size
        let description =
            "\(frame.direction.name), \(frame.direction.description): "
            + ReportText.counted(scene.shapes.count, "marker")
        page.raw("<figure class=\"view\(frame.isWide ? " wide" : "")\">")
        page.raw("<svg viewBox=\"0 0 \(n(size.x)) \(n(size.y))\" role=\"img\" aria-label=\"")
        page.text(description)
        page.raw("\">")
        frame.axes(&page)
        floor(&page)
        let (low, plot) = (frame.plot.low, frame.plot.size)
        // A nested drawing in tenths, which clips whatever is outside.
        page.raw(
            "<svg x=\"\(n(low.x))\" y=\"\(n(low.y))\" width=\"\(n(plot.x))\" height=\"\(n(plot.y))\" viewBox=\""
                + [low.x, low.y, plot.x, plot.y].map { n($0 * 10) }.joined(separator: " ") + "\">")
        before(&page)
        after(&page)
        ellipses(&page)
        residuals(&page)
        page.raw("</svg>")
        labels(&page)
        scales(&page)
        page.raw("</svg><figcaption>")
        page.element("b", frame.direction.name)
        page.text(", \(frame.direction.description)")
        if let magnification {
            page.raw("; residuals and errors ×&#160;\(ReportText.grouped(Int(magnification)))")
        }
        if arrows.count < scene.arrows.count {
            page.text("; the \(arrows.count) longest residuals that have room")
        }
        page.raw("</figcaption></figure>\n")
    }

    /// A grid at the height of the lowest point, which makes an oblique view easier to read.
    private func floor(_ page: inout PageText) {
        guard frame.direction.axes == nil else { return }
        var lines = PaperPath()
        for (start, end) in scene.floorLines(frame.gridStep) {
            lines.add([start, end].map(frame.place), isClosed: false)
        }
        page.raw("<path class=\"g\" transform=\"scale(.1)\" d=\"\(lines.data)\"/>")
        triad(&page)
    }

    private func triad(_ page: inout PageText) {
        let origin = SIMD2(frame.plot.low.x + 26, frame.plot.high.y - 24)
        for (name, axis) in [("x", SIMD3(1.0, 0, 0)), ("y", SIMD3(0.0, 1, 0)), ("z", SIMD3(0.0, 0, 1))] {
            let way = frame.direction.projected(axis), tip = origin + SIMD2(way.x, -way.y) * 22
            let text = origin + SIMD2(way.x, -way.y) * 31
            page.raw(
                "<path class=\"x\" d=\"M\(n(origin.x)) \(n(origin.y))L\(n(tip.x)) \(n(tip.y))\"/>"
                    + "<text class=\"t\" x=\"\(n(text.x))\" y=\"\(n(text.y + 4))\" text-anchor=\"middle\">\(name)</text>"
            )
        }
    }

    private func before(_ page: inout PageText) {
        guard scene.showsBefore else { return }
        var path = PaperPath()
        let step = scene.stepOfBefore
        let shown = scene.shapes.enumerated().filter { $0.offset % step == 0 }.map(\.element)
        for shape in shown { path.add(shape.before.map(frame.place)) }
        page.shape(
            "path class=\"b\" d=\"\(path.data)\"",
            "where \(ReportText.counted(shown.count, "marker")) stood before")
    }

    /// Shapes that need attention come last, so that they are on top.
    private func after(_ page: inout PageText) {
        for tone in [ReportShape.Tone.resting, .sound, .flagged] {
            let shapes = scene.shapes.filter { $0.tone == tone }
            guard !shapes.isEmpty else { continue }
            page.raw("<g class=\"m \(tone.rawValue)\">")
            if !scene.namesAll, tone != .flagged {
                crowd(shapes, &page)
                page.raw("</g>")
                continue
            }
            for shape in shapes {
                var path = PaperPath()
                path.add(shape.after.map(frame.place))
                page.shape(
                    "path d=\"\(path.data)\"", "\(ReportText.name(shape.name, atMost: 40)): \(shape.note)")
            }
            page.raw("</g>")
        }
    }

    /// Draws many markers as one path, those that are small on paper as dots.
    private func crowd(_ shapes: [ReportShape], _ page: inout PageText) {
        var path = PaperPath(), dots = PaperPath()
        for shape in shapes {
            let outline = shape.after.map(frame.place)
            guard let box = PaperBox(around: outline), box.longest < ViewDrawing.leastOutline else {
                path.add(outline)
                continue
            }
            dots.addDot(at: (box.low + box.high) / 2)
        }
        for (kind, data) in [("", path.data), (" class=dots", dots.data)] where !data.isEmpty {
            page.raw("<path\(kind) d=\"\(data)\"><title>")
            page.text("some of \(ReportText.counted(shapes.count, "marker")), each of which is in a table")
            page.raw("</title></path>")
        }
    }

    private static let leastOutline = 4.5
    /// The most arrows among many; they do not overlap.
    private static let mostArrowsInCrowd = 48
    private static let mostEllipses = 40, mostEllipsesInCrowd = 16

    /// Ellipses that do not overlap, largest first.
    private func ellipses(_ page: inout PageText) {
        guard let magnification else { return }
        let factor = magnification * frame.scale
        let known = scene.shapes.filter(\.isPredicted).compactMap { shape in
            ErrorEllipse(scene.content.covariance, at: shape.center, in: frame.direction).map {
                (shape: shape, ellipse: $0)
            }
        }
        var taken: [PaperBox] = []
        var marks = ""
        let most = scene.namesAll ? ViewDrawing.mostEllipses : ViewDrawing.mostEllipsesInCrowd
        for (shape, ellipse) in known.sorted(by: { $0.ellipse.length > $1.ellipse.length }) {
            guard taken.count < most else { break }
            let center = frame.place(shape.center), reach = ellipse.length * factor + 2
            let box = PaperBox(low: center, high: center).grown(by: reach)
            guard reach > 3, !taken.contains(where: box.meets) else { continue }
            taken.append(box)
            var path = PaperPath()
            // The drawing's y grows downwards.
            let flip = SIMD2(factor, -factor)
            path.addEllipse(at: center, ellipse.long * flip, ellipse.short * flip)
            let title =
                "\(ReportText.name(shape.name, atMost: 40)): in 95 of 100 cases within "
                + "\(ReportText.length(ellipse.length)) in this view"
            marks += "<path d=\"\(path.data)\"><title>\(PageText.escaped(title))</title></path>"
        }
        page.raw("<g class=\"e\">\(marks)</g>")
    }

    private func residuals(_ page: inout PageText) {
        guard let magnification else { return }
        page.raw("<g class=\"r\">")
        for arrow in arrows {
            var path = PaperPath()
            let start = frame.place(arrow.start)
            path.addArrow(from: start, to: frame.place(arrow.start + arrow.residual * magnification))
            page.shape(
                "path d=\"\(path.data)\"",
                "\(ReportText.name(arrow.name, atMost: 40)): residual \(ReportText.length(arrow.length))")
        }
        page.raw("</g>")
    }
}

extension ViewDrawing {
    private static let mostLabels = 48, mostTried = 120, longestLabel = 18

    /// The names of shapes that need attention, then of others from all over the scene, as room permits.
    func labels(_ page: inout PageText) {
        let marks = scene.shapes.compactMap { shape in
            PaperBox(around: shape.after.map(frame.place)).map { (shape: shape, box: $0) }
        }
        var room = LabelRoom(marks: marks.map { $0.box.grown(by: 1.5) } + arrowBoxes, within: frame.plot)
        let flagged = marks.filter { $0.shape.tone == .flagged }
        let others = marks.filter { $0.shape.tone != .flagged }
        let stride = max(1, others.count / ViewDrawing.mostTried)
        let spread = others.indices.filter { $0 % stride == 0 }.map { others[$0] }
        var shown = 0, texts = ""
        for (shape, box) in (flagged + spread).prefix(ViewDrawing.mostTried) {
            guard shown < ViewDrawing.mostLabels else { break }
            let name = ReportText.name(shape.name, atMost: ViewDrawing.longestLabel)
            guard let place = room.place(name, beside: box) else { continue }
            shown += 1
            texts += "<text x=\"\(n(place.x))\" y=\"\(n(place.y))\">\(PageText.escaped(name))</text>"
        }
        page.raw("<g class=\"l\">\(texts)</g>")
    }

    private var arrowBoxes: [PaperBox] {
        guard let magnification else { return [] }
        return arrows.compactMap { arrow in
            PaperBox(
                around: [arrow.start, arrow.start + arrow.residual * magnification].map(frame.place))
        }
    }

    /// A bar for lengths in the scene, and one for residuals.
    func scales(_ page: inout PageText) {
        let y = frame.plot.high.y + 46
        var x = frame.plot.low.x
        func bar(_ width: Double, _ text: String, _ kind: String) {
            page.raw(
                "<path class=\"\(kind)\" d=\"M\(n(x)) \(n(y - 4))v8M\(n(x)) \(n(y))h\(n(width))m0 -4v8\"/>"
                    + "<text class=\"t\" x=\"\(n(x + width + 7))\" y=\"\(n(y + 4))\">")
            page.text(text)
            page.raw("</text>")
            x += width + Double(text.count) * 6.3 + 40
        }
        let length = RoundNumber.below(110 / frame.scale)
        bar(length * frame.scale, ReportText.length(length), "s")
        guard let magnification else { return }
        let residual = RoundNumber.below(110 / (frame.scale * magnification))
        bar(
            residual * frame.scale * magnification,
            "\(ReportText.length(residual)) of residual or error", "s o")
    }
}

/// The error of a place in a view: the half axes of an ellipse, in metres on the paper.
package struct ErrorEllipse {
    package let long, short: SIMD2<Double>

    /// The 95 % error of a moved marker; `nil` if it is not known or zero.
    init?(_ covariance: MotionCovariance?, at point: SIMD3<Double>, in direction: ViewDirection) {
        guard let covariance else { return nil }
        self.init(
            covariance.covariance(ofMoved: point), in: direction,
            factor: covariance.ellipsoidFactor(directions: 2))
        guard length > 0, length.isFinite else { return nil }
    }

    /// The ellipse of a covariance in square metres.
    ///
    /// - Parameters:
    ///   - spread: The covariance.
    ///   - direction: The view.
    ///   - factor: By how much the ellipse is larger than that of one deviation.
    package init(_ spread: SymmetricMatrix, in direction: ViewDirection, factor: Double) {
        let (a, b) = (spread * direction.right, spread * direction.up)
        func dot(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double { (first * second).sum() }
        self.init(
            right: dot(a, direction.right), both: dot(a, direction.up), up: dot(b, direction.up),
            factor: factor)
    }

    /// The ellipse of variances to the right and up, and of the covariance of both, in square metres.
    package init(right xx: Double, both xy: Double, up yy: Double, factor: Double) {
        let middle = (xx + yy) / 2, difference = (xx - yy) / 2
        let root = (difference * difference + xy * xy).squareRoot()
        let (large, small) = (
            max(middle + root, 0).squareRoot() * factor, max(middle - root, 0).squareRoot() * factor
        )
        // The eigenvector of the larger one, from the longer column.
        let first = SIMD2(difference + root, xy), second = SIMD2(xy, root - difference)
        let axis = (first * first).sum() >= (second * second).sum() ? first : second
        let length = (axis * axis).sum().squareRoot()
        let unit = length > 0 ? axis / length : SIMD2(1, 0)
        (long, short) = (unit * large, SIMD2(-unit.y, unit.x) * small)
    }

    package var length: Double { (long * long).sum().squareRoot() }
}

/// The room left for labels in a drawing: none ever covers another, or a mark.
package struct LabelRoom {
    private var taken: [PaperBox]
    private let limits: PaperBox
    static let size = 11.0

    package init(marks: [PaperBox], within limits: PaperBox) { (taken, self.limits) = (marks, limits) }

    /// The greatest width of a text: letters of other scripts may be as wide as they are high.
    private static func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(2) { sum, letter in
            sum + (letter.isASCII ? "MWmw@".unicodeScalars.contains(letter) ? 11 : 7.2 : 12)
        }
    }

    /// A text cut to a width, with an ellipsis if some of it is missing.
    static func shortened(_ text: String, to room: Double) -> String {
        guard width(text) > room else { return text }
        var shown = text
        while !shown.isEmpty, width(shown + "…") > room { shown.removeLast() }
        return shown + "…"
    }

    /// A place for a text beside a point, as the left end of its base line; `nil` if there is no room.
    package mutating func place(_ text: String, beside mark: PaperBox) -> SIMD2<Double>? {
        let width = LabelRoom.width(text), height = LabelRoom.size + 3
        let middle = (mark.low + mark.high) / 2
        let places = [
            SIMD2(mark.high.x + 4, middle.y - height / 2),
            SIMD2(mark.low.x - 4 - width, middle.y - height / 2),
            SIMD2(middle.x - width / 2, mark.low.y - 3 - height),
            SIMD2(middle.x - width / 2, mark.high.y + 3),
            SIMD2(mark.high.x + 3, mark.low.y - 2 - height), SIMD2(mark.high.x + 3, mark.high.y + 2),
            SIMD2(mark.low.x - 3 - width, mark.low.y - 2 - height),
            SIMD2(mark.low.x - 3 - width, mark.high.y + 2),
        ]
        for place in places {
            let box = PaperBox(low: place, high: place + SIMD2(width, height))
            guard box.low.x >= limits.low.x, box.high.x <= limits.high.x, box.low.y >= limits.low.y,
                box.high.y <= limits.high.y, !taken.contains(where: box.meets)
            else { continue }
            taken.append(box)
            return SIMD2(place.x + 1, place.y + height - 4)
        }
        return nil
    }
}

/// The names of quads beside them in a drawing, as far as there is room.
package struct QuadLabels {
    private let quads: [(name: String, corners: [SIMD3<Double>])]
    private let frame: ViewFrame

    package init(_ quads: [(name: String, corners: [SIMD3<Double>])], in frame: ViewFrame) {
        (self.quads, self.frame) = (quads, frame)
    }

    private static let mostLabels = 80, longestLabel = 20

    package func write(to page: inout PageText) {
        let marks = quads.map { quad in PaperBox(around: quad.corners.map { frame.place($0) }) }
        var room = LabelRoom(marks: marks.compactMap(\.self), within: frame.plot)
        page.raw("<g class=\"l\" stroke=\"var(--panel)\" stroke-width=\"3\" paint-order=\"stroke\">")
        for (quad, mark) in zip(quads, marks).prefix(QuadLabels.mostLabels) {
            let name = ReportText.name(quad.name, atMost: QuadLabels.longestLabel)
            guard let mark, let place = room.place(name, beside: mark) else { continue }
            page.raw("<text x=\"\(n(place.x))\" y=\"\(n(place.y))\">\(PageText.escaped(name))</text>")
        }
        page.raw("</g>")
    }
}
