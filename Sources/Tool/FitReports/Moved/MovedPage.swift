import Markers
package import MarkersReport
import QuadGeometry
import RigidCalibration
import ToolTerminal

/// The markers that were moved as one self-contained HTML page: the verdict, a view from above with their shifts, and their table.
package struct MovedPage {
    private let report: MovedReport
    private let stamp: PageStamp

    package init(_ report: MovedReport, _ stamp: PageStamp) {
        self.report = report
        self.stamp = stamp
    }

    /// The page, the same bytes for the same markers.
    package var html: [UInt8] {
        let verdict = report.verdict.rawValue, subject = "Markers that moved"
        return PageFrame(
            title: "\(verdict.uppercased()): \(subject)", head: subject, kind: "quadcal moved report"
        ).html { page in
            page.opening(
                kind: "Two scans of one place", subject: report.files.label, verdict: verdict,
                words: MovedText.reason(report),
                rule: "Each marker is tested by those that stayed. What all have in common is not seen.",
                facts: stamp.facts + PageStamp.facts(MovedText.facts(report)), cards: cards)
            MovedDrawing(report: report).write(to: &page)
            table.write(to: &page)
            page.data(stamp.document, command: "moved", thing: "result")
        }
    }

    private var cards: [(title: String, value: String, note: String)] {
        let moved = report.moved
        return [
            (
                title: "Moved or turned", value: "\(moved.moved.count)",
                note: "of \(counted(report.names.count, "marker"))"
            ),
            (
                title: "Stayed in place", value: "\(moved.stable.count)",
                note: "and fix the motion between the scans"
            ),
            (
                title: "Could hide", value: moved.hidden.map { MeasureText.length($0.size) } ?? "any shift",
                note: "of a marker that stayed, in 20 of 100 cases"
            ),
        ]
    }

    private var table: ResultTable {
        let (heads, rows) = MovedText.table(report)
        return ResultTable(
            title: "Moved or turned",
            caption: "In mm, the longest shift first; 95 % is the error of the shift.",
            heads, words: [], rows)
    }
}

/// The markers from above and from the side, and the shifts of those that were moved.
private struct MovedDrawing {
    let report: MovedReport

    /// More cannot be told apart; and of more than the second number none has its name, which would make the page too large.
    private static let mostDrawn = 1250, mostNamed = 40
    /// The part of the drawing's width that the longest shift has.
    private static let share = 0.16

    private struct Place {
        let marker: Int
        let center: SIMD3<Double>
        let movement: MarkerMovement?
    }

    func write(to page: inout PageText) {
        let movements = Dictionary(uniqueKeysWithValues: report.moved.moved.map { ($0.marker, $0) })
        let all = report.newQuads.enumerated().map { marker, quad in
            Place(marker: marker, center: quad.center, movement: movements[marker])
        }
        // Those that were moved come first, so that none of them is left out.
        let sorted = all.filter { $0.movement != nil } + all.filter { $0.movement == nil }
        let drawn = sorted.prefix(MovedDrawing.mostDrawn)
        let starts = drawn.map { $0.center - ($0.movement?.drawnShift ?? .zero) }
        let first = starts.first ?? .zero
        let low = starts.reduce(first) { pointwiseMin($0, $1) }
        let extent = starts.reduce(first) { pointwiseMax($0, $1) } - low
        page.section("views", "Where they are")
        for view in ViewDirection.all(isLongAlongZ: extent.z > 1.3 * extent.x).prefix(2) {
            let ends = (starts + drawn.map(\.center)).lazy.map(view.projected)
            guard let box = PaperBox(around: ends) else { continue }
            let frame = ViewFrame(view, around: box, isAlone: true)
            figure(frame, Array(zip(drawn, starts)), undrawn: all.count - drawn.count, &page)
        }
        page.raw("</section>\n")
    }

    private func figure(
        _ frame: ViewFrame, _ drawn: [(place: Place, start: SIMD3<Double>)], undrawn: Int,
        _ page: inout PageText
    ) {
        let view = frame.direction,
            longest = drawn.compactMap { $0.place.movement?.drawnShift.length }.max() ?? 0
        let room = max(frame.plot.size.x, frame.plot.size.y) / frame.scale
        let factor = longest > 0 ? max(RoundNumber.below(MovedDrawing.share * room / longest), 1) : 1
        page.raw(
            "<figure class=\"view wide\"><svg viewBox=\"0 0 \(n(frame.size.x)) \(n(frame.size.y))\" role=\"img\" "
                + "aria-label=\"\(view.name) of the markers, those that were moved with their shifts\">")
        frame.axes(&page)
        let hasNames = report.moved.moved.count <= MovedDrawing.mostNamed
        var arrows = PaperPath(), names = ""
        for (place, start) in drawn.reversed() {
            let at = frame.place(start)
            mark(place, at, &page)
            guard let one = place.movement else { continue }
            if one.drawnShift != .zero {
                arrows.addArrow(from: at, to: frame.place(start + one.drawnShift * factor))
            }
            guard hasNames else { continue }
            let name = PageText.escaped(ReportText.name(report.names[place.marker], atMost: 24))
            names += "<text text-anchor=\"middle\" x=\"\(n(at.x))\" y=\"\(n(at.y + 20))\">\(name)</text>"
        }
        if !arrows.data.isEmpty {
            page.raw(
                "<g class=\"r\" transform=\"scale(.1)\"><path d=\"\(arrows.data)\"><title>shifts</title></path></g>"
            )
        }
        page.raw(
            "\(names.isEmpty ? "" : "<g class=\"l\">\(names)</g>")</svg><figcaption><b>\(view.name)</b> of the new scan: "
        )
        page.text(caption(factor, undrawn: undrawn))
        page.raw("</figcaption></figure>")
    }

    private func mark(_ place: Place, _ at: SIMD2<Double>, _ page: inout PageText) {
        let isUnknown = report.moved.unchecked.contains(place.marker)
        page.raw(
            place.movement != nil
                ? "<g class=\"k new\"><path d=\"M\(n(at.x)) \(n(at.y - 7))l7 7l-7 7l-7-7z\"><title>"
                : "<g class=\"k \(isUnknown ? "old" : "both")\"><circle cx=\"\(n(at.x))\" cy=\"\(n(at.y))\" r=\"4\"><title>"
        )
        let words =
            place.movement.map { " " + MovedText.sentence($0, report) }
            ?? (isUnknown ? " Not known." : " It stayed.")
        page.text("\(ReportText.name(report.names[place.marker], atMost: 40)):\(words)")
        page.raw(place.movement != nil ? "</title></path></g>" : "</title></circle></g>")
    }

    private func caption(_ factor: Double, undrawn: Int) -> String {
        let enlarged = factor > 1 ? " × \(ReportText.grouped(Int(factor)))" : ""
        var parts = [
            "● stayed (\(report.names.count - report.moved.moved.count - report.moved.unchecked.count))"
        ]
        if !report.moved.moved.isEmpty {
            parts.append(
                "◇ moved or turned (\(report.moved.moved.count)), where it would be had it stayed, → its shift\(enlarged)"
            )
        }
        if !report.moved.unchecked.isEmpty {
            parts.append("○ nothing checks it (\(report.moved.unchecked.count))")
        }
        return parts.joined(separator: ", ")
            + (undrawn > 0 ? "; \(ReportText.grouped(undrawn)) more are not drawn" : "")
    }
}

extension MarkerMovement {
    /// The shift that is drawn: of one that was turned in place, or with a mistaken corner, there is none.
    fileprivate var drawnShift: SIMD3<Double> { isShifted && mistakenCorner == nil ? shift : .zero }
}
