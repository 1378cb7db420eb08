/// A quad as two triangles that do not overlap, for questions about the area it covers.
///
/// A concave quad is split through its reflex corner; the corners of a self-intersecting one are first put in
/// their simple order.
struct QuadPieces {
    let triangles: [Triangle]

    init(_ quad: Quad) {
        var simple = quad
        if case .convex(let order) = quad.simpleCycle { simple = quad.reordered(order) }
        if case .concave(let corner) = simple.shape, corner == 0 || corner == 2 {
            simple = simple.reordered(CornerOrder(start: 1, isReversed: false))
        }
        triangles = [simple.firstTriangle, simple.secondTriangle]
    }

    /// The least distance between the two surfaces, in metres, when neither goes through the other.
    func distance(to other: QuadPieces) -> Double {
        triangles.flatMap { mine in other.triangles.map { mine.distance(to: $0) } }.min() ?? .infinity
    }

    /// Where the pieces meet a plane's line: intervals of `direction · point`, given the plane's distances.
    func intervals(
        along direction: SIMD3<Double>, where distance: (SIMD3<Double>) -> Double
    ) -> [ClosedRange<Double>] {
        triangles.compactMap { triangle in
            var places: [Double] = []
            for (a, b) in triangle.edges {
                let before = distance(a), after = distance(b)
                if before == 0 { places.append(direction.dot(a)) }
                if before * after < 0 {
                    places.append(direction.dot(a + (b - a) * (before / (before - after))))
                }
            }
            guard let low = places.min(), let high = places.max() else { return nil }
            return low...high
        }
    }
}
