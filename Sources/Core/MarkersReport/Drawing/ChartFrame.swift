/// A chart with two axes that begin at 0.
struct ChartFrame {
    let size: SIMD2<Double>
    let plot: PaperBox
    /// The ends of the axes, and the steps between their numbers.
    let end, step: SIMD2<Double>

    /// - Parameters:
    ///   - largest: the largest values to show.
    ///   - least: the smallest step of the numbers on the left, if they are counts.
    init(width: Double, height: Double, largest: SIMD2<Double>, leastStep least: Double = 0) {
        size = SIMD2(width, height)
        plot = PaperBox(low: SIMD2(52, 12), high: SIMD2(width - 14, height - 42))
        step = SIMD2(
            RoundNumber.above(max(largest.x, 1e-9) / 6),
            max(RoundNumber.above(max(largest.y, 1e-9) / 5), least))
        end = SIMD2(
            max((largest.x / step.x - 1e-9).rounded(.up), 1) * step.x,
            max((largest.y / step.y - 1e-9).rounded(.up), 1) * step.y)
    }

    func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
        SIMD2(
            plot.low.x + min(max(x / end.x, 0), 1) * plot.size.x,
            plot.high.y - min(max(y / end.y, 0), 1) * plot.size.y)
    }

    /// - Parameters:
    ///   - horizontal: the quantity of the numbers below, with its unit.
    ///   - vertical: the same for those on the left.
    func axes(_ horizontal: String, _ vertical: String, _ page: inout PageText) {
        var lines = "", numbers = ""
        for x in RoundNumber.multiples(of: step.x, in: 0...end.x) {
            let place = place(x, 0)
            numbers +=
                "<text x=\"\(n(place.x))\" y=\"\(n(place.y + 15))\" text-anchor=\"middle\">"
                + "\(RoundNumber.text(x, step: step.x))</text>"
            lines += "M\(n(place.x)) \(n(place.y))v4"
        }
        for y in RoundNumber.multiples(of: step.y, in: 0...end.y) {
            let place = place(0, y)
            numbers +=
                "<text x=\"\(n(place.x - 6))\" y=\"\(n(place.y + 4))\" text-anchor=\"end\">"
                + "\(RoundNumber.text(y, step: step.y))</text>"
            lines += "M\(n(place.x)) \(n(place.y))H\(n(plot.high.x))"
        }
        page.raw("<path class=\"g\" d=\"\(lines)\"/><g class=\"t\">\(numbers)")
        page.raw("<text x=\"\(n(plot.high.x))\" y=\"\(n(plot.high.y + 33))\" text-anchor=\"end\">")
        page.text(horizontal)
        let middle = (plot.low.y + plot.high.y) / 2
        page.raw("</text><text transform=\"rotate(-90 12 \(n(middle)))\" x=\"12\" y=\"\(n(middle))\" ")
        page.raw("text-anchor=\"middle\">")
        page.text(vertical)
        page.raw("</text></g>")
    }

    /// The drawing with its frame around `marks`.
    func figure(
        _ title: String, _ note: String, _ page: inout PageText, marks: (inout PageText) -> Void
    ) {
        page.raw("<figure><svg viewBox=\"0 0 \(n(size.x)) \(n(size.y))\" role=\"img\" aria-label=\"")
        page.text("\(title): \(note)")
        page.raw("\">")
        marks(&page)
        page.raw("</svg><figcaption>")
        page.element("b", title)
        page.text(note.isEmpty ? "" : ", \(note)")
        page.raw("</figcaption></figure>\n")
    }
}
