/// The names and scales in a view.
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
