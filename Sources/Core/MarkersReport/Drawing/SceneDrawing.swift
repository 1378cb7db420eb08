internal import Markers
internal import QuadGeometry

/// The data that all drawings of a report share, computed once.
struct SceneDrawing {
    let content: ReportContent
    let shapes: [ReportShape]
    let arrows: [ResidualArrow]
    /// The views in an order that leaves no gap on the paper.
    private(set) var frames: [ViewFrame] = []
    private(set) var top: ViewFrame?
    /// True if the places before are near enough to be drawn beside those afterwards.
    let showsBefore: Bool
    /// The corners of the horizontal rectangle below everything that is there afterwards.
    let floor: (low: SIMD3<Double>, high: SIMD3<Double>)
    /// The number of markers that need attention but are so far away that they are only in the tables.
    let tooFar: Int
    /// The distance that the center of all markers moves, in metres.
    let wayOfMiddle: Double

    /// The places before are drawn if they make the drawing at most this many times wider.
    private static let roomForBefore = 2.5
    /// More markers than this cannot be told apart in a view.
    private static let mostApart = 250
    /// The most marks with names; with more, and pairs as corners of others, the page would be too large.
    private static let mostNamed = 1250

    /// True if each mark has a name of its own; those that need attention always have.
    var namesAll: Bool { shapes.count + content.pairs.count / 4 <= SceneDrawing.mostNamed }

    /// The stride of the markers that are drawn where they were before.
    var stepOfBefore: Int {
        let most = SceneDrawing.mostApart / (namesAll ? 1 : 2)
        return (shapes.count + most - 1) / most
    }

    init(_ content: ReportContent) {
        self.content = content
        let known = content.shapes.filter { !$0.after.isEmpty }
        let shapes = SceneDrawing.near(known)
        (self.shapes, tooFar) = (shapes, known.count - shapes.count)
        arrows = ResidualArrow.all(of: content.followers)
        let after = shapes.flatMap(\.after), before = shapes.flatMap(\.before)
        let (own, other) = (SceneDrawing.bounds(after), SceneDrawing.bounds(before))
        let extent = own.high - own.low
        floor = (own.low, SIMD3(own.high.x, own.low.y, own.high.z))
        let all = pointwiseMax(own.high, other.high) - pointwiseMin(own.low, other.low)
        showsBefore = all.max() <= SceneDrawing.roomForBefore * max(extent.max(), 0.05)
        let middles = (after.reduce(.zero, +), before.reduce(.zero, +))
        let way = (middles.0 - middles.1) / Double(max(after.count, 1))
        wayOfMiddle = (way * way).sum().squareRoot()
        let views = ViewDirection.all(isLongAlongZ: extent.z > 1.3 * extent.x)
        let frames = views.compactMap { frame($0) }
        top = frames.first
        self.frames = arranged(frames)
    }

    /// Puts two views of half the paper's width side by side; a single one left gets the whole width.
    private func arranged(_ frames: [ViewFrame]) -> [ViewFrame] {
        var placed: [ViewFrame] = [], waiting: [ViewFrame] = [], alone: Int?
        for view in frames {
            if view.isWide {
                if alone == nil { placed.append(view) } else { waiting.append(view) }
                continue
            }
            alone = alone == nil ? placed.count : nil
            placed.append(view)
            if alone == nil { (placed, waiting) = (placed + waiting, []) }
        }
        if let alone, let whole = frame(placed[alone].direction, isAlone: true) { placed[alone] = whole }
        return placed + waiting
    }

    /// All except those that need attention but are so far away that nothing else would be seen.
    private static func near(_ shapes: [ReportShape]) -> [ReportShape] {
        let (low, high) = bounds(shapes.filter { $0.tone != .flagged }.flatMap(\.after))
        guard shapes.contains(where: { $0.tone != .flagged }) else { return shapes }
        let reach = SIMD3(repeating: max((high - low).max(), 10))
        return shapes.filter { shape in
            shape.tone != .flagged
                || shape.after.allSatisfy {
                    all($0 .>= low - reach) && all($0 .<= high + reach)
                }
        }
    }

    private static func bounds(_ points: [SIMD3<Double>]) -> (low: SIMD3<Double>, high: SIMD3<Double>) {
        let first = points.first ?? .zero
        return points.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    }

    /// The frame of a view on the paper; `nil` if there is nothing to see.
    private func frame(_ direction: ViewDirection, isAlone: Bool = false) -> ViewFrame? {
        var points =
            shapes.flatMap { showsBefore ? $0.after + $0.before : $0.after } + content.followers.map(\.target)
        if direction.axes == nil, !points.isEmpty {
            points += [floor.low, floor.high, SIMD3(floor.low.x, floor.low.y, floor.high.z)]
            points.append(SIMD3(floor.high.x, floor.low.y, floor.low.z))
        }
        return PaperBox(around: points.lazy.map(direction.projected)).map {
            ViewFrame(direction, around: $0, isAlone: isAlone)
        }
    }

    /// The grid on the floor: lines at multiples of a step, and those along its edges.
    func floorLines(_ step: Double) -> [(start: SIMD3<Double>, end: SIMD3<Double>)] {
        let (low, high) = floor
        let across = [low.x, high.x] + RoundNumber.multiples(of: step, in: low.x...high.x)
        let along = [low.z, high.z] + RoundNumber.multiples(of: step, in: low.z...high.z)
        return across.map { (SIMD3($0, low.y, low.z), SIMD3($0, low.y, high.z)) }
            + along.map { (SIMD3(low.x, low.y, $0), SIMD3(high.x, low.y, $0)) }
    }

    /// The factor by which residuals and errors are enlarged; `nil` if there are none.
    func magnification(_ frame: ViewFrame) -> Double? {
        let lengths = arrows.map(\.length).sorted()
        guard let longest = lengths.last, longest > 0 else { return nil }
        let typical = max(lengths[(lengths.count - 1) * 9 / 10], longest / 20)
        let room = (frame.plot.size.x * frame.plot.size.y).squareRoot() / frame.scale
        var factor = min(0.07 * room / typical, 0.16 * room / longest)
        let errors = shapes.compactMap { content.error(of: $0) }
        if let error = errors.max(), error > 0 { factor = min(factor, 0.15 * room / error) }
        return max(RoundNumber.below(factor), 1)
    }
}
