/// A crossing of one of the two triangles of a quad.
struct QuadCrossing {
    let crossing: TriangleCrossing
    /// Whether it is the triangle p3p4p2.
    let isSecond: Bool

    var face: QuadFace { crossing.side < 0 ? .front : .back }

    /// `nil` when there is no crossing, or on the other face than asked for.
    @inline(__always)
    init?(_ crossing: TriangleCrossing?, isSecond: Bool, only face: QuadFace?) {
        guard let crossing else { return nil }
        self.crossing = crossing
        self.isSecond = isSecond
        if let face, self.face != face { return nil }
    }
}

extension QuadCrossing {
    /// The crossing that `crossQuad` is certain of.
    init(code: Int, distance: Double) {
        crossing = TriangleCrossing(side: code > 2 ? 1 : -1, distance: distance)
        isSecond = code == 2 || code == 4
    }
}

extension Quad {
    var firstTriangle: Triangle { Triangle(p1, p2, p4) }
    /// The triangle p3p4p2, which shares the diagonal.
    var secondTriangle: Triangle { Triangle(p3, p4, p2) }

    func triangle(of crossing: QuadCrossing) -> Triangle {
        crossing.isSecond ? secondTriangle : firstTriangle
    }

    /// The first crossing of the two triangles.
    @inline(__always)
    func crossing(of ray: Ray, only face: QuadFace?) -> QuadCrossing? {
        guard !isSurelyMissed(by: ray), isFinite else { return nil }
        let first = QuadCrossing(TriangleCrossing(firstTriangle, ray), isSecond: false, only: face)
        let second = QuadCrossing(TriangleCrossing(secondTriangle, ray), isSecond: true, only: face)
        guard let first, let second else { return first ?? second }
        return order(second, against: first, of: self, ray) < 0 ? second : first
    }

    /// Whether the ray certainly passes both triangles by: by the signs of rounded volumes with one coarse bound for all,
    /// or because all corners are behind its start. Most quads that a scan looks at end here; false for NaN.
    @inline(__always)
    private func isSurelyMissed(by ray: Ray) -> Bool {
        let d = ray.direction
        let v1 = p1 - ray.origin, v2 = p2 - ray.origin, v3 = p3 - ray.origin, v4 = p4 - ray.origin
        let reach = max(
            max(v1.largestMagnitude, v2.largestMagnitude), max(v3.largestMagnitude, v4.largestMagnitude))
        let size = d.largestMagnitude * reach
        // No product of three underflows to matter, and none overflows.
        guard size > 0x1p-900, reach < 0x1p400, size < 0x1p400 else { return false }
        // Each dot product has three terms of at most `size`, rounded three times, differences included.
        let along = max(max(d.dot(v1), d.dot(v2)), max(d.dot(v3), d.dot(v4)))
        if ray.start >= 0, along < -0x1p-48 * size { return true }
        // Each volume has six terms of at most `size * reach`, rounded seven times: 42 roundings, below 2⁻⁴⁷.
        let bound = 0x1p-47 * size * reach
        let across2 = d.cross(v2), across4 = d.cross(v4)
        let diagonal = across2.dot(v4)
        let side12 = -across2.dot(v1), side41 = across4.dot(v1)
        let side34 = -across4.dot(v3), side23 = across2.dot(v3)
        return max(diagonal, max(side12, side41)) > bound && min(diagonal, min(side12, side41)) < -bound
            && max(-diagonal, max(side34, side23)) > bound && min(-diagonal, min(side34, side23)) < -bound
    }

    /// The order of two crossings along the ray: negative where this quad's comes first, positive where the other's
    /// does. Exact.
    func order(
        _ mine: QuadCrossing, against theirs: QuadCrossing, of other: Quad, _ ray: Ray
    ) -> Int {
        mine.crossing.order(
            in: triangle(of: mine), against: theirs.crossing, in: other.triangle(of: theirs), ray)
    }

    func hit(by ray: Ray, at crossing: QuadCrossing) -> QuadHit {
        let (b, c) = TriangleCrossing.coordinates(triangle(of: crossing), ray)
        return QuadHit(
            distance: crossing.crossing.distance, u: crossing.isSecond ? 1 - b : b,
            v: crossing.isSecond ? 1 - c : c, face: crossing.face)
    }
}
