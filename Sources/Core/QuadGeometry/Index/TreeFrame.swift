/// The origin and the unit of a tree's floats.
struct TreeFrame {
    /// In metres.
    let middle: SIMD3<Double>
    /// Floats in a metre: a power of two.
    let scale: Double

    /// The corners of quads are at most one, and `room` times that when more room is asked for; `nil` where
    /// coordinates are too large to subtract, or all too close together for a unit of their own.
    init?(around quads: some Sequence<Quad>, room: Double = 1) {
        var low = SIMD3<Double>(repeating: .infinity), high = -low
        for quad in quads where quad.isFinite {
            // `pointwiseMin` of the standard library is a call.
            for corner in [quad.p1, quad.p2, quad.p3, quad.p4] {
                low = low.replacing(with: corner, where: corner .< low)
                high = high.replacing(with: corner, where: corner .> high)
            }
        }
        let reach = Double.maximum(low.largestMagnitude, high.largestMagnitude)
        guard reach < 1e100 else { return nil }
        middle = (low + high) * 0.5
        let extent = (high - middle).largestMagnitude * room
        guard extent > 1e-100 else { return nil }
        scale = Double(sign: .plus, exponent: -Int(extent.exponent) - 1, significand: 1)
    }

    /// A point in the tree's unit; off by no more than its last digit.
    @inline(__always)
    func place(_ point: SIMD3<Double>) -> SIMD3<Double> { (point - middle) * scale }

    func holds(_ quad: Quad) -> Bool {
        quad.corners.allSatisfy { place($0).largestMagnitude <= 1 }
    }
}
