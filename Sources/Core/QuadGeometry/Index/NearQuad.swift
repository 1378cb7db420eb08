/// A quad near a point.
public struct NearQuad: Hashable, Sendable {
    /// The place of the quad in the index, from 0.
    public var index: Int
    /// The point of the quad's surface, its two triangles, that is nearest; in metres.
    public var point: SIMD3<Double>
    /// The distance from there, in metres.
    public var distance: Double

    /// A quad near a point, as a search finds it.
    ///
    /// - Parameters:
    ///   - index: the place of the quad in the index.
    ///   - point: the point of the quad that is nearest, in metres.
    ///   - distance: the distance from there, in metres.
    public init(index: Int, point: SIMD3<Double>, distance: Double) {
        self.index = index
        self.point = point
        self.distance = distance
    }
}

extension Quad {
    /// The point of the triangles p1p2p4 and p3p4p2 that is nearest to another, both in metres.
    ///
    /// - Parameter point: any point; where a number here is not finite the answer is not, either.
    public func nearestPoint(to point: SIMD3<Double>) -> SIMD3<Double> {
        let one = firstTriangle.nearestPoint(to: point), other = secondTriangle.nearestPoint(to: point)
        let a = one - point, b = other - point
        return b.dot(b) < a.dot(a) ? other : one
    }
}

extension Triangle {
    /// The point of the triangle that is nearest to another (Ericson 2005, Real-Time Collision Detection, 5.1.5).
    func nearestPoint(to point: SIMD3<Double>) -> SIMD3<Double> {
        let ab = b - a, ac = c - a, ap = point - a
        let d1 = ab.dot(ap), d2 = ac.dot(ap)
        if d1 <= 0, d2 <= 0 { return a }
        let bp = point - b
        let d3 = ab.dot(bp), d4 = ac.dot(bp)
        if d3 >= 0, d4 <= d3 { return b }
        let sideC = d1 * d4 - d3 * d2
        if sideC <= 0, d1 >= 0, d3 <= 0, d1 > d3 { return a + ab * (d1 / (d1 - d3)) }
        let cp = point - c
        let d5 = ab.dot(cp), d6 = ac.dot(cp)
        if d6 >= 0, d5 <= d6 { return c }
        let sideB = d5 * d2 - d1 * d6
        if sideB <= 0, d2 >= 0, d6 <= 0, d2 > d6 { return a + ac * (d2 / (d2 - d6)) }
        let sideA = d3 * d6 - d5 * d4
        let fromB = d4 - d3, fromC = d5 - d6
        if sideA <= 0, fromB >= 0, fromC >= 0, fromB + fromC > 0 {
            return b + (c - b) * (fromB / (fromB + fromC))
        }
        let sum = sideA + sideB + sideC
        return sum > 0 ? a + ab * (sideB / sum) + ac * (sideC / sum) : a
    }
}
