internal import FrameGraph
internal import MarkersReport
internal import QuadGeometry

extension GraphPage {
    private static let mostRows = 1000

    private func section(
        _ id: String, _ title: String, _ columns: [(title: String, isNumber: Bool)], caption: String,
        count: Int,
        _ page: inout PageText, _ rows: (inout PageText) -> Void
    ) {
        guard count > 0 else { return }
        page.raw("<section id=\"\(id)\">")
        page.element("h2", title)
        let more =
            count > GraphPage.mostRows
            ? " The first \(ReportText.grouped(GraphPage.mostRows)) of \(ReportText.grouped(count))." : ""
        page.scrolling("Table of the \(id)") { page in
            page.table(columns, caption: caption + more, isSortable: true, rows)
        }
        page.raw("</section>\n")
    }

    func closures(_ page: inout PageText) {
        let closures = run.closures.closures
        section(
            "closures", "Closures, the worst first",
            [
                ("around", false), ("state", false), ("p", true), ("χ²", true), ("turn in °", true),
                ("shift in mm", true),
            ],
            caption:
                "By how much each cycle of edges misses closing, and how probable that is of noise alone.",
            count: closures.count,
            &page
        ) { page in
            let largest = closures.map(\.shift).max() ?? 0
            for closure in closures.prefix(GraphPage.mostRows) {
                page.row(
                    [
                        closure.frames.map { ReportText.name($0, atMost: 40) }.joined(separator: " → "),
                        closure.fails ? "fails" : "holds",
                    ],
                    isFlagged: closure.fails,
                    [
                        GraphText.probability(closure.probability),
                        ReportText.digits(3, closure.squaredDistance),
                        closure.isHalfTurn
                            ? "180, axis either way" : ReportText.fixed(3, closure.turn * GraphText.degrees),
                        ReportText.millimetres(closure.shift, largest: largest),
                    ])
            }
        }
    }

    /// Every edge beside the solution.
    func edges(_ page: inout PageText) {
        var states = [Int: String]()
        for edge in run.closures.unchecked { states[edge] = "unchecked" }
        for edge in run.closures.suspects { states[edge] = "suspect" }
        let edges = solved.flatMap(\.edges).sorted { ($1.squares, $0.place) < ($0.squares, $1.place) }
        let largest = edges.map(\.residual.translation.length).max() ?? 0
        section(
            "edges", "Edges, the farthest off first",
            [
                ("from", false), ("to", false), ("source", false), ("state", false), ("deviations", true),
                ("turn in °", true),
                ("shift in mm", true), ("leverage", true), ("weight", true),
            ],
            caption:
                "What is left between each edge and the solution; leverage 6 means that nothing else checks it.",
            count: edges.count,
            &page
        ) { page in
            for solved in edges.prefix(GraphPage.mostRows) {
                let edge = run.graph.edges[solved.place]
                page.row(
                    [
                        ReportText.name(edge.from), ReportText.name(edge.to), ReportText.name(edge.label),
                        states[solved.place] ?? (solved.isSetAside ? "set aside" : ""),
                    ], isFlagged: states[solved.place] == "suspect" || solved.isSetAside,
                    [
                        ReportText.fixed(2, GraphDrawing.miss(solved)),
                        ReportText.fixed(3, solved.residual.rotation.length * GraphText.degrees),
                        ReportText.millimetres(solved.residual.translation.length, largest: largest),
                        ReportText.fixed(2, solved.leverage), ReportText.fixed(2, solved.weight),
                    ])
            }
        }
    }

    /// Every solved pose.
    func frames(_ page: inout PageText) {
        let count = solved.reduce(0) { $0 + $1.frames.count }
        let bounds = solved.flatMap { solution in
            solution.frames.compactMap { try? solution.covariance(of: $0)?.shiftBound }
        }
        let largest = bounds.max() ?? 0
        section(
            "frames", "Frames",
            [
                ("frame", false), ("about", false), ("x in m", true), ("y in m", true), ("z in m", true),
                ("95 % in mm", true), ("95 % in °", true),
            ],
            caption: "The solved poses, in the frame that is held.", count: count, &page
        ) { page in
            for solution in solved {
                for (frame, pose) in zip(solution.frames, solution.poses).prefix(GraphPage.mostRows) {
                    let covariance = try? solution.covariance(of: frame)
                    page.row(
                        [ReportText.name(frame), ReportText.name(solution.held.first ?? "")],
                        isFlagged: false,
                        (0..<3).map { ReportText.fixed(4, pose.translation[$0]) } + [
                            covariance.map { ReportText.millimetres($0.shiftBound, largest: largest) }
                                ?? "held",
                            covariance.map { ReportText.fixed(3, $0.turnBound * GraphText.degrees) }
                                ?? "held",
                        ])
                }
            }
        }
    }
}
