/// A quad as two triangles that do not overlap, for questions about the area it covers.
///
/// A concave quad is split through its reflex corner; the corners of a self-intersecting one are first put in
/// their simple order.
struct QuadPieces {
    /// The quad with its corners in an order whose outline is simple.
    let outline: Quad
    let triangles: [Triangle]

    init(_ quad: Quad) {
        outline = quad.inSimpleOrder
        var simple = outline
        if case .concave(let corner) = simple.shape, corner == 0 || corner == 2 {
            simple = simple.reordered(CornerOrder(start: 1, isReversed: false))
        }
        triangles = [simple.firstTriangle, simple.secondTriangle]
    }

    /// The least distance between the two surfaces, in metres, when neither goes through the other.
    func distance(to other: QuadPieces) -> Double {
        triangles.flatMap { mine in other.triangles.map { mine.distance(to: $0) } }.min() ?? .infinity
    }

    /// The parts of a plane's line that meet the pieces: intervals of `direction · point` that do not overlap, given
    /// the plane's distances.
    func intervals(
        along direction: SIMD3<Double>, where distance: (SIMD3<Double>) -> Double
    ) -> [ClosedRange<Double>] {
        let each: [ClosedRange<Double>] = triangles.compactMap { triangle in
            var places: [Double] = []
            for (a, b) in triangle.edges {
                let before = distance(a), after = distance(b)
                if before == 0 { places.append(direction.dot(a)) }
                if before * after < 0 {
                    places.append(direction.dot(a + (b - a) * (before / (before - after))))
                }
            }
            // At sizes that overflow a place may be NaN, which no comparison holds for.
            guard let low = places.min(), let high = places.max(), low <= high else { return nil }
            return low...high
        }
        // Along the edge they share, both have the same interval.
        guard each.count == 2, each[0].overlaps(each[1]) else { return each }
        let low = min(each[0].lowerBound, each[1].lowerBound)
        return [low...max(each[0].upperBound, each[1].upperBound)]
    }
}

extension Quad {
    /// The quad with the corners of a crossed outline in their simple order.
    var inSimpleOrder: Quad {
        if case .convex(let order) = simpleCycle { reordered(order) } else { self }
    }
}
