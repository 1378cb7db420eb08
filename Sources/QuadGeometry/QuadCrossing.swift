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

extension Quad {
    /// The triangle p1p2p4.
    var firstTriangle: Triangle { Triangle(p1, p2, p4) }
    /// The triangle p3p4p2, which shares the diagonal.
    var secondTriangle: Triangle { Triangle(p3, p4, p2) }

    func triangle(of crossing: QuadCrossing) -> Triangle {
        crossing.isSecond ? secondTriangle : firstTriangle
    }

    /// The first crossing of the two triangles.
    @inline(__always)
    func crossing(of ray: Ray, only face: QuadFace?) -> QuadCrossing? {
        guard isFinite else { return nil }
        let first = QuadCrossing(TriangleCrossing(firstTriangle, ray), isSecond: false, only: face)
        let second = QuadCrossing(TriangleCrossing(secondTriangle, ray), isSecond: true, only: face)
        guard let first, let second else { return first ?? second }
        return order(second, against: first, of: self, ray) < 0 ? second : first
    }

    /// Which crossing comes first along the ray: negative this quad's, positive the other's. Exact.
    func order(
        _ mine: QuadCrossing, against theirs: QuadCrossing, of other: Quad, _ ray: Ray
    ) -> Int {
        mine.crossing.order(
            in: triangle(of: mine), against: theirs.crossing, in: other.triangle(of: theirs), ray)
    }

    /// The crossing as callers see it.
    func hit(by ray: Ray, at crossing: QuadCrossing) -> QuadHit {
        let (b, c) = TriangleCrossing.coordinates(triangle(of: crossing), ray)
        return QuadHit(
            distance: crossing.crossing.distance, u: crossing.isSecond ? 1 - b : b,
            v: crossing.isSecond ? 1 - c : c, face: crossing.face)
    }
}
