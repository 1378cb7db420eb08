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
