internal import FrameGraph
internal import Markers
package import MarkersReport
internal import QuadGeometry

/// A run over a graph as one self-contained HTML page: the verdict, a drawing, and tables of closures, edges and frames.
package struct GraphPage {
    let run: GraphRun
    private let text: GraphText
    private let stamp: PageStamp

    package init(_ run: GraphRun, _ stamp: PageStamp) {
        self.run = run
        self.stamp = stamp
        text = GraphText(run, mostRows: .max) { ReportText.name($0) }
    }

    private static let mostDrawings = 6

    /// The page, the same bytes for the same run.
    package var html: [UInt8] {
        view.page(
            of: "graph", kind: "Graph of frames", thing: "graph", subject: text.name,
            title: "\(text.name), graph of frames",
            rule: "Noise fails a closure in fewer than 1 of 1,000 graphs, however many closures they have.",
            cards: cards, stamp
        ) { drawings(&$0) }
    }

    /// Its findings are those that the tables do not have: every closure is there.
    private var view: ResultView {
        var facts = [
            (name: "Graph", text: text.graphWords),
            ("Closures", "\(run.closures.closures.count), of which \(run.failing) fail"),
            ("Unchecked edges", "\(run.closures.unchecked.count)"),
            ("Weights", run.question.isRobust ? "robust (Geman-McClure)" : "as the covariances state"),
        ]
        if !run.input.sha256.isEmpty { facts.append(("SHA-256", run.input.sha256)) }
        return ResultView(
            verdict: run.verdict, text.words, facts: facts,
            remarks: run.findings.map(\.remark).filter { $0.code != "CLOSURE_FAILS" },
            tables: [closures, edges, frames])
    }

    var solved: [GraphSolution] { (run.solutions ?? []).filter { $0.frames.count > 1 } }

    private var cards: [(title: String, value: String, note: String)] {
        var cards: [(title: String, value: String, note: String)] = []
        if let worst = run.closures.closures.first {
            let turn = ReportText.digits(3, worst.turn * GraphText.degrees)
            let squares = ReportText.digits(3, worst.squaredDistance)
            let note = "p \(GraphText.probability(worst.probability)), χ² \(squares) of 6 expected"
            cards.append(("Worst closure", "\(ReportText.length(worst.shift)), \(turn)°", note))
        }
        for solution in solved.prefix(2) {
            let title = "Solution about \(ReportText.name(solution.held.first ?? "", atMost: 40))"
            let value = solution.probability.map { "p \(GraphText.probability($0))" } ?? "not checked"
            let note = "cost \(ReportText.digits(3, solution.cost)), \(solution.freedom) expected"
            cards.append((title, value, note))
        }
        let errors = solved.flatMap { solution in
            solution.frames.compactMap { frame in
                (try? solution.covariance(of: frame)).map { (frame, $0.shiftBound) }
            }
        }
        if let worst = errors.max(by: { $0.1 < $1.1 }) {
            let note = "95 % error of the place of \(ReportText.name(worst.0, atMost: 40))"
            cards.append(("Least known frame", ReportText.length(worst.1), note))
        }
        return cards
    }

    private func drawings(_ page: inout PageText) {
        let drawings = solved.prefix(GraphPage.mostDrawings).compactMap { GraphDrawing(run, $0) }
        guard !drawings.isEmpty else { return }
        page.section("views", "The frames from above")
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

extension GraphPage {
    var closures: ResultTable {
        let closures = run.closures.closures, largest = closures.map(\.shift).max() ?? 0
        let rows = closures.map { closure in
            [
                closure.frames.map { ReportText.name($0, atMost: 40) }.joined(separator: " → "),
                closure.fails ? "fails" : "holds", GraphText.probability(closure.probability),
                ReportText.digits(3, closure.squaredDistance),
                closure.isHalfTurn
                    ? "180, axis either way" : ReportText.fixed(3, closure.turn * GraphText.degrees),
                ReportText.millimetres(closure.shift, largest: largest),
            ]
        }
        return ResultTable(
            title: "Closures, the worst first",
            caption:
                "By how much each cycle of edges misses closing, and how probable that is of noise alone.",
            id: "closures", ["around", "state", "p", "χ²", "turn in °", "shift in mm"], words: [1], rows,
            flagged: Set(closures.indices.filter { closures[$0].fails }))
    }

    /// Every edge beside the solution.
    var edges: ResultTable {
        var states = [Int: String]()
        for edge in run.closures.unchecked { states[edge] = "unchecked" }
        for edge in run.closures.suspects { states[edge] = "suspect" }
        let edges = solved.flatMap(\.edges).sorted { ($1.squares, $0.place) < ($0.squares, $1.place) }
        let largest = edges.map(\.residual.translation.length).max() ?? 0
        let rows = edges.map { solved in
            let edge = run.graph.edges[solved.place]
            return [
                ReportText.name(edge.from), ReportText.name(edge.to), ReportText.name(edge.label),
                states[solved.place] ?? (solved.isSetAside ? "set aside" : ""),
                ReportText.fixed(2, GraphDrawing.miss(solved)),
                ReportText.fixed(3, solved.residual.rotation.length * GraphText.degrees),
                ReportText.millimetres(solved.residual.translation.length, largest: largest),
                ReportText.fixed(2, solved.leverage), ReportText.fixed(2, solved.weight),
            ]
        }
        return ResultTable(
            title: "Edges, the farthest off first",
            caption:
                "What is left between each edge and the solution; leverage 6 means that nothing else checks it.",
            id: "edges",
            [
                "from", "to", "source", "state", "deviations", "turn in °", "shift in mm", "leverage",
                "weight",
            ], words: [1, 2, 3], rows,
            flagged: Set(
                edges.indices.filter { states[edges[$0].place] == "suspect" || edges[$0].isSetAside }))
    }

    /// Every solved pose.
    var frames: ResultTable {
        let poses = solved.flatMap { solution in
            zip(solution.frames, solution.poses).map { frame, pose in
                (
                    frame: frame, pose: pose, held: solution.held.first ?? "",
                    covariance: try? solution.covariance(of: frame)
                )
            }
        }
        let largest = poses.compactMap { $0.covariance?.shiftBound }.max() ?? 0
        let rows = poses.map { one in
            [ReportText.name(one.frame), ReportText.name(one.held)]
                + (0..<3).map { ReportText.fixed(4, one.pose.translation[$0]) } + [
                    one.covariance.map { ReportText.millimetres($0.shiftBound, largest: largest) } ?? "held",
                    one.covariance.map { ReportText.fixed(3, $0.turnBound * GraphText.degrees) } ?? "held",
                ]
        }
        return ResultTable(
            title: "Frames", caption: "The solved poses, in the frame that is held.", id: "frames",
            ["frame", "about", "x in m", "y in m", "z in m", "95 % in mm", "95 % in °"], words: [1], rows)
    }
}
