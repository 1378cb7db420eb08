internal import Foundation

/// The outlines of a drawing's path, in tenths of its unit so that all numbers are integers.
package struct PaperPath {
    package private(set) var data = ""

    package init() {}

    /// Whole tenths, clamped to far beyond any paper.
    private static func tenths(_ point: SIMD2<Double>) -> (x: Int, y: Int) {
        func whole(_ number: Double) -> Int { Int(min(max(number * 10, -1e6), 1e6).rounded()) }
        return (whole(point.x), whole(point.y))
    }

    /// Adds an outline through points; a single one becomes a small square, and one seen from its edge a line.
    mutating func add(_ points: [SIMD2<Double>], isClosed: Bool = true) {
        if points.count == 1, let point = points.first {
            let (x, y) = PaperPath.tenths(point)
            data += "M\(x - 20) \(y - 20)h40v40h-40z"
            return
        }
        if isClosed, let ends = PaperPath.ends(of: points) { return add(ends, isClosed: false) }
        var last = (x: 0, y: 0)
        for (place, point) in points.enumerated() {
            let here = PaperPath.tenths(point)
            if place == 0 {
                data += "M\(here.x) \(here.y)"
            } else {
                let (x, y) = (here.x - last.x, here.y - last.y)
                data += place == 1 ? "l" : x < 0 ? "" : " "
                data += "\(x)\(y < 0 ? "" : " ")\(y)"
            }
            last = here
        }
        if isClosed { data += "z" }
    }

    /// The width below which an outline is a line.
    private static let leastWidth = 0.2

    /// The ends of an outline that is only a line; `nil` for others.
    private static func ends(of points: [SIMD2<Double>]) -> [SIMD2<Double>]? {
        guard let first = points.first else { return nil }
        func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { ((a - b) * (a - b)).sum() }
        guard let start = points.max(by: { distance($0, first) < distance($1, first) }),
            let end = points.max(by: { distance($0, start) < distance($1, start) })
        else { return nil }
        let way = end - start, length = distance(end, start).squareRoot()
        let isLine = points.allSatisfy { point in
            let arm = point - start
            return (arm.x * way.y - arm.y * way.x).magnitude <= leastWidth * length
        }
        return isLine ? [start, end] : nil
    }

    /// Adds a dot as wide as its line.
    mutating func addDot(at place: SIMD2<Double>) {
        let (x, y) = PaperPath.tenths(place)
        data += "M\(x) \(y)h0"
    }

    /// Adds an arrow; one too short for a head is a line.
    package mutating func addArrow(from start: SIMD2<Double>, to end: SIMD2<Double>) {
        add([start, end], isClosed: false)
        let way = end - start, length = (way * way).sum().squareRoot()
        guard length > 4 else { return }
        let along = way / length, across = SIMD2(-along.y, along.x), head = min(5, length * 0.5)
        add(
            [end - along * head + across * head * 0.45, end, end - along * head - across * head * 0.45],
            isClosed: false)
    }

    /// Adds an ellipse around a place, its half axes given as two perpendicular arms.
    package mutating func addEllipse(at center: SIMD2<Double>, _ long: SIMD2<Double>, _ short: SIMD2<Double>)
    {
        func length(_ arm: SIMD2<Double>) -> Int {
            Int(min((arm * arm).sum().squareRoot() * 10, 1e6).rounded())
        }
        let (start, end) = (PaperPath.tenths(center - long), PaperPath.tenths(center + long))
        let turn = Int((atan2(long.y, long.x) * 180 / .pi).rounded())
        let radii = "A\(length(long)) \(length(short)) \(turn) 1 0"
        data += "M\(start.x) \(start.y)\(radii) \(end.x) \(end.y)\(radii) \(start.x) \(start.y)z"
    }
}
