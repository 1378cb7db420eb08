internal import Foundation
internal import Markers
internal import RigidCalibration

/// The top of the page: the verdict with the reason for it, the subject, and the main figures.
struct PageOpening {
    let content: ReportContent
    private var fit: SavedFit { content.fit }
    private var document: FitDocument { content.fit.document }

    func write(to page: inout PageText) {
        page.raw("<header><div>")
        page.element("p class=\"kind\"", "Calibration report")
        page.element("h1", ReportText.name(content.heading.title ?? content.subject))
        page.raw("</div>")
        if let logo = content.heading.logo {
            let data = Data(logo.bytes).base64EncodedString()
            page.raw(
                "<img class=\"logo\" alt=\"Logo\" width=\"\(logo.width)\" height=\"\(logo.height)\" "
                    + "src=\"data:\(logo.kind);base64,\(data)\">")
        }
        page.raw(
            "</header>\n<section id=\"verdict\" class=\"verdict \(content.verdict.rawValue.lowercased())\">")
        page.raw("<h2><span class=\"badge\">")
        let verdict = content.verdict
        page.raw("<span aria-hidden=\"true\">\(PageOpening.sign(verdict))</span> \(verdict.rawValue)")
        page.raw("</span></h2><div>")
        page.element("p class=\"plain\"", plain)
        page.element("p class=\"rule\"", rule)
        let others = content.allRemarks.dropFirst(gravest == nil ? 0 : 1)
        if !others.isEmpty {
            page.raw("<ul>")
            for remark in others {
                page.raw("<li>")
                page.element("code", remark.code)
                page.text(" " + remark.sentence)
                page.raw("</li>")
            }
            page.raw("</ul>")
        }
        page.raw("</div></section>\n")
        facts(&page)
        figures(&page)
    }

    private static func sign(_ verdict: FitVerdict) -> String {
        switch verdict {
        case .pass: "✓"
        case .warn: "!"
        case .fail: "✕"
        }
    }

    /// The remark that decides; `nil` if none does.
    private var gravest: ReportContent.Remark? { content.allRemarks.first.flatMap { $0.isInfo ? nil : $0 } }

    /// The progress of a job, or else the verdict in plain words with the share of the pairs that it does not rest on.
    private var plain: String {
        if let done { return done }
        let use =
            switch content.verdict {
            case .pass: "The motion may be used"
            case .warn: "The motion may be used by whoever accepts \(content.burden)"
            case .fail: "The motion must not be used"
            }
        guard !content.pairs.isEmpty else { return "\(use)." }
        return content.rejected.isEmpty
            ? "\(use); none of \(ReportText.counted(content.pairs.count, "pair")) was rejected."
            : "\(use); \(content.shareRejected) pairs were rejected."
    }

    /// The progress of a job that has moved markers, or taken them back; `nil` of a fit, a plan, or a job that has done neither.
    private var done: String? {
        func count(_ state: ReportMarker.State) -> Int { content.markers.count { $0.state == state } }
        let (moved, undone) = (count(.moved), count(.undone))
        guard moved + undone > 0 else { return nil }
        let open = count(.pending), kept = count(.refused) + count(.conflict) + count(.gone)
        let parts = [
            moved > 0 ? "\(ReportText.counted(moved, "marker")) moved and read back" : nil,
            undone > 0 ? "\(ReportText.grouped(undone)) taken back" : nil,
            open > 0 ? "\(ReportText.grouped(open)) not known to be written" : nil,
            kept > 0 ? "\(ReportText.grouped(kept)) not moved" : nil,
        ]
        return "Done: \(parts.compactMap { $0 }.joined(separator: ", "))."
    }

    private var rule: String {
        if let first = gravest { return "\(first.code): \(first.sentence)" }
        guard document.evidence != nil else {
            return "The motion comes from two matrices; nothing was fitted."
        }
        let tolerance = document.options.tolerance.map {
            ", and every error to expect is within the tolerance of \(ReportText.length($0))"
        }
        return "No problems found\(tolerance ?? "")."
    }

    private func facts(_ page: inout PageText) {
        let used = content.followers.count, all = content.pairs.count
        var facts = content.heading.rows.map { ReportContent.Fact($0.name, $0.text) }
        if content.heading.title != nil { facts.append(ReportContent.Fact("Subject", content.subject)) }
        if let date = content.date { facts.append(ReportContent.Fact("Date", date)) }
        facts.append(ReportContent.Fact("Software", "quadcal \(fit.version)"))
        facts += content.facts
        if all > 0 {
            let rejected = used == all ? "none rejected" : "\(ReportText.grouped(all - used)) rejected"
            facts.append(
                ReportContent.Fact(
                    "Pairs", "\(ReportText.grouped(used)) of \(ReportText.grouped(all)) used, \(rejected)"))
        }
        if !content.markers.isEmpty {
            var counts: [ReportMarker.State: Int] = [:]
            for marker in content.markers { counts[marker.state, default: 0] += 1 }
            let states = ReportMarker.State.allCases.compactMap { state in
                counts[state].map { "\(ReportText.grouped($0)) \(state.rawValue)" }
            }
            facts.append(ReportContent.Fact("Markers", states.joined(separator: ", ")))
        }
        facts.append(
            ReportContent.Fact(
                "Tolerance",
                document.options.tolerance.map { ReportText.length($0) + " at 95 %" } ?? "none requested"))
        page.raw("<dl class=\"facts\">")
        for fact in facts {
            page.raw("<div>")
            page.element("dt", ReportText.name(fact.name))
            page.element(fact.text.isEmpty ? "dd class=\"blank\"" : "dd", fact.text)
            page.raw("</div>")
        }
        for input in fit.inputs {
            page.raw("<div class=\"input\"><dt>")
            page.text("Input: \(input.role)")
            page.raw("</dt><dd>")
            page.text(ReportText.name(input.file))
            page.raw(" ")
            page.element("code", "sha256 \(input.sha256)")
            page.raw("</dd></div>")
        }
        page.raw("</dl>\n")
    }

    private func figures(_ page: inout PageText) {
        page.raw("<section id=\"figures\" class=\"cards\"><h2 class=\"quiet\">Figures</h2>")
        if let figures = document.evidence {
            card(
                "Residual of the pairs, rms", ReportText.length(figures.rms),
                figures.leaveOneOutRMS.map {
                    "\(ReportText.length($0)) where each is predicted by the others"
                }
                    ?? "no LOO: some pair is indispensable", &page)
            card(
                "Median residual", ReportText.length(figures.median),
                "95 of 100 within \(ReportText.length(figures.p95)), the longest \(ReportText.length(figures.largest))",
                &page)
        } else {
            card("Residual", "–", "nothing was fitted", &page)
            card("Model", "matrices", "the motion is as given", &page)
        }
        let turn = document.motion.turn
        card(
            "Turn and shift",
            "\(ReportText.fixed(3, turn.angle))°"
                + ((turn.bound95 ?? nil).map { " ± \(ReportText.digits(2, $0))°" } ?? ""),
            shift + "; tilt \(ReportText.digits(2, turn.tilt))°", &page)
        if let figures = document.evidence {
            let square = figures.chiSquare.map { square in
                "χ² \(ReportText.digits(3, square)), probability "
                    + (figures.chiSquareProbability.map(ReportText.probability) ?? "not known")
            }
            let drift = figures.errors?.driftAtTenMetres.map {
                "drift \(ReportText.length($0)) a coordinate between places 10 m apart"
            }
            let note = [
                figures.error95.atWorstPair.map { _ in "in 95 of 100 cases" }, noise(figures), drift, square,
            ]
            card(
                PageOpening.predicted, figures.error95.atWorstPair.map { ReportText.length($0) } ?? "–",
                note.compactMap { $0 }.joined(separator: "; "), &page)
        } else {
            card(PageOpening.predicted, "–", "no pairs, so nothing shows it", &page)
        }
        page.raw("</section>\n")
    }

    /// The title of the figure that says how far off a moved marker may be.
    private static let predicted = "Error to expect at the worst pair"

    /// The noise of markers and of their corners, or that of pairs that are alone, in words.
    private func noise(_ figures: FitDocument.Evidence) -> String {
        let freedom = { (number: Double) in "\(ReportText.digits(3, number)) degrees of freedom" }
        guard let errors = figures.errors, let marker = errors.marker else {
            let source =
                figures.noise == nil ? "not known" : figures.noiseIsEstimated ? "estimated" : "as stated"
            return "noise of a pair "
                + (figures.noise.map { "\(ReportText.length($0)) a coordinate, " } ?? "")
                + "\(source), \(freedom(figures.freedom))"
        }
        let source =
            errors.isAssumed
            ? "assumed, since fewer than three markers show none"
            : errors.freedom.map { "estimated, \(freedom($0))" } ?? "as stated"
        return "marker noise \(ReportText.length(marker)) a coordinate (\(source)), corner noise "
            + "\(ReportText.length(errors.corner)) a coordinate"
    }

    private var shift: String {
        guard let shift = document.motion.shift else { return "shift as in the matrix" }
        let parts = (0..<3).map { place in
            "\(ReportText.fixed(3, shift.value[place])) m"
                + (shift.bound95.map { " ± \(ReportText.digits(2, $0[place] * 1000)) mm" } ?? "")
        }
        return "middle of the pairs by x \(parts[0]), y \(parts[1]), z \(parts[2])"
    }

    private func card(_ title: String, _ value: String, _ note: String, _ page: inout PageText) {
        page.raw("<div class=\"card\">")
        page.element("h3", title)
        page.element("p class=\"value\"", value)
        page.element("p class=\"note\"", note)
        page.raw("</div>")
    }
}
