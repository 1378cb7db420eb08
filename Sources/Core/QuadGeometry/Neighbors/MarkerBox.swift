/// The axis-parallel box around a marker, with room for what counts as near, and the plane it lies in: enough to tell
/// most pairs of markers apart.
struct MarkerBox {
    private(set) var low, high: SIMD3<Double>
    let index: Int
    /// With the corners in an order whose outline is simple, where there is one.
    private let outline: Quad
    private let center, normal: SIMD3<Double>
    /// From the center to the farthest corner, in metres.
    private let reach: Double
    private let room: Double

    /// `nil` for a quad without a normal, which overlaps nothing.
    /// `turns` are those of the quad.
    init?(_ quad: Quad, _ turns: CornerTurns, index: Int, room: Double) {
        // With all corners turned to one side the outline is simple already.
        let quad = turns.isStrictlyConvex ? quad : quad.inSimpleOrder
        outline = quad
        guard let normal = quad.normal else { return nil }
        let box = quad.box
        (low, high) = (box.low - room / 2, box.high + room / 2)
        self.index = index
        self.normal = normal
        let center = quad.center
        self.center = center
        reach = max(
            max((quad.p1 - center).length, (quad.p2 - center).length),
            max((quad.p3 - center).length, (quad.p4 - center).length))
        self.room = room
    }

    /// False when the two are certainly neither overlapping nor stacked.
    func mayOverlap(_ other: MarkerBox) -> Bool {
        guard low.x <= other.high.x, other.low.x <= high.x, low.y <= other.high.y, other.low.y <= high.y,
            low.z <= other.high.z, other.low.z <= high.z,
            normal.dot(other.normal).magnitude > MarkerBox.cosine
        else { return false }
        // There is a place in the outline of both at which their planes are no farther apart than the room; from
        // there to a center, a plane leaves the other by no more than the sine of their angle.
        let gap = (other.center - center).dot(normal).magnitude
        return gap <= (reach + other.reach) * MarkerBox.sine + 2 * room && !isApart(from: other)
    }

    /// Whether the planes are certainly more than the room apart over the outlines, or the outlines side by side in the plane
    /// between: on two sides of a line along one of their edges.
    private func isApart(from other: MarkerBox) -> Bool {
        let sum = normal.dot(other.normal) < 0 ? normal - other.normal : normal + other.normal
        guard let across = sum.unit else { return false }
        // Differences of corners, so this is more than all rounding.
        let slack = 1e-9 * (reach + other.reach)
        let mine = heights(along: across, from: center), theirs = other.heights(along: across, from: center)
        if max(mine.low - theirs.high, theirs.low - mine.high) > room + slack { return true }
        for corner in 0..<4 {
            if isBeside(other, outline[corner: (corner + 1) % 4] - outline[corner: corner], across, slack) {
                return true
            }
            let edge = other.outline[corner: (corner + 1) % 4] - other.outline[corner: corner]
            if isBeside(other, edge, across, slack) { return true }
        }
        return false
    }

    @inline(__always)
    private func isBeside(
        _ other: MarkerBox, _ edge: SIMD3<Double>, _ across: SIMD3<Double>, _ slack: Double
    ) -> Bool {
        guard let side = edge.cross(across).unit else { return false }
        let one = span(along: side, from: center), two = other.span(along: side, from: center)
        return max(one.low - two.high, two.low - one.high) > slack
    }

    /// The reach of the plane along a direction over the outline.
    private func heights(along across: SIMD3<Double>, from place: SIMD3<Double>) -> (
        low: Double, high: Double
    ) {
        let lean = 1 / normal.dot(across)
        func height(_ corner: SIMD3<Double>) -> Double {
            (corner - place).dot(across) - (corner - center).dot(normal) * lean
        }
        return bounds(height(outline.p1), height(outline.p2), height(outline.p3), height(outline.p4))
    }

    /// The reach of the corners along a direction.
    private func span(along side: SIMD3<Double>, from place: SIMD3<Double>) -> (low: Double, high: Double) {
        bounds(
            (outline.p1 - place).dot(side), (outline.p2 - place).dot(side), (outline.p3 - place).dot(side),
            (outline.p4 - place).dot(side))
    }

    @inline(__always)
    private func bounds(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> (low: Double, high: Double) {
        (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    }

    /// Of ``QuadRelation/parallelAngle``, a little widened for rounding.
    private static let (sine, cosine) = sineAndCosine(QuadRelation.parallelAngle + 1e-6)

    /// The boxes a search looks at: where the marker is and which way its plane faces, on the side of a fixed direction,
    /// and a second one where the other side could be meant.
    var reachBoxes: [ReachBox] {
        let up = SIMD3(0.48, 0.64, 0.6)
        let side = normal.dot(up)
        let facing = side < 0 ? -normal : normal
        let box = ReachBox(low, high, facing: facing, within: MarkerBox.halfChord)
        // Two directions within the angle differ by less than this along any.
        guard side.magnitude < 2 * MarkerBox.halfChord else { return [box] }
        return [box, ReachBox(low, high, facing: -facing, within: MarkerBox.halfChord)]
    }

    /// Half of what two parallel unit vectors differ by at most, a little widened for rounding.
    private static let halfChord = sineAndCosine(QuadRelation.parallelAngle / 2).sine * 1.001
}

extension Quad {
    /// The least box along the axes that holds the corners.
    var box: (low: SIMD3<Double>, high: SIMD3<Double>) {
        (
            pointwiseMin(pointwiseMin(p1, p2), pointwiseMin(p3, p4)),
            pointwiseMax(pointwiseMax(p1, p2), pointwiseMax(p3, p4))
        )
    }
}
