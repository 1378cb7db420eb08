internal import Markers
internal import RigidCalibration

/// What shifting each marker on top of the motion brings, and the drift of the scan as arrows along its way.
struct PageStraightening {
    private let scene: SceneDrawing
    private let straightening: FitDocument.Straightening
    private let markers: [Marker]

    /// A marker, or a pair that is of none, as the one motion moves it.
    private struct Marker {
        let name: String
        let center, residual: SIMD3<Double>
        let shift: SIMD3<Double>?
        let time: Double?
        let follows: Bool

        var left: SIMD3<Double> { residual - (shift ?? .zero) }
    }

    /// More cannot be told apart; and of more than the second number none has its name, which would make the page too large.
    private static let mostDrawn = 1250, mostNamed = 250

    /// Nothing for a fit whose markers all have one motion.
    init?(_ scene: SceneDrawing) {
        guard let straightening = scene.content.fit.document.straightening else { return nil }
        (self.scene, self.straightening) = (scene, straightening)
        var order: [String] = [], groups: [String: [FitDocument.Pair]] = [:]
        for pair in scene.content.pairs {
            let name = pair.group ?? pair.id
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(pair)
        }
        markers = order.map { name in
            let pairs = groups[name] ?? [], count = Double(max(pairs.count, 1))
            return Marker(
                name: name, center: pairs.reduce(.zero) { $0 + ($1.target - $1.residual) } / count,
                residual: pairs.reduce(.zero) { $0 + $1.residual } / count, shift: pairs.first?.shift,
                time: pairs.first?.time, follows: pairs.contains(where: \.follows))
        }
    }

    func write(to page: inout PageText) {
        page.section("straightening", "The scan, straightened by \(straightening.kind.rawValue)")
        page.element("p", sentence)
        figure(&page)
        page.raw("<div class=\"pair\">")
        chart(&page)
        table(&page)
        page.raw("</div></section>\n")
    }

    private var sentence: String {
        let near =
            straightening.kind == .place
            ? "the markers near it" : "the markers that were made about when it was"
        let brings =
            if let after = straightening.leaveOneOut, let before = straightening.leaveOneOutOfMotion {
                " Left out one by one, the \(ReportText.counted(straightening.pins.count, "marker")) of the fit are off by "
                    + "\(ReportText.length(after)), root mean square, and by \(ReportText.length(before)) under the one motion."
            } else { "" }
        return
            "A scan that bends has no one motion: each marker is shifted on top of it as \(near) are off.\(brings)"
    }

    private var pins: [Marker] { markers.filter(\.follows) }

    /// The markers from above as the one motion moves them, with their shifts, and the way along which they were made.
    private func figure(_ page: inout PageText) {
        let drawn = Array(markers.filter { $0.shift != nil }.prefix(Self.mostDrawn))
        let first = drawn.first?.center ?? .zero
        let low = drawn.reduce(first) { pointwiseMin($0, $1.center) }
        let extent = drawn.reduce(first) { pointwiseMax($0, $1.center) } - low
        let view = ViewDirection.all(isLongAlongZ: extent.z > 1.3 * extent.x)[0]
        guard let box = PaperBox(around: drawn.lazy.map { view.projected($0.center) }) else { return }
        let frame = ViewFrame(view, around: box, isAlone: true)
        let longest = drawn.map { length($0.shift ?? .zero) }.max() ?? 0
        let room = (frame.plot.size.x * frame.plot.size.y).squareRoot() / frame.scale
        let factor = longest > 0 ? max(RoundNumber.below(0.16 * room / longest), 1) : 1
        page.raw(
            "<figure class=\"view wide\"><svg viewBox=\"0 0 \(n(frame.size.x)) \(n(frame.size.y))\" role=\"img\" "
                + "aria-label=\"Top view of the markers, each with its shift\">")
        frame.axes(&page)
        if straightening.kind == .time {
            let way = drawn.filter(\.follows).sorted { ($0.time ?? 0, $0.name) < ($1.time ?? 0, $1.name) }
            let places = way.map { frame.place($0.center) }.map { "\(n($0.x)) \(n($0.y))" }
            if places.count > 1 {
                page.shape(
                    "path class=\"s\" d=\"M\(places.joined(separator: "L"))\"",
                    "the way, by the times of the markers")
            }
        }
        var arrows = PaperPath()
        let step = (drawn.count + Self.mostNamed - 1) / Self.mostNamed
        page.raw("<g class=\"k both\">")
        var dots = ""
        for (number, marker) in drawn.enumerated() {
            let start = frame.place(marker.center), shift = marker.shift ?? .zero
            if number % step == 0, length(shift) > 0 {
                arrows.addArrow(from: start, to: frame.place(marker.center + shift * factor))
            }
            guard step == 1 else {
                dots += "M\(n(start.x)) \(n(start.y))h0"
                continue
            }
            page.shape(
                "circle cx=\"\(n(start.x))\" cy=\"\(n(start.y))\" r=\"\(marker.follows ? 4 : 2)\"",
                "\(ReportText.name(marker.name, atMost: 40)): shifted by \(ReportText.length(length(shift)))")
        }
        if !dots.isEmpty { page.raw("<path class=\"dots\" d=\"\(dots)\"/>") }
        page.raw("</g><g class=\"r\" transform=\"scale(.1)\"><path d=\"\(arrows.data)\"/></g>")
        page.raw("</svg><figcaption><b>The drift</b>, from above, in the new frame: ")
        page.text(
            "● a marker as the one motion moves it, → what \(step > 1 ? "one of \(step)" : "it") is shifted by, × \(ReportText.grouped(Int(factor)))"
                + (straightening.kind == .time ? ", — the way, by the times of the markers" : "")
                + (drawn.count < markers.count
                    ? "; \(ReportText.grouped(markers.count - drawn.count)) more are not drawn" : ""))
        page.raw("</figcaption></figure>")
    }

    /// Residuals of the markers before and after, along the way.
    private func chart(_ page: inout PageText) {
        let pins = Array(pins.prefix(Self.mostDrawn))
        guard !pins.isEmpty else { return }
        let centers = pins.map(\.center), first = centers.first ?? .zero
        let low = centers.reduce(first) { pointwiseMin($0, $1) }
        let extent = centers.reduce(first) { pointwiseMax($0, $1) } - low
        let axis = extent.x >= extent.z ? 0 : 2, isByTime = straightening.kind == .time
        let start = pins.compactMap(\.time).min() ?? 0
        let span = (pins.compactMap(\.time).max() ?? 0) - start
        let unit = span > 7200 ? (3600.0, "h") : span > 120 ? (60.0, "min") : (1.0, "s")
        func along(_ marker: Marker) -> Double {
            isByTime ? ((marker.time ?? start) - start) / unit.0 : marker.center[axis] - low[axis]
        }
        let farthest = pins.map(along).max() ?? 0
        let longest = pins.map { max(length($0.residual), length($0.left)) * 1000 }.max() ?? 0
        let chart = ChartFrame(
            width: ViewFrame.halfWidth, height: 280, largest: SIMD2(farthest, max(longest, 1e-6)))
        chart.figure(
            "Residuals of the markers before and after", "○ by the one motion, ● shifted as well", &page
        ) { page in
            chart.axes(
                isByTime ? "time from the first marker in \(unit.1)" : "along \(axis == 0 ? "x" : "z") in m",
                "residual in mm", &page)
            for (kind, residual) in [("old", \Marker.residual), ("both", \Marker.left)] {
                page.raw("<g class=\"k \(kind)\">")
                let places = pins.map { chart.place(along($0), length($0[keyPath: residual]) * 1000) }
                if pins.count > Self.mostNamed {
                    let dots = Set(places.map { "M\(Int($0.x.rounded())) \(Int($0.y.rounded()))h0" }).sorted()
                    page.raw("<path class=\"dots\" d=\"\(dots.joined())\"/>")
                } else {
                    for (marker, place) in zip(pins, places) {
                        page.shape(
                            "circle cx=\"\(n(place.x))\" cy=\"\(n(place.y))\" r=\"3.5\"",
                            "\(ReportText.name(marker.name, atMost: 40)): \(ReportText.length(length(marker[keyPath: residual])))"
                        )
                    }
                }
                page.raw("</g>")
            }
        }
    }

    private func table(_ page: inout PageText) {
        func rms(_ residual: (Marker) -> SIMD3<Double>) -> Double {
            let sum = pins.reduce(0) { $0 + length(residual($1)) * length(residual($1)) }
            return (sum / Double(max(pins.count, 1))).squareRoot()
        }
        let rows: [(String, before: Double?, after: Double?)] = [
            ("residual of a marker", rms(\.residual), rms(\.left)),
            ("left out", straightening.leaveOneOutOfMotion, straightening.leaveOneOut),
        ]
        let reach =
            straightening.kind == .place
            ? ReportText.length(straightening.reach) : "\(ReportText.digits(3, straightening.reach)) s"
        page.raw("<div>")
        page.element("h3", "Before and after")
        page.scrolling("Table of what shifts bring") { page in
            page.table(
                [("rms in mm", false), ("one motion", true), ("shifted", true)],
                caption: "Go by the second row: in it each marker is predicted by the others alone.",
                isSortable: false
            ) { page in
                for row in rows {
                    page.raw("<tr>")
                    page.element("th scope=\"row\"", row.0)
                    for number in [row.before, row.after] {
                        page.element("td", number.map { ReportText.digits(3, $0 * 1000) } ?? "–")
                    }
                    page.raw("</tr>")
                }
            }
        }
        page.element(
            "p class=\"note\"",
            "Farther than \(reach) from every marker of the fit shifts fade to none, and the error to expect grows to that of "
                + "the one motion.")
        page.raw("</div>")
    }

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
