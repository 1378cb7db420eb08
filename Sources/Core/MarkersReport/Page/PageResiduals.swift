internal import Markers

/// The residuals as charts: by length, by place and by marker.
struct PageResiduals {
    let content: ReportContent
    private let followers: [FitDocument.Pair]

    init(_ content: ReportContent) { (self.content, followers) = (content, content.followers) }

    func write(to page: inout PageText) {
        guard !followers.isEmpty else { return }
        page.raw("<section id=\"residuals\">")
        page.element("h2", "Residuals")
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
                page.raw(
                    "<path d=\"M\(n(low.x + 0.7)) \(n(high.y))V\(n(low.y))H\(n(high.x - 0.7))V\(n(high.y))z\"><title>"
                )
                page.text(
                    "\(ReportText.digits(3, Double(bin) * width)) to "
                        + "\(ReportText.digits(3, Double(bin + 1) * width)) mm: \(ReportText.counted(count, "pair"))"
                )
                page.raw("</title></path>")
            }
            page.raw("</g>")
            guard law != nil else { return }
            let points = curve.map { chart.place($0.x, $0.y) }.map { "\(n($0.x)) \(n($0.y))" }
            page.raw("<path class=\"law\" d=\"M\(points.joined(separator: "L"))\"><title>")
            page.text("what is expected by chance")
            page.raw("</title></path>")
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
                page.raw("<circle cx=\"\(n(place.x))\" cy=\"\(n(place.y))\" r=\"3\"><title>")
                page.text("\(ReportText.name(pair.id, atMost: 40)): \(ReportText.length(pair.length))")
                page.raw("</title></circle>")
            }
            let rest = worst.dropFirst(PageResiduals.mostNamedDots)
            if !rest.isEmpty {
                let places = rest.map { chart.place(distance($0), $0.length * 1000) }
                page.raw("<path d=\"\(PageResiduals.dots(at: places))\"><title>")
                page.text("\(ReportText.grouped(rest.count)) shorter ones")
                page.raw("</title></path>")
            }
            page.raw("</g><g class=\"out\">")
            for pair in rejected.prefix(PageResiduals.mostNamedDots) {
                let place = chart.place(distance(pair), .infinity)
                page.raw("<path d=\"M\(n(place.x - 5)) \(n(place.y + 9))h10l-5-9z\"><title>")
                page.text(
                    "\(ReportText.name(pair.id, atMost: 40)): rejected, \(ReportText.length(pair.length))")
                page.raw("</title></path>")
            }
            let more = rejected.dropFirst(PageResiduals.mostNamedDots)
            if !more.isEmpty {
                let places = Set(more.map { Int(chart.place(distance($0), .infinity).x) }).sorted()
                let y = n(chart.plot.low.y + 9)
                page.raw("<path d=\"\(places.map { "M\($0 - 5) \(y)h10l-5-9z" }.joined())\"><title>")
                page.text("\(ReportText.grouped(more.count)) more that are rejected")
                page.raw("</title></path>")
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
