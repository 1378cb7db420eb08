/// The rigid motion of a problem in each lane, by the same steps at every level.
///
/// The largest root of the characteristic polynomial by Newton's method gives a first rotation in closed form (Markley
/// 1993, FOAM); one step of Newton's method on rotations against sums of some 75 digits then makes up for what doubles
/// had lost. What that cannot mend is in doubt: the caller takes another way.
struct LaneFit {
    // In the order in which they are written out, all of one type.
    let x, y, z, sourceCenter, targetCenter, rest: LaneVector
    /// Σ q pᵀ about the means.
    let cross: LaneMatrix
    /// The sum of the squares that are left.
    let squares: Lanes
    /// Zero, or one where the numbers mean nothing.
    let doubt: Lanes

    /// How small the product of the three curvatures may be, as a share of the cube of their sum's half.
    private static let leastCurvature = 0x1p-10
    /// How badly the two sides may match, as the share of what they would have in common were they equal.
    private static let leastMatch = 0x1p-6

    @inline(__always)
    init(_ p: LanePoints, _ q: LanePoints, _ pairs: Int) {
        let moments = LaneMoments(p, q, pairs)
        let h = moments.head + moments.tail
        let cofactors = h.cofactors, size = h.squares
        let determinant = h.x.dot(cofactors.x)
        // The roots are ±s1 ± s2 ± s3 with an even number of minus signs.
        let c2 = -2 * size, c1 = -8 * determinant, c0 = size * size - 4 * cofactors.squares
        var root = moments.bound
        var isMoving = LaneMask(repeating: true)
        for _ in 0..<16 {
            let square = root * root
            let value = ((square + c2) * root + c1) * root + c0
            let slope = (4 * square + 2 * c2) * root + c1
            let step = value / slope
            root.replace(with: root - step, where: isMoving)
            // A lane that has settled stays, whatever its neighbours do.
            isMoving = isMoving .& (step.magnitude .> 0x1p-26 * root)
            if !any(isMoving) { break }
        }
        let kappa = (root * root - size) * 0.5
        let curvature = kappa * root - determinant
        let cube = root * root * root
        var r = h * (kappa + size) + cofactors * root - h * h.transposedTimes(h)
        let inverse = 1 / curvature
        r = r * inverse
        // One step of Newton's method to the nearest orthogonal matrix.
        let gram = r.transposedTimes(r)
        r = r * Lanes(repeating: 1.5) - r * (gram * Lanes(repeating: 0.5))
        let turn = LaneFit.turn(r, moments, h, inverse)
        let (rx, ry, rz) = (r.x, r.y, r.z)
        r.x = rx + (ry * turn.z - rz * turn.y)
        r.y = ry + (rz * turn.x - rx * turn.z)
        r.z = rz + (rx * turn.y - ry * turn.x)
        (x, y, z) = (r.x, r.y, r.z)
        var sure = moments.isInRange .& .!isMoving
        sure = sure .& (curvature .> LaneFit.leastCurvature * cube)
            .& (root .> LaneFit.leastMatch * moments.bound)
        // What the step leaves is its square over the curvature.
        sure = sure .& (turn.dot(turn) * cube .<= 0x1p-55 * curvature)
        doubt = Lanes.zero.replacing(with: 1, where: .!sure)
        let (c, sourceRest) = p.point(0).exactSum(moments.sourceMean)
        let (d, targetRest) = q.point(0).exactSum(moments.targetMean)
        sourceCenter = c
        targetCenter = d
        rest = targetRest - r * sourceRest
        var sum = LaneVector.zero
        for i in 0..<pairs {
            let miss = (q.point(i) - d) - (r * (p.point(i) - c) + rest)
            sum = sum + miss * miss
        }
        squares = sum.sum
        cross = h * moments.crossUnit
    }

    /// The turn that is left, from sums that are exact in their leading half.
    @inline(__always)
    private static func turn(
        _ r: LaneMatrix, _ moments: LaneMoments, _ h: LaneMatrix, _ inverse: Lanes
    ) -> LaneVector {
        let grid = Lanes(repeating: 0x1.8p28)
        let (rx, rxTail) = r.x.split(grid), (ry, ryTail) = r.y.split(grid), (rz, rzTail) = r.z.split(grid)
        let (hx, hxTail) = moments.head.x.split(grid), (hy, hyTail) = moments.head.y.split(grid)
        let (hz, hzTail) = moments.head.z.split(grid)
        let heads = LaneMatrix(rx, ry, rz)
        let exact = heads.torque(LaneMatrix(hx, hy, hz))
        let right = LaneMatrix(
            hxTail + moments.tail.x, hyTail + moments.tail.y, hzTail + moments.tail.z)
        let torque =
            exact + (heads.torque(right) + LaneMatrix(rxTail, ryTail, rzTail).torque(h))
        let s = r.transposedTimes(h)
        let xy = (s.x.y + s.y.x) * -0.5, yz = (s.y.z + s.z.y) * -0.5, zx = (s.z.x + s.x.z) * -0.5
        let curvatures = LaneMatrix(
            LaneVector(s.y.y + s.z.z, xy, zx), LaneVector(xy, s.z.z + s.x.x, yz),
            LaneVector(zx, yz, s.x.x + s.y.y))
        return curvatures.cofactors * torque * inverse
    }
}
