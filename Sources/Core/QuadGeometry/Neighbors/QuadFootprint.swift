/// Two quads laid flat on one plane: how much of it both cover.
struct QuadFootprint {
    /// The area both cover, in square metres.
    private(set) var common = 0.0
    /// The area at least one covers, in square metres.
    let joint: Double
    /// The balance point of the common area on the plane, in metres; meaningless without one.
    private(set) var middle = SIMD3<Double>.zero
    /// The corners of the pieces of the common area, on the plane, in metres.
    private(set) var corners: [SIMD3<Double>] = []
    /// The thickness of the common area: its size over half its outline, of its thickest piece, in metres.
    private(set) var thickness = 0.0

    init(_ one: QuadPieces, _ other: QuadPieces, on plane: Plane) {
        let n = plane.normal
        // Any two axes across the normal; the one least along it makes the first.
        let helper = n.x.magnitude < 0.6 ? SIMD3<Double>(1, 0, 0) : SIMD3<Double>(0, 1, 0)
        let u = n.cross(helper).unit ?? helper
        let v = n.cross(u)
        func flat(_ corners: [SIMD3<Double>]) -> [SIMD2<Double>] {
            let points = corners.map { SIMD2(($0 - plane.point).dot(u), ($0 - plane.point).dot(v)) }
            return doubleArea(points) < 0 ? points.reversed() : points
        }
        // In one piece where it can be: where a quad is split must not matter.
        func parts(_ pieces: QuadPieces) -> [[SIMD2<Double>]] {
            let whole = flat(pieces.outline.corners)
            return isConvex(whole) ? [whole] : pieces.triangles.map { flat($0.corners) }
        }
        let mine = parts(one), theirs = parts(other)
        var moment = SIMD2<Double>.zero
        for a in mine {
            for b in theirs {
                let shared = clip(a, to: b)
                let area = doubleArea(shared) / 2
                guard area > 0 else { continue }
                common += area
                thickness = max(thickness, area / (outline(shared) / 2))
                moment += centroid(shared) * area
                corners += shared.map { plane.point + u * $0.x + v * $0.y }
            }
        }
        joint = (mine + theirs).reduce(0) { $0 + doubleArea($1) / 2 } - common
        if common > 0 { middle = plane.point + u * (moment.x / common) + v * (moment.y / common) }
    }

    /// The common area over the joint area, 0 to 1.
    var overlap: Double { joint > 0 ? min(common / joint, 1) : 0 }
}

/// Twice the area of a polygon, positive when it runs counterclockwise.
private func doubleArea(_ points: [SIMD2<Double>]) -> Double {
    guard let first = points.first, points.count > 2 else { return 0 }
    return (1..<points.count - 1).reduce(0) { sum, i in
        let a = points[i] - first, b = points[i + 1] - first
        return sum + a.x * b.y - a.y * b.x
    }
}

/// The balance point of a polygon with an area.
private func centroid(_ points: [SIMD2<Double>]) -> SIMD2<Double> {
    let first = points[0]
    var moment = SIMD2<Double>.zero, weight = 0.0
    for i in 1..<points.count - 1 {
        let a = points[i] - first, b = points[i + 1] - first
        let share = a.x * b.y - a.y * b.x
        moment += (a + b) * share
        weight += share
    }
    return first + moment / (3 * weight)
}

/// Whether a polygon that runs counterclockwise turns left everywhere.
private func isConvex(_ points: [SIMD2<Double>]) -> Bool {
    points.indices.allSatisfy { i in
        let a = points[(i + 1) % points.count] - points[i], b = points[(i + 2) % points.count] - points[i]
        return a.x * b.y - a.y * b.x >= 0
    }
}

private func outline(_ points: [SIMD2<Double>]) -> Double {
    zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { sum, pair in
        let step = pair.1 - pair.0
        return sum + (step * step).sum().squareRoot()
    }
}

/// The part of a convex polygon inside a counterclockwise convex one (Sutherland and Hodgman 1974).
private func clip(_ subject: [SIMD2<Double>], to window: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var kept = subject
    for (a, b) in zip(window, window.dropFirst() + window.prefix(1)) {
        let along = b - a
        func side(_ p: SIMD2<Double>) -> Double { along.x * (p.y - a.y) - along.y * (p.x - a.x) }
        var next: [SIMD2<Double>] = []
        for (p, q) in zip(kept, kept.dropFirst() + kept.prefix(1)) {
            let before = side(p), after = side(q)
            if before >= 0 { next.append(p) }
            if before * after < 0 { next.append(p + (q - p) * (before / (before - after))) }
        }
        kept = next
    }
    return kept
}
