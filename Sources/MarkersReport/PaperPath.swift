/// The outlines of a drawing's path, in tenths of its unit so that all numbers are whole.
struct PaperPath {
    private(set) var data = ""

    /// Whole tenths; beyond any paper they end.
    private static func tenths(_ point: SIMD2<Double>) -> (x: Int, y: Int) {
        func whole(_ number: Double) -> Int { Int(min(max(number * 10, -1e6), 1e6).rounded()) }
        return (whole(point.x), whole(point.y))
    }

    /// Adds an outline through points; a single one becomes a small square.
    mutating func add(_ points: [SIMD2<Double>], isClosed: Bool = true) {
        if points.count == 1, let point = points.first {
            let (x, y) = PaperPath.tenths(point)
            data += "M\(x - 20) \(y - 20)h40v40h-40z"
            return
        }
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

    /// Adds an arrow; one too short for a head is a line.
    mutating func addArrow(from start: SIMD2<Double>, to end: SIMD2<Double>) {
        add([start, end], isClosed: false)
        let way = end - start, length = (way * way).sum().squareRoot()
        guard length > 4 else { return }
        let along = way / length, across = SIMD2(-along.y, along.x), head = min(5, length * 0.5)
        add(
            [end - along * head + across * head * 0.45, end, end - along * head - across * head * 0.45],
            isClosed: false)
    }

    /// Adds an ellipse around a place with the half axes as two arms at right angles.
    mutating func addEllipse(at center: SIMD2<Double>, _ long: SIMD2<Double>, _ short: SIMD2<Double>) {
        let corners = 24
        add(
            (0..<corners).map { place in
                let (sine, cosine) = PaperPath.circle[place]
                return center + long * cosine + short * sine
            })
    }

    /// Sines and cosines of multiples of 15°.
    private static let circle: [(sine: Double, cosine: Double)] = {
        let (stepSine, stepCosine) = (0.258_819_045_102_520_76, 0.965_925_826_289_068_3)
        var all = [(sine: 0.0, cosine: 1.0)]
        for _ in 1..<24 {
            let (sine, cosine) = all[all.count - 1]
            all.append((sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine))
        }
        return all
    }()
}
