/// A quad as two triangles that do not overlap, for questions about the area it covers.
///
/// A concave quad is split through its reflex corner; the corners of a self-intersecting one are first put in
/// their simple order.
struct QuadPieces {
    let triangles: [Triangle]

    struct Triangle {
        var a, b, c: SIMD3<Double>
        var corners: [SIMD3<Double>] { [a, b, c] }
    }

    init(_ quad: Quad) {
        var simple = quad
        if case .convex(let order) = quad.simpleCycle { simple = quad.reordered(order) }
        if case .concave(let corner) = simple.shape, corner == 0 || corner == 2 {
            simple = simple.reordered(CornerOrder(start: 1, isReversed: false))
        }
        triangles = [
            Triangle(a: simple.p1, b: simple.p2, c: simple.p4),
            Triangle(a: simple.p3, b: simple.p4, c: simple.p2),
        ]
    }

    /// The least distance between the two surfaces, in metres, when neither goes through the other.
    func distance(to other: QuadPieces) -> Double {
        var least = Double.infinity
        for mine in triangles {
            for theirs in other.triangles {
                for corner in mine.corners { least = min(least, theirs.distance(to: corner)) }
                for corner in theirs.corners { least = min(least, mine.distance(to: corner)) }
                for (a, b) in mine.edges {
                    for (c, d) in theirs.edges { least = min(least, segmentDistance(a, b, c, d)) }
                }
            }
        }
        return least
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

extension QuadPieces.Triangle {
    var edges: [(SIMD3<Double>, SIMD3<Double>)] { [(a, b), (b, c), (c, a)] }

    /// The distance of a point from the triangle, in metres.
    func distance(to point: SIMD3<Double>) -> Double {
        let normal = (b - a).cross(c - a)
        let inside = edges.allSatisfy { ($1 - $0).cross(point - $0).dot(normal) >= 0 }
        if inside, let unit = normal.unit { return (point - a).dot(unit).magnitude }
        return edges.map { pointDistance(point, $0, $1) }.min() ?? .infinity
    }

    private func pointDistance(_ point: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        let along = b - a, square = along.dot(along)
        let place = square > 0 ? min(max((point - a).dot(along) / square, 0), 1) : 0
        return (point - (a + along * place)).length
    }
}

/// The distance between the segments ab and cd, in metres.
///
/// The nearest points of the two lines, then each clamped to its segment in turn (Ericson 2005, Real-Time Collision
/// Detection, 5.1.9).
private func segmentDistance(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>
) -> Double {
    let u = b - a, v = d - c, w = a - c
    let uu = u.dot(u), vv = v.dot(v), uv = u.dot(v), uw = u.dot(w), vw = v.dot(w)
    let determinant = uu * vv - uv * uv
    var s = determinant > 0 ? min(max((uv * vw - uw * vv) / determinant, 0), 1) : 0
    var t = vv > 0 ? (uv * s + vw) / vv : 0
    if t < 0 || t > 1 {
        t = min(max(t, 0), 1)
        s = uu > 0 ? min(max((uv * t - uw) / uu, 0), 1) : 0
    }
    return (w + u * s - v * t).length
}
