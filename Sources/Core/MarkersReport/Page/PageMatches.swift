internal import Markers
internal import QuadGeometry
internal import RigidCalibration

/// The markers of both scans in the new frame: those that were paired, and those that one scan alone has.
struct PageMatches {
    private let content: ReportContent
    private let join: FitDocument.Join
    /// The middles of markers where the new scan has them, or would; none of those too far away to be drawn.
    private let paired, onlyOld, onlyNew: [Place]

    private struct Place {
        let name: String
        let center: SIMD3<Double>
    }

    /// More cannot be told apart; and of more than the second number none has its name, which would make the page too large.
    private static let mostDrawn = 1250, mostNamed = 250
    /// Markers farther from those that were paired than these are from each other, and than this, in metres, are not drawn.
    private static let leastReach = 10.0

    /// Nothing for pairs that no join of markers made.
    init?(_ content: ReportContent) {
        guard let join = content.fit.document.join, !join.markers.isEmpty else { return nil }
        (self.content, self.join) = (content, join)
        let corners = Dictionary(grouping: content.pairs) { $0.group ?? String($0.id.dropLast(3)) }
        paired = join.markers.compactMap { marker -> Place? in
            guard let corners = corners[marker.name] else { return nil }
            let sum = corners.reduce(SIMD3<Double>.zero) { $0 + $1.target }
            return Place(name: marker.name, center: sum / Double(corners.count))
        }
        let (motion, growth) = (content.fit.targetFromSource, content.fit.growth)
        let first = paired.first?.center ?? .zero
        let low = paired.reduce(first) { pointwiseMin($0, $1.center) }
        let high = paired.reduce(first) { pointwiseMax($0, $1.center) }
        let reach = SIMD3(repeating: Double.maximum((high - low).max(), PageMatches.leastReach))
        func places(_ side: JoinSide) -> [Place] {
            join.leftOut.filter { $0.side == side }.compactMap { marker -> Place? in
                guard var center = marker.center else { return nil }
                if side == .old {
                    center = motion * (motion.sourceCenter + growth * (center - motion.sourceCenter))
                }
                guard all(center .>= low - reach), all(center .<= high + reach) else { return nil }
                return Place(name: marker.label ?? marker.id, center: center)
            }
        }
        (onlyOld, onlyNew) = (places(.old), places(.new))
    }

    func write(to page: inout PageText) {
        page.section("matches", "Which marker is which")
        page.element("p", sentence)
        if let nearest {
            page.element(
                "p",
                "Of those that one scan alone has the nearest two are \(ReportText.length(nearest.distance)) apart: "
                    + "\(ReportText.name(nearest.old, atMost: 40)) and \(ReportText.name(nearest.new, atMost: 40))."
            )
        }
        figure(&page)
        page.raw("</section>\n")
    }

    private var sentence: String {
        func count(_ side: JoinSide) -> Int {
            join.markers.count + join.leftOut.count { $0.side == side }
        }
        let (olds, news) = (count(.old), count(.new))
        let all =
            "\(join.markers.count) of \(ReportText.counted(olds, "old marker")) and \(news) new ones were paired by \(join.key)"
        let distances = join.markers.compactMap(\.distance), next = join.markers.compactMap(\.nextDistance)
        guard let farthest = distances.max() else { return "\(all)." }
        return "\(all): each is within \(ReportText.length(farthest)) of its own"
            + (next.min().map { ", and the next marker is at least \(ReportText.length($0)) away." } ?? ".")
    }

    /// The old and the new marker without a partner that are nearest to each other, of scans that can be drawn.
    private var nearest: (old: String, new: String, distance: Double)? {
        guard max(onlyOld.count, onlyNew.count) <= PageMatches.mostDrawn else { return nil }
        var best: (old: String, new: String, distance: Double)?
        for old in onlyOld {
            for new in onlyNew {
                let step = old.center - new.center, distance = step.dot(step).squareRoot()
                if distance < best?.distance ?? .infinity { best = (old.name, new.name, distance) }
            }
        }
        return best
    }

    private func figure(_ page: inout PageText) {
        let places = (paired + onlyOld + onlyNew).map(\.center)
        let first = places.first ?? .zero
        let low = places.reduce(first) { pointwiseMin($0, $1) }
        let extent = places.reduce(first) { pointwiseMax($0, $1) } - low
        let view = ViewDirection.all(isLongAlongZ: extent.z > 1.3 * extent.x)[0]
        guard let box = PaperBox(around: places.lazy.map(view.projected)) else { return }
        let frame = ViewFrame(view, around: box, isAlone: true)
        page.raw(
            "<figure class=\"view wide\"><svg viewBox=\"0 0 \(n(frame.size.x)) \(n(frame.size.y))\" role=\"img\" "
                + "aria-label=\"Top view of the markers of both scans\">")
        frame.axes(&page)
        let hasNames = places.count <= PageMatches.mostNamed
        for (kind, places) in [("both", paired), ("old", onlyOld), ("new", onlyNew)] {
            page.raw("<g class=\"k \(kind)\">")
            let drawn = places.prefix(PageMatches.mostDrawn).map { ($0.name, frame.place($0.center)) }
            if hasNames {
                for (name, place) in drawn { PageMatches.mark(name, place, isNew: kind == "new", &page) }
            } else {
                let dots = drawn.map { "M\(n($0.1.x)) \(n($0.1.y))h0" }
                page.raw("<path class=\"dots\" d=\"\(dots.joined())\"/>")
            }
            page.raw("</g>")
        }
        let undrawn =
            join.markers.count + join.leftOut.count
            - [paired, onlyOld, onlyNew].reduce(0) { $0 + min($1.count, PageMatches.mostDrawn) }
        page.raw("</svg><figcaption><b>Both scans</b>, from above, in the new frame: ")
        page.text(
            "● paired (\(paired.count)), ○ in the old scan alone, as the motion moves it (\(onlyOld.count)), "
                + "◇ in the new scan alone (\(onlyNew.count))"
                + (undrawn > 0 ? "; \(undrawn) more are too far away, too many or without a place" : ""))
        page.raw("</figcaption></figure>")
    }

    private static func mark(_ name: String, _ place: SIMD2<Double>, isNew: Bool, _ page: inout PageText) {
        let (x, y) = (n(place.x), n(place.y))
        page.raw(
            isNew
                ? "<path d=\"M\(x) \(n(place.y - 6))l6 6l-6 6l-6-6z\"><title>"
                : "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"5\"><title>")
        page.text(ReportText.name(name, atMost: 40))
        page.raw(isNew ? "</title></path>" : "</title></circle>")
    }
}
