internal import Markers

/// The predicted error at every marker, and its sources: the strength of the geometry, the model, the drift.
struct PageErrors {
    let scene: SceneDrawing
    private var content: ReportContent { scene.content }

    func write(to page: inout PageText) {
        guard let figures = content.fit.document.evidence else { return }
        page.section("errors", "The error to expect")
        let errors = scene.shapes.map { content.error(of: $0) }
        let known = errors.compactMap { $0 }
        if let largest = known.max() {
            var sentence =
                "In 95 of 100 cases within \(ReportText.length(largest)) at "
                + (content.fit.straightened == nil
                    ? "the worst corner of a marker" : "the middle of the worst marker, shifted")
            if content.fit.straightened == nil, let five = figures.error95.atFiveMetres {
                sentence += ", within \(ReportText.length(five)) five metres from the pairs"
            }
            page.element("p", "\(sentence). That means: \(FitDocument.Evidence.meaning).")
        } else {
            page.element("p", "It is not known, since the noise is not known of the pairs.")
        }
        page.raw("<div class=\"pair\">")
        let frame = known.isEmpty ? nil : scene.top
        if let frame { map(frame, errors, known.max() ?? 0, known.min() ?? 0, &page) }
        strength(figures, &page)
        comparison(figures, isWide: frame.map { !$0.isWide } ?? false, &page)
        page.raw("</div>")
        PageMarkers(scene: scene).write(to: &page)
        page.raw("</section>\n")
    }

    /// The scene from above, each marker in the colour of its error.
    private func map(
        _ frame: ViewFrame, _ errors: [Double?], _ largest: Double, _ least: Double, _ page: inout PageText
    ) {
        let range = max(largest - least, largest * 1e-3)
        page.raw(
            "<figure class=\"view\(frame.isWide ? " wide" : "")\"><svg viewBox=\"0 0 \(n(frame.size.x)) \(n(frame.size.y))\" role=\"img\" "
                + "aria-label=\"Top view, each marker in the colour of its error\">")
        frame.axes(&page)
        var steps: [Int: String] = [:]
        for (shape, error) in zip(scene.shapes, errors) {
            guard let error else { continue }
            let place = frame.place(shape.center)
            guard scene.namesAll else {
                steps[ColorRamp.step((error - least) / range), default: ""] +=
                    "M\(n(place.x)) \(n(place.y))h0"
                continue
            }
            let title = "\(ReportText.name(shape.name, atMost: 40)): within \(ReportText.length(error))"
            steps[ColorRamp.step((error - least) / range), default: ""] +=
                "<circle cx=\"\(n(place.x))\" cy=\"\(n(place.y))\" r=\"5\"><title>"
                + "\(PageText.escaped(title))</title></circle>"
        }
        page.raw("<g class=\"p\">")
        for (step, marks) in steps.sorted(by: { $0.key < $1.key }) {
            let color = ColorRamp.hex(Double(step) / Double(ColorRamp.steps - 1))
            page.raw(
                scene.namesAll
                    ? "<g fill=\"\(color)\">\(marks)</g>"
                    : "<path stroke=\"\(color)\" d=\"\(marks)\"><title>about "
                        + "\(ReportText.length(least + range * Double(step) / Double(ColorRamp.steps - 1)))</title></path>"
            )
        }
        page.raw("</g>")
        ramp(frame, least, largest, &page)
        page.raw(
            "</svg><figcaption><b>Error to expect at every marker</b>, from above; 95 of 100 are smaller than the colour says</figcaption></figure>\n"
        )
    }

    private func ramp(_ frame: ViewFrame, _ least: Double, _ largest: Double, _ page: inout PageText) {
        let (x, y) = (frame.plot.low.x + 90, frame.plot.high.y + 40)
        page.raw("<g class=\"t\"><text x=\"\(n(x - 8))\" y=\"\(n(y + 10))\" text-anchor=\"end\">")
        page.text(ReportText.length(least))
        page.raw("</text>")
        for step in 0..<ColorRamp.steps {
            let color = ColorRamp.hex(Double(step) / Double(ColorRamp.steps - 1))
            page.raw(
                "<rect x=\"\(n(x + Double(step) * 6))\" y=\"\(n(y))\" width=\"6.5\" height=\"12\" fill=\"\(color)\"/>"
            )
        }
        page.raw("<text x=\"\(n(x + 6 * Double(ColorRamp.steps) + 8))\" y=\"\(n(y + 10))\">")
        page.text(ReportText.length(largest))
        page.raw("</text></g>")
    }

    private func strength(_ figures: FitDocument.Evidence, _ page: inout PageText) {
        page.raw("<div>")
        page.element("h3", "Strength of the geometry")
        guard let strength = figures.strength, let worst = strength.first, let best = strength.last else {
            page.element("p", "No turn is estimated from these pairs, so none can be weak.")
            page.raw("</div>")
            return
        }
        page.scrolling("Table of the turns") { page in
            page.table(
                [("turn about", false), ("deviation in °", true), ("at 10 m in mm", true)],
                caption: "How well the turn about each axis is known, the weakest first.", isSortable: false
            ) { page in
                for one in strength {
                    page.raw("<tr>")
                    page.element("th scope=\"row\"", ReportText.axis(one.axis))
                    page.element("td", ReportText.digits(2, one.deviation * 180 / .pi))
                    page.element("td", ReportText.digits(2, one.deviation * 10_000))
                    page.raw("</tr>")
                }
            }
        }
        page.element("p", PageErrors.sentence(worst, best, content.fit))
        if let trend = figures.trend {
            page.element("h3", "Drift")
            page.element("p", PageErrors.sentence(trend))
        }
        page.raw("</div>")
    }

    private static func sentence(
        _ worst: FitDocument.Evidence.Strength, _ best: FitDocument.Evidence.Strength, _ fit: SavedFit
    ) -> String {
        if let weak = fit.judgements.first(where: { $0.code == "WEAK_GEOMETRY" }) { return weak.sentence }
        guard best.deviation > 0, worst.axis != best.axis else { return "Nothing is weak." }
        let ratio = worst.deviation / best.deviation
        return ratio < 3
            ? "No axis is much weaker than the others."
            : "The turn about \(ReportText.axis(worst.axis)) is known \(ReportText.digits(2, ratio)) times worse than the best."
    }

    private func comparison(
        _ figures: FitDocument.Evidence, isWide: Bool, _ page: inout PageText
    ) {
        page.raw(isWide ? "<div class=\"wide\">" : "<div>")
        page.element("h3", "The same pairs under other models")
        page.scrolling("Table of the models") { page in
            page.table(
                [
                    ("model", false), ("rms", true), ("LOO", true), ("turn", true), ("tilt", true),
                    ("worst error", true),
                ],
                caption: "Lengths in mm, angles in °. Chosen: \(content.fit.model), "
                    + "\(content.fit.document.motion.modelReason ?? "as given").", isSortable: false
            ) { page in
                for one in figures.comparison {
                    let isChosen = one.model == content.fit.model
                    page.raw(isChosen ? "<tr class=\"chosen\">" : "<tr>")
                    page.element("th scope=\"row\"", one.model + (isChosen ? " (chosen)" : ""))
                    let numbers = [
                        one.rms * 1000, one.leaveOneOutRMS.map { $0 * 1000 }, one.turn, one.tilt,
                        one.worstError.map { $0 * 1000 },
                    ]
                    for number in numbers {
                        page.element("td", number.map { ReportText.digits(3, $0) } ?? "–")
                    }
                    page.raw("</tr>")
                }
            }
        }
        if let scale = figures.scale {
            page.element(
                "p",
                "The targets are \(ReportText.fixed(6, scale.factor)) times as long as the sources"
                    + (scale.deviation.map { " (± \(ReportText.digits(2, 2e6 * $0)) millionths)" } ?? "")
                    + (content.fit.growth == 1
                        ? "; the motion keeps lengths." : "; the motion has this scale."))
        }
        page.raw("</div>")
    }

    private static func sentence(_ trend: FitDocument.Evidence.Trend) -> String {
        let place = "Along \(ReportText.axis(trend.axis)), over \(ReportText.length(trend.length)), "
        guard trend.isDrift else {
            return place
                + "the residuals follow no bend beyond chance (\(ReportText.length(trend.peakToPeak)))."
        }
        return place + "the residuals bend by \(ReportText.length(trend.peakToPeak)) from end to end "
            + "(rms \(ReportText.length(trend.rms)), what remains \(ReportText.length(trend.rest))): more than chance "
            + "explains, so the scan drifts; the errors above include that."
    }
}
