/// Signs of coordinate polynomials that are right for every finite double.
///
/// Each function first works in doubles; where the result is larger than its own worst rounding error, its sign
/// is the true one. Otherwise exact arithmetic decides. Comparisons are written so that an overflow, or a NaN
/// out of one, fails the filter.
enum ExactSign {
    private static let unit = 0x1p-53
    /// More than all that underflow can take from a product of two, times the largest factor left out of it. A normal
    /// number: processors of Intel take a hundred times as long over a product that is not.
    private static let underflow = 0x1p-1000

    /// The direction in which three points of a plane turn: 1 counterclockwise, -1 clockwise, 0 on one line.
    ///
    /// Filter: Shewchuk 1997, Adaptive Precision Floating-Point Arithmetic, bound A of orient2d, (3 + 16ε)ε.
    @inline(__always)
    static func turn(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
        let left = (a.x - c.x) * (b.y - c.y)
        let right = (a.y - c.y) * (b.x - c.x)
        let determinant = left - right
        let bound = 4 * unit * (left.magnitude + right.magnitude) + underflow
        if determinant > bound { return 1 }
        if determinant < -bound { return -1 }
        return exactTurn(a, b, c)
    }

    @inline(never)
    static func exactTurn(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
        let cx = ExactNumber(c.x), cy = ExactNumber(c.y)
        let left = (ExactNumber(a.x) - cx) * (ExactNumber(b.y) - cy)
        let right = (ExactNumber(a.y) - cy) * (ExactNumber(b.x) - cx)
        return (left - right).sign
    }

    /// The sign of `direction · ((a - origin) × (b - origin))`: on which side a line passes the edge from a to b.
    @inline(__always)
    static func side(
        _ direction: SIMD3<Double>, from origin: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>
    ) -> Int {
        let (volume, bound) = volume(direction, a - origin, b - origin)
        if volume > bound { return 1 }
        if volume < -bound { return -1 }
        return exactSide(direction, from: origin, a, b)
    }

    @inline(never)
    private static func exactSide(
        _ direction: SIMD3<Double>, from origin: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>
    ) -> Int {
        let o = ExactVector(origin)
        return ExactVector(direction).dot((ExactVector(a) - o).cross(ExactVector(b) - o)).sign
    }

    /// The triple product `u · (v × w)` and the most it can be off by, for v and w that are rounded differences.
    ///
    /// Shewchuk 1997, bound A of orient3d, (7 + 56ε)ε, with the next whole factor.
    @inline(__always)
    static func volume(
        _ u: SIMD3<Double>, _ v: SIMD3<Double>, _ w: SIMD3<Double>
    ) -> (value: Double, bound: Double) {
        let xy = v.y * w.z, xz = v.z * w.y
        let yx = v.z * w.x, yz = v.x * w.z
        let zx = v.x * w.y, zy = v.y * w.x
        let value = u.x * (xy - xz) + u.y * (yx - yz) + u.z * (zx - zy)
        let x = u.x.magnitude, y = u.y.magnitude, z = u.z.magnitude
        let permanent =
            x * (xy.magnitude + xz.magnitude) + y * (yx.magnitude + yz.magnitude)
            + z * (zx.magnitude + zy.magnitude)
        return (value, 8 * unit * permanent + (x + y + z + 1) * underflow)
    }

    /// The sign of `normal of the quad's vector area · direction`, exact.
    static func along(_ direction: SIMD3<Double>, _ quad: Quad) -> Int {
        let (value, bound) = volume(direction, quad.p3 - quad.p1, quad.p4 - quad.p2)
        if value > bound { return 1 }
        if value < -bound { return -1 }
        let d13 = ExactVector(quad.p3) - ExactVector(quad.p1)
        let d24 = ExactVector(quad.p4) - ExactVector(quad.p2)
        return ExactVector(direction).dot(d13.cross(d24)).sign
    }

    /// On which side of the plane through the center, across the vector area, a point lies: 1 on the side of the
    /// right-hand normal, exact.
    static func side(of point: SIMD3<Double>, _ quad: Quad) -> Int {
        let p1 = ExactVector(quad.p1), p2 = ExactVector(quad.p2)
        let p3 = ExactVector(quad.p3), p4 = ExactVector(quad.p4)
        let fromCorners = ExactVector(point) * ExactNumber(4) - ((p1 + p3) + (p2 + p4))
        return fromCorners.dot((p3 - p1).cross(p4 - p2)).sign
    }
}
