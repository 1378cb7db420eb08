/// The shape of a quad's outline, seen along its normal. Exact: no tolerance is used.
public enum QuadShape: Hashable, Sendable {
    /// A simple outline without a reflex corner; a corner may be straight.
    case convex
    /// A simple outline whose corner at this index (0 for p1) is reflex: it lies inside the others' triangle.
    case concave(reflexCorner: Int)
    /// The outline crosses, touches or folds back on itself.
    case selfIntersecting
    /// All four corners are on one line, or in one place.
    case collapsed
}

/// The four corner triangles of a quad, projected along the axis nearest to its normal: their turning signs
/// decide the shape and the corner order.
///
/// Triangle i is at corner i: p4p1p2, p1p2p3, p2p3p4, p3p4p1. Signs are 1, -1 or 0 and exact.
@usableFromInline
struct CornerTurns {
    @usableFromInline var signs: SIMD4<Int>

    @usableFromInline
    init(_ quad: Quad) {
        guard quad.isFinite else {
            signs = .zero
            return
        }
        let axis = CornerTurns.axis(quad)
        let p1 = CornerTurns.drop(axis, quad.p1), p2 = CornerTurns.drop(axis, quad.p2)
        let p3 = CornerTurns.drop(axis, quad.p3), p4 = CornerTurns.drop(axis, quad.p4)
        signs = SIMD4(
            ExactSign.turn(p4, p1, p2), ExactSign.turn(p1, p2, p3),
            ExactSign.turn(p2, p3, p4), ExactSign.turn(p3, p4, p1))
    }

    /// Whether all corners turn to one side, none of them straight.
    var isStrictlyConvex: Bool { all(signs .> 0) || all(signs .< 0) }

    /// The point without the coordinate of `axis`, the other two in right-hand order.
    @inline(__always)
    private static func drop(_ axis: Int, _ point: SIMD3<Double>) -> SIMD2<Double> {
        switch axis {
        case 0: SIMD2(point.y, point.z)
        case 1: SIMD2(point.z, point.x)
        default: SIMD2(point.x, point.y)
        }
    }

    /// The axis of the largest component of the largest corner triangle's normal.
    ///
    /// Not the cross of the diagonals: in a rectangle with two neighboring corners swapped they are parallel.
    @inline(__always)
    private static func axis(_ quad: Quad) -> Int {
        let spans = QuadSpans(unscaled: quad)
        let c1 = spans.e4.cross(spans.e1), c2 = spans.e1.cross(spans.e2)
        let c3 = spans.e2.cross(spans.e3), c4 = spans.e3.cross(spans.e4)
        let a1 = c1.dot(c1), a2 = c2.dot(c2), a3 = c3.dot(c3), a4 = c4.dot(c4)
        let largest = Double.maximum(Double.maximum(a1, a2), Double.maximum(a3, a4))
        let normal = a1 == largest ? c1 : a2 == largest ? c2 : a3 == largest ? c3 : c4
        // Above a quarter of any span squared.
        let reach = spans.squaredReach
        // A cross product this large against its factors is more than rounding; everything overflows or
        // underflows outside these bounds.
        if reach < 1e120, reach > 1e-120, normal.largestMagnitude > 0x1p-46 * reach {
            return dominantAxis(normal)
        }
        return exactAxis(quad)
    }

    private static func dominantAxis(_ normal: SIMD3<Double>) -> Int {
        let x = normal.x.magnitude, y = normal.y.magnitude, z = normal.z.magnitude
        return x > y && x > z ? 0 : y > z ? 1 : 2
    }

    /// The same choice from exact cross products, for slivers and for sizes at the ends of the range.
    @inline(never)
    private static func exactAxis(_ quad: Quad) -> Int {
        let corners = quad.corners.map { ExactVector($0) }
        var best: (square: ExactNumber, normal: ExactVector)?
        for i in 0..<4 {
            let before = corners[(i + 3) % 4], here = corners[i], after = corners[(i + 1) % 4]
            let normal = (here - before).cross(after - here)
            let square = normal.dot(normal)
            if let found = best, (square - found.square).sign <= 0 { continue }
            best = (square, normal)
        }
        guard let normal = best?.normal else { return 2 }
        let xx = normal.x * normal.x, yy = normal.y * normal.y, zz = normal.z * normal.z
        if (xx - yy).sign > 0, (xx - zz).sign > 0 { return 0 }
        return (yy - zz).sign > 0 ? 1 : 2
    }
}

extension Quad {
    /// Convex, concave, self-intersecting or collapsed; exact for all finite corners.
    ///
    /// The quad is projected along the axis nearest to its normal. All corner triangles turning one way make it
    /// convex; one against three, concave; all else crosses itself, or folds back where a turn is zero. A number
    /// that is not finite makes it collapsed.
    public var shape: QuadShape {
        QuadShape(CornerTurns(self))
    }
}

extension QuadShape {
    init(_ turns: CornerTurns) {
        let left = turns.signs .> 0, right = turns.signs .< 0
        var lefts = 0, rights = 0, lastLeft = 0, lastRight = 0
        for corner in 0..<4 {
            if left[corner] { (lefts, lastLeft) = (lefts + 1, corner) }
            if right[corner] { (rights, lastRight) = (rights + 1, corner) }
        }
        switch (lefts, rights) {
        case (0, 0): self = .collapsed
        case (_, 0), (0, _): self = .convex
        case (3, 1): self = .concave(reflexCorner: lastRight)
        case (1, 3): self = .concave(reflexCorner: lastLeft)
        default: self = .selfIntersecting
        }
    }
}
