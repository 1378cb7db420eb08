/// The axis-parallel box around a marker, with room for what counts as near, and the plane it lies in: enough to tell
/// most pairs of markers apart.
struct MarkerBox {
    private(set) var low, high: SIMD3<Double>
    let index: Int
    private let center, normal: SIMD3<Double>
    /// From the center to the farthest corner, in metres.
    private let reach: Double
    private let room: Double

    /// `nil` for a quad without a normal, which overlaps nothing.
    init?(_ quad: Quad, index: Int, room: Double) {
        let quad = quad.inSimpleOrder
        guard let normal = quad.normal else { return nil }
        low = pointwiseMin(pointwiseMin(quad.p1, quad.p2), pointwiseMin(quad.p3, quad.p4)) - room / 2
        high = pointwiseMax(pointwiseMax(quad.p1, quad.p2), pointwiseMax(quad.p3, quad.p4)) + room / 2
        self.index = index
        self.normal = normal
        let center = quad.center
        self.center = center
        reach = quad.corners.reduce(0) { max($0, ($1 - center).length) }
        self.room = room
    }

    /// False when the two are surely neither overlapping nor stacked.
    func mayOverlap(_ other: MarkerBox) -> Bool {
        guard low.x <= other.high.x, other.low.x <= high.x, low.y <= other.high.y, other.low.y <= high.y,
            low.z <= other.high.z, other.low.z <= high.z,
            normal.dot(other.normal).magnitude > MarkerBox.cosine
        else { return false }
        // There is a place in the outline of both at which their planes are no farther apart than the room; from
        // there to a center, a plane leaves the other by no more than the sine of their angle.
        let gap = (other.center - center).dot(normal).magnitude
        return gap <= (reach + other.reach) * MarkerBox.sine + 2 * room
    }

    /// Of ``QuadRelation/parallelAngle``, a little widened for rounding.
    private static let (sine, cosine) = sineAndCosine(QuadRelation.parallelAngle + 1e-6)

    func union(_ other: MarkerBox) -> MarkerBox {
        var result = self
        result.low = pointwiseMin(low, other.low)
        result.high = pointwiseMax(high, other.high)
        return result
    }
}
