internal import QuadGeometry

/// A quad as votes look at it: its corners about its center, level and upright apart.
struct LevelQuad {
    let center: SIMD3<Double>
    /// Corner by corner, in metres.
    let x, y, z: SIMD4<Double>
    /// Σ x² + z².
    let spread: Double
    /// The mean length of an edge.
    let size: Double
    /// The direction it faces, without a front; `nil` of a quad without area.
    let normal: SIMD3<Double>?

    init(_ quad: Quad) {
        center = quad.center
        let arms = quad.corners.map { $0 - quad.center }
        x = SIMD4(arms[0].x, arms[1].x, arms[2].x, arms[3].x)
        y = SIMD4(arms[0].y, arms[1].y, arms[2].y, arms[3].y)
        z = SIMD4(arms[0].z, arms[1].z, arms[2].z, arms[3].z)
        spread = (x * x + z * z).sum()
        size = quad.perimeter / 4
        normal = quad.normal
    }

    private init(_ quad: LevelQuad, _ order: CornerOrder) {
        let at = order.indices
        func ordered(_ numbers: SIMD4<Double>) -> SIMD4<Double> {
            SIMD4(numbers[at.x], numbers[at.y], numbers[at.z], numbers[at.w])
        }
        (center, spread, size, normal) = (quad.center, quad.spread, quad.size, quad.normal)
        (x, y, z) = (ordered(quad.x), ordered(quad.y), ordered(quad.z))
    }

    /// The quad in all eight orders of its corners.
    var orders: [LevelQuad] { CornerOrder.all.map { LevelQuad(self, $0) } }

    /// The motion that lays it on another best, corner by corner, center on center; `nil` where a corner is farther off than that, root mean
    /// square in metres, or it has no level extent.
    @inline(__always)
    func laid(on other: LevelQuad, within most: Double) -> LevelMotion? {
        let rise = y - other.y, risen = (rise * rise).sum()
        guard risen <= 4 * most * most else { return nil }
        let real = (x * other.x + z * other.z).sum(), imaginary = (x * other.z - z * other.x).sum()
        let turned = (real * real + imaginary * imaginary).squareRoot()
        guard spread + other.spread - 2 * turned + risen <= 4 * most * most, turned > 0 else { return nil }
        return LevelMotion(
            cosine: real / turned, sine: imaginary / turned, from: center, to: other.center)
    }

    /// Whether it faces about as another does, seen from either side, when it is turned by a motion.
    func faces(_ other: LevelQuad, turnedBy motion: LevelMotion) -> Bool {
        guard let mine = normal, let theirs = other.normal else { return true }
        return motion.turned(mine).dot(theirs).magnitude > LevelQuad.leastCosine
    }

    /// The cosine of 37°.
    private static let leastCosine = 0.8
}
