/// Three points in space.
struct Triangle {
    var a, b, c: SIMD3<Double>

    @inline(__always)
    init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
        self.a = a
        self.b = b
        self.c = c
    }

    var corners: [SIMD3<Double>] { [a, b, c] }

    var edges: [(SIMD3<Double>, SIMD3<Double>)] { [(a, b), (b, c), (c, a)] }

    /// The distance between two triangles that do not go through each other, in metres.
    func distance(to other: Triangle) -> Double {
        var least = Double.infinity
        for corner in corners { least = min(least, other.distance(to: corner)) }
        for corner in other.corners { least = min(least, distance(to: corner)) }
        for (p, q) in edges {
            for (r, s) in other.edges { least = min(least, segmentDistance(p, q, r, s)) }
        }
        return least
    }

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
