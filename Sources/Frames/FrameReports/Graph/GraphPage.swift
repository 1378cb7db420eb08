internal import FrameGraph
internal import Markers
internal import MarkersReport
internal import QuadGeometry

/// A run over a graph as one self-contained HTML page: the verdict, a drawing, and tables of closures, edges and frames.
package struct GraphPage {
    let run: GraphRun
    private let text: GraphText
    private let version: String
    private let date: String
    private let document: [UInt8]

    /// - Parameters:
    ///   - version: The version of the tool.
    ///   - date: The date of the run.
    ///   - document: The run in JSON, which the page carries for programs.
    package init(_ run: GraphRun, version: String, date: String, document: [UInt8]) {
        (self.run, self.version, self.date, self.document) = (run, version, date, document)
        text = GraphText(run, mostRows: .max) { ReportText.name($0) }
    }

    /// The most components that are drawn.
    private static let mostDrawings = 6

    /// The page, the same bytes for the same run.
    package var html: [UInt8] {
        let frame = PageFrame(
            title: "\(run.verdict.uppercased()): \(text.name), graph of frames", head: text.name,
            kind: "quadcal graph report")
        return frame.html { page in
            opening.write(to: &page)
            FindingList(findings).write(to: &page)
            drawings(&page)
            closures(&page)
            edges(&page)
            frames(&page)
            PageData(document, command: "graph", thing: "graph").write(to: &page)
        }
    }

    /// The findings that the tables below do not have: every closure is there.
    private var findings: [FrameRemark] { run.findings.map(\.remark).filter { $0.code != "CLOSURE_FAILS" } }

    private var opening: VerdictOpening {
        var facts = [
            ("Date", date), ("Software", "quadcal \(version)"),
            ("Graph", text.graphWords),
            ("Closures", "\(run.closures.closures.count), of which \(run.failing) fail"),
            ("Unchecked edges", "\(run.closures.unchecked.count)"),
            ("Weights", run.question.isRobust ? "robust (Geman-McClure)" : "as the covariances state"),
        ]
        if !run.input.sha256.isEmpty { facts.append(("SHA-256", run.input.sha256)) }
        return VerdictOpening(
            kind: "Graph of frames", subject: text.name, verdict: run.verdict, words: text.words,
            rule: "Noise fails a closure in fewer than 1 of 1,000 graphs, however many closures they have.",
            facts: facts, cards: cards)
    }

    var solved: [GraphSolution] { (run.solutions ?? []).filter { $0.frames.count > 1 } }

    private var cards: [(title: String, value: String, note: String)] {
        var cards: [(String, String, String)] = []
        if let worst = run.closures.closures.first {
            cards.append(
                (
                    "Worst closure",
                    "\(ReportText.length(worst.shift)), \(ReportText.digits(3, worst.turn * GraphText.degrees))°",
                    "p \(GraphText.probability(worst.probability)), χ² \(ReportText.digits(3, worst.squaredDistance)) of 6 expected"
                ))
        }
        for solution in solved.prefix(2) {
            cards.append(
                (
                    "Solution about \(ReportText.name(solution.held.first ?? "", atMost: 40))",
                    solution.probability.map { "p \(GraphText.probability($0))" } ?? "not checked",
                    "cost \(ReportText.digits(3, solution.cost)), \(solution.freedom) expected"
                ))
        }
        let errors = solved.flatMap { solution in
            solution.frames.compactMap { frame in
                (try? solution.covariance(of: frame)).map { (frame, $0.shiftBound) }
            }
        }
        if let worst = errors.max(by: { $0.1 < $1.1 }) {
            cards.append(
                (
                    "Least known frame", ReportText.length(worst.1),
                    "95 % error of the place of \(ReportText.name(worst.0, atMost: 40))"
                ))
        }
        return cards
    }

    private func drawings(_ page: inout PageText) {
        let drawings = solved.prefix(GraphPage.mostDrawings).compactMap { GraphDrawing(run, $0) }
        guard !drawings.isEmpty else { return }
        page.raw("<section id=\"views\">")
        page.element("h2", "The frames from above")
        page.raw("<ul class=\"legend\">")
        legend("<rect x=\"0\" y=\"3\" width=\"11\" height=\"11\" fill=\"var(--ink)\"/>", 14, "held", &page)
        legend(
            "<circle cx=\"7\" cy=\"8\" r=\"5\" fill=\"var(--paper)\" stroke=\"var(--ink)\" stroke-width=\"2\"/>",
            14, "frame", &page)
        legend(
            "<path d=\"M1 8h28\" stroke=\"var(--orange)\" stroke-width=\"5\"/>", 30, "suspect edge", &page)
        legend(
            "<path d=\"M1 8h28\" stroke=\"var(--grey)\" stroke-width=\"2\" stroke-dasharray=\"6 5\"/>", 30,
            "edge that nothing checks", &page)
        let steps = 24
        let ramp = (0..<steps).map { step in
            let share = GraphDrawing.share(GraphDrawing.mostMiss * Double(step) / Double(steps - 1))
            return
                "<rect x=\"\(4 * step)\" y=\"3\" width=\"4.5\" height=\"11\" fill=\"\(ColorRamp.hex(share))\"/>"
        }
        legend(
            ramp.joined(), 4 * steps,
            "edge that misses by 0 to \(ReportText.digits(2, GraphDrawing.mostMiss)) deviations or more",
            &page)
        page.raw("</ul>")
        for drawing in drawings { drawing.write(to: &page) }
        if solved.count > drawings.count {
            page.element(
                "p class=\"note\"", "\(solved.count - drawings.count) more components are not drawn.")
        }
        page.raw("</section>\n")
    }

    private func legend(_ mark: String, _ width: Int, _ text: String, _ page: inout PageText) {
        page.raw("<li><svg width=\"\(width)\" height=\"17\" aria-hidden=\"true\">\(mark)</svg> ")
        page.text(text)
        page.raw("</li>")
    }
}
