package struct PaperBox {
    package var low, high: SIMD2<Double>

    package init(low: SIMD2<Double>, high: SIMD2<Double>) { (self.low, self.high) = (low, high) }

    /// The bounds of points; `nil` if there are none.
    package init?(around points: some Sequence<SIMD2<Double>>) {
        var box: PaperBox?
        for point in points {
            guard let known = box else {
                box = PaperBox(low: point, high: point)
                continue
            }
            box = PaperBox(
                low: pointwiseMin(known.low, point), high: pointwiseMax(known.high, point))
        }
        guard let box else { return nil }
        self = box
    }

    package var size: SIMD2<Double> { high - low }
    package var longest: Double { max(size.x, size.y) }
    package var area: Double { size.x * size.y }

    func meets(_ other: PaperBox) -> Bool {
        low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }

    package func grown(by margin: Double) -> PaperBox {
        PaperBox(low: low - SIMD2(repeating: margin), high: high + SIMD2(repeating: margin))
    }
}
