internal import Foundation
internal import Markers

/// The residuals as charts: by length, by place and by marker.
struct PageResiduals {
    let content: ReportContent
    private let followers: [FitDocument.Pair]

    init(_ content: ReportContent) { (self.content, followers) = (content, content.followers) }

    func write(to page: inout PageText) {
        guard !followers.isEmpty else { return }
        page.section("residuals", "Residuals")
        if content.fit.straightened != nil {
            page.element("p", "Of the one motion, before markers are shifted on top of it.")
        }
        page.raw("<div class=\"pair\">")
        histogram(&page)
        distances(&page)
        page.raw("</div>")
        byMarker(&page)
        page.raw("</section>\n")
    }

    private func histogram(_ page: inout PageText) {
        let lengths = followers.map { $0.length * 1000 }, longest = lengths.max() ?? 0
        let count = min(max(Int(Double(lengths.count).squareRoot() * 1.6), 6), 24)
        let width = RoundNumber.above(max(longest, 1e-6) / Double(count))
        let bins = max(Int((longest / width + 1e-9).rounded(.up)), 1)
        var counts = [Int](repeating: 0, count: bins)
        for length in lengths { counts[min(Int(length / width), bins - 1)] += 1 }
        let law = LengthLaw(followers)
        let fine = 4
        let curve = (0...(bins * fine)).map { place -> SIMD2<Double> in
            let x = Double(place) * width / Double(fine), half = width / 16
            let low = max(x - half, 0)
            let density =
                (law?.expected(of: lengths.count, from: low / 1000, to: (x + half) / 1000) ?? 0)
                * width / (x + half - low)
            return SIMD2(x, density)
        }
        let largest = SIMD2(Double(bins) * width, max(Double(counts.max() ?? 0), curve.map(\.y).max() ?? 0))
        let chart = ChartFrame(
            width: ViewFrame.halfWidth, height: 280, largest: largest, leastStep: 1)
        let note =
            "\(ReportText.counted(lengths.count, "pair"))"
            + (law == nil ? "" : "; the line is what chance makes of the noise of these pairs")
        chart.figure("Lengths of the residuals", note, &page) { page in
            chart.axes("length in mm", "pairs", &page)
            page.raw("<g class=\"bar\">")
            for (bin, count) in counts.enumerated() where count > 0 {
                let low = chart.place(Double(bin) * width, Double(count))
                let high = chart.place(Double(bin + 1) * width, 0)
                page.shape(
                    "path d=\"M\(n(low.x + 0.7)) \(n(high.y))V\(n(low.y))H\(n(high.x - 0.7))V\(n(high.y))z\"",
                    "\(ReportText.digits(3, Double(bin) * width)) to "
                        + "\(ReportText.digits(3, Double(bin + 1) * width)) mm: \(ReportText.counted(count, "pair"))"
                )
            }
            page.raw("</g>")
            guard law != nil else { return }
            let points = curve.map { chart.place($0.x, $0.y) }.map { "\(n($0.x)) \(n($0.y))" }
            page.shape(
                "path class=\"law\" d=\"M\(points.joined(separator: "L"))\"", "what is expected by chance")
        }
    }

    private func distances(_ page: inout PageText) {
        let middle = followers.reduce(SIMD3.zero) { $0 + $1.target } / Double(followers.count)
        func distance(_ pair: FitDocument.Pair) -> Double {
            let arm = pair.target - middle
            return (arm * arm).sum().squareRoot()
        }
        let farthest = content.pairs.map(distance).max() ?? 0
        let longest = followers.map { $0.length * 1000 }.max() ?? 0
        let chart = ChartFrame(
            width: ViewFrame.halfWidth, height: 280, largest: SIMD2(farthest, max(longest, 1e-6)))
        let rejected = content.rejected
        let note =
            "from the middle of the pairs"
            + (rejected.isEmpty ? "" : "; triangles at the top are rejected pairs, which are farther off")
        chart.figure("Residual against distance", note, &page) { page in
            chart.axes("distance in m", "residual in mm", &page)
            page.raw("<g class=\"dot\">")
            let worst = followers.sorted { (-$0.length, $0.id) < (-$1.length, $1.id) }
            for pair in worst.prefix(PageResiduals.mostNamedDots) {
                let place = chart.place(distance(pair), pair.length * 1000)
                page.shape(
                    "circle cx=\"\(n(place.x))\" cy=\"\(n(place.y))\" r=\"3\"",
                    "\(ReportText.name(pair.id, atMost: 40)): \(ReportText.length(pair.length))")
            }
            let rest = worst.dropFirst(PageResiduals.mostNamedDots)
            if !rest.isEmpty {
                let places = rest.map { chart.place(distance($0), $0.length * 1000) }
                page.shape(
                    "path d=\"\(PageResiduals.dots(at: places))\"",
                    "\(ReportText.grouped(rest.count)) shorter ones")
            }
            page.raw("</g><g class=\"out\">")
            for pair in rejected.prefix(PageResiduals.mostNamedDots) {
                let place = chart.place(distance(pair), .infinity)
                page.shape(
                    "path d=\"M\(n(place.x - 5)) \(n(place.y + 9))h10l-5-9z\"",
                    "\(ReportText.name(pair.id, atMost: 40)): rejected, \(ReportText.length(pair.length))")
            }
            let more = rejected.dropFirst(PageResiduals.mostNamedDots)
            if !more.isEmpty {
                let places = Set(more.map { Int(chart.place(distance($0), .infinity).x) }).sorted()
                let y = n(chart.plot.low.y + 9)
                page.shape(
                    "path d=\"\(places.map { "M\($0 - 5) \(y)h10l-5-9z" }.joined())\"",
                    "\(ReportText.grouped(more.count)) more that are rejected")
            }
            page.raw("</g>")
        }
    }

    /// Dots of a path, from left to right, with one for several at the same place.
    private static func dots(at places: [SIMD2<Double>]) -> String {
        let whole = Set(places.map { SIMD2(Int($0.x.rounded()), Int($0.y.rounded())) })
        var path = "", last = SIMD2(0, 0)
        for dot in whole.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) {
            let (x, y) = (dot.x - last.x, dot.y - last.y)
            path += "m\(x)\(y < 0 ? "" : " ")\(y)h0"
            last = dot
        }
        return path
    }

    /// With more dots than this the lower ones have no title of their own.
    private static let mostNamedDots = 60
    private static let mostBars = 24

    /// The root mean square of each marker, or of each pair that belongs to none.
    private func byMarker(_ page: inout PageText) {
        var squares: [String: (sum: Double, count: Int)] = [:]
        for pair in followers {
            squares[pair.group ?? pair.id, default: (0, 0)].sum += pair.length * pair.length
            squares[pair.group ?? pair.id, default: (0, 0)].count += 1
        }
        let all = squares.map { (name: $0.key, rms: ($0.value.sum / Double($0.value.count)).squareRoot()) }
            .sorted { (-$0.rms, $0.name) < (-$1.rms, $1.name) }
        let bars = Array(all.prefix(PageResiduals.mostBars))
        let largest = bars.first?.rms ?? 0
        let rows = (bars.count + 1) / 2, pitch = 20.0, column = ViewFrame.fullWidth / 2
        let height = Double(rows) * pitch + 8
        let what = followers.contains { $0.group != nil } ? "marker" : "pair"
        let note =
            "root mean square in mm, the worst first"
            + (all.count > bars.count ? "; the \(bars.count) worst of \(ReportText.grouped(all.count))" : "")
        page.raw(
            "<figure class=\"wide\"><svg viewBox=\"0 0 \(n(ViewFrame.fullWidth)) \(n(height))\" role=\"img\" "
                + "aria-label=\"Residual of each \(what)\">")
        for (place, bar) in bars.enumerated() {
            let left = place < rows ? 0 : column + 8
            let y = Double(place % rows) * pitch + 4
            let width = largest > 0 ? bar.rms / largest * (column - 230) : 0
            let value = ReportText.millimetres(bar.rms, largest: largest)
            let name = LabelRoom.shortened(ReportText.name(bar.name), to: 148)
            page.raw(
                "<g class=\"bar\"><text class=\"t\" x=\"\(n(left + 150))\" y=\"\(n(y + 12))\" text-anchor=\"end\">"
            )
            page.text(name)
            page.raw(
                "</text><path d=\"M\(n(left + 158)) \(n(y + 2))h\(n(max(width, 1)))v13h\(n(-max(width, 1)))z\"><title>"
            )
            page.text("\(ReportText.name(bar.name)): \(value) mm")
            page.raw(
                "</title></path><text class=\"t\" x=\"\(n(left + 165 + width))\" y=\"\(n(y + 12))\">\(value)</text></g>"
            )
        }
        page.raw("</svg><figcaption>")
        page.element("b", "Residual by \(what)")
        page.text(", \(note)")
        page.raw("</figcaption></figure>\n")
    }
}

/// The expected lengths of residuals whose coordinates have deviations of their own (Maxwell 1860).
struct LengthLaw {
    /// The deviation of a coordinate of each residual, in metres.
    private let deviations: [Double]

    /// Takes pairs with standardised residuals; `nil` if fewer than half have one.
    init?(_ pairs: [FitDocument.Pair]) {
        deviations = pairs.compactMap { pair in
            guard let own = pair.standardised, own > 0, pair.length > 0 else { return nil }
            return pair.length / own
        }
        guard !deviations.isEmpty, deviations.count * 2 >= pairs.count else { return nil }
    }

    /// The expected number of `count` residuals between two lengths.
    func expected(of count: Int, from low: Double, to high: Double) -> Double {
        let sum = deviations.reduce(0) {
            $0 + LengthLaw.share(below: high / $1) - LengthLaw.share(below: low / $1)
        }
        return sum * Double(count) / Double(deviations.count)
    }

    private static func share(below x: Double) -> Double {
        erf(x / 2.0.squareRoot()) - (2 / Double.pi).squareRoot() * x * exp(-x * x / 2)
    }
}

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
