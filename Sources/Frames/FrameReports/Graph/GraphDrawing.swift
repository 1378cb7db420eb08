internal import FrameGraph
internal import MarkersReport
internal import QuadGeometry

/// The frames of a component from above, the edges between them, and how sure each place is.
struct GraphDrawing {
    let run: GraphRun
    let solution: GraphSolution
    private let view: ViewDirection
    private let frame: ViewFrame
    private let places: [SIMD2<Double>]
    /// The factor by which ellipses are larger than the errors; `nil` where there are none.
    let magnification: Double?

    /// The miss from which an edge has the last colour, in deviations a direction.
    static let mostMiss = 4.0
    private static let mostLabels = 60, longestLabel = 20

    init?(_ run: GraphRun, _ solution: GraphSolution) {
        (self.run, self.solution) = (run, solution)
        let points = solution.poses.map(\.translation)
        let spread = { (axis: Int) -> Double in
            let numbers = points.map { $0[axis] }
            return (numbers.max() ?? 0) - (numbers.min() ?? 0)
        }
        let view = ViewDirection.all(isLongAlongZ: spread(2) > spread(0))[0]
        guard let box = PaperBox(around: points.map(view.projected)) else { return nil }
        let frame = ViewFrame(view, around: box.grown(by: GraphDrawing.margin * box.longest), isAlone: true)
        (self.view, self.frame) = (view, frame)
        places = points.map { frame.place($0) }
        let ellipses = solution.frames.indices.compactMap { GraphDrawing.ellipse(solution, $0, view) }
        let longest = ellipses.map(\.length).max() ?? 0
        magnification =
            longest > 0
            ? Double.maximum(RoundNumber.below(GraphDrawing.longestArm / (longest * frame.scale)), 1) : nil
    }

    private static let margin = 0.06
    /// The longest half axis of an ellipse, in units of the drawing.
    private static let longestArm = 34.0

    /// The 95 % ellipse of a frame's place; `nil` of one that is held.
    private static func ellipse(_ solution: GraphSolution, _ place: Int, _ view: ViewDirection)
        -> ErrorEllipse?
    {
        guard let covariance = try? solution.covariance(of: solution.frames[place]) else { return nil }
        let variances = covariance.shiftVariances(of: solution.poses[place], right: view.right, up: view.up)
        return ErrorEllipse(
            right: variances.right, both: variances.both, up: variances.up,
            factor: EdgeCovariance.ellipseFactor)
    }

    func write(to page: inout PageText) {
        let title = "Frames \(view.description), with the edges between them"
        let caption =
            "\(view.description), in the axes of the frame that is held"
            + (magnification.map {
                "; ellipses hold 95 of 100 places, drawn \(ReportText.digits(2, $0)) times as large"
            } ?? "")
        frame.figure(title, name: "Top view", caption, on: &page) { page in
            ellipses(&page)
            edges(&page)
            nodes(&page)
        }
        page.raw("\n")
    }

    private func ellipses(_ page: inout PageText) {
        guard let magnification else { return }
        var path = PaperPath()
        for place in solution.frames.indices {
            guard let ellipse = GraphDrawing.ellipse(solution, place, view) else { continue }
            // The paper's y runs down.
            let factor = SIMD2(1, -1) * (frame.scale * magnification)
            path.addEllipse(at: places[place], ellipse.long * factor, ellipse.short * factor)
        }
        page.raw("<g class=\"e\" transform=\"scale(.1)\"><path d=\"\(path.data)\"/></g>")
    }

    /// Edges from the least miss to the largest, so that what matters is on top.
    private func edges(_ page: inout PageText) {
        let suspects = Set(run.closures.suspects), unchecked = Set(run.closures.unchecked)
        var numbers: [String: Int] = [:]
        for (place, name) in solution.frames.enumerated() { numbers[name] = place }
        var seen: [SIMD2<Int>: Int] = [:]
        page.raw("<g fill=\"none\" stroke-linecap=\"round\">")
        for solved in solution.edges.sorted(by: { ($0.squares, $0.place) < ($1.squares, $1.place) }) {
            let edge = run.graph.edges[solved.place]
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
            let pair = SIMD2(min(from, to), max(from, to))
            let bend = seen[pair, default: 0]
            seen[pair] = bend + 1
            let miss = GraphDrawing.miss(solved)
            let color = ColorRamp.hex(GraphDrawing.share(miss))
            let isSuspect = suspects.contains(solved.place)
            let kind =
                isSuspect
                ? "stroke=\"var(--orange)\" stroke-width=\"5\""
                : unchecked.contains(solved.place)
                    ? "stroke=\"var(--grey)\" stroke-width=\"2\" stroke-dasharray=\"6 5\""
                    : "stroke=\"\(color)\" stroke-width=\"3\""
            page.shape(
                "path \(kind) d=\"\(line(places[from], places[to], bend: bend))\"",
                "\(edge.name): \(ReportText.digits(2, miss)) deviations" + (isSuspect ? ", suspect" : ""))
        }
        page.raw("</g>")
    }

    /// The root of the mean square of an edge's six residuals, in deviations.
    static func miss(_ edge: SolvedEdge) -> Double { (edge.squares / 6).squareRoot() }

    /// The share of the colours that a miss stands for; the ends are left out, which are faint on white or on black.
    static func share(_ miss: Double) -> Double {
        leastShare + Double.minimum(miss / mostMiss, 1) * (mostShare - leastShare)
    }

    private static let leastShare = 0.3, mostShare = 0.85

    /// A straight line; those after the first between two frames bend more and more.
    private func line(_ a: SIMD2<Double>, _ b: SIMD2<Double>, bend: Int) -> String {
        guard bend > 0 else { return "M\(n(a.x)) \(n(a.y))L\(n(b.x)) \(n(b.y))" }
        let way = b - a,
            side = SIMD2(-way.y, way.x) * (0.12 * Double((bend + 1) / 2) * (bend % 2 == 0 ? -1 : 1))
        let middle = (a + b) / 2 + side
        return "M\(n(a.x)) \(n(a.y))Q\(n(middle.x)) \(n(middle.y)) \(n(b.x)) \(n(b.y))"
    }

    /// The room that a frame and its ellipse take.
    private func mark(_ place: Int) -> PaperBox {
        var half = SIMD2(repeating: 5.0)
        if let magnification, let ellipse = GraphDrawing.ellipse(solution, place, view) {
            let squares = ellipse.long * ellipse.long + ellipse.short * ellipse.short
            let factor = frame.scale * magnification
            half = pointwiseMax(half, SIMD2(squares.x.squareRoot(), squares.y.squareRoot()) * factor)
        }
        return PaperBox(low: places[place] - half, high: places[place] + half)
    }

    private func nodes(_ page: inout PageText) {
        let held = Set(solution.held)
        let marks = places.indices.map(mark)
        // Names keep clear of the middles of suspect edges, which have names of their own.
        var room = LabelRoom(marks: marks, within: frame.plot)
        var texts = ""
        var numbers: [String: Int] = [:]
        for (place, name) in solution.frames.enumerated() { numbers[name] = place }
        for suspect in run.closures.suspects.prefix(GraphDrawing.mostLabels) {
            let edge = run.graph.edges[suspect]
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
            let middle = (places[from] + places[to]) / 2
            let name = ReportText.name(edge.name, atMost: 2 * GraphDrawing.longestLabel)
            guard let place = room.place(name, beside: PaperBox(low: middle - 4, high: middle + 4)) else {
                continue
            }
            texts +=
                "<text font-weight=\"bold\" x=\"\(n(place.x))\" y=\"\(n(place.y))\">\(PageText.escaped(name))</text>"
        }
        for (number, place) in places.enumerated() {
            let name = solution.frames[number]
            if held.contains(name) {
                page.raw(
                    "<rect fill=\"var(--ink)\" x=\"\(n(place.x - 6))\" y=\"\(n(place.y - 6))\" width=\"12\" height=\"12\">"
                )
            } else {
                page.raw(
                    "<circle fill=\"var(--paper)\" stroke=\"var(--ink)\" stroke-width=\"2\" cx=\"\(n(place.x))\" cy=\"\(n(place.y))\" r=\"5\">"
                )
            }
            page.raw("<title>")
            page.text(name + (held.contains(name) ? ", held" : ""))
            page.raw(held.contains(name) ? "</title></rect>" : "</title></circle>")
            let shown = ReportText.name(name, atMost: GraphDrawing.longestLabel)
            guard number < GraphDrawing.mostLabels, let label = room.place(shown, beside: marks[number])
            else { continue }
            texts += "<text x=\"\(n(label.x))\" y=\"\(n(label.y))\">\(PageText.escaped(shown))</text>"
        }
        page.raw(
            "<g class=\"l\" stroke=\"var(--panel)\" stroke-width=\"3\" paint-order=\"stroke\">\(texts)</g>")
    }
}
