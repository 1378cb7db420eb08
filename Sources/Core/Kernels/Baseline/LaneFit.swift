/// The rigid motion of a problem in each lane, by the same steps at every level.
///
/// The largest root of the characteristic polynomial by Newton's method gives a first rotation in closed form (Markley
/// 1993, FOAM); one step of Newton's method on rotations against sums of some 75 digits then makes up for what doubles
/// had lost. Problems that this cannot fix are in doubt: the caller takes another way.
struct LaneFit {
    // In the order in which they are written out, all of one type.
    let x, y, z, sourceCenter, targetCenter, rest: LaneVector
    /// Σ q pᵀ about the means.
    let cross: LaneMatrix
    /// The sum of the squares that are left.
    let squares: Lanes
    /// Zero, or one where the numbers mean nothing.
    let doubt: Lanes

    /// The least product of the three curvatures, as a share of the cube of their sum's half.
    private static let leastCurvature = 0x1p-10
    /// The least match of the two sides, as a share of what they would have in common were they equal.
    private static let leastMatch = 0x1p-6

    /// The largest step of a root after which the next is good enough: as a share of what the curvatures allow.
    private static let lastStep = 0x1p-18

    @inline(__always)
    init(_ p: LanePoints, _ q: LanePoints, _ pairs: Int) {
        let moments = LaneMoments(p, q, pairs)
        let h = moments.head + moments.tail
        let gram = h.gram, cofactors = h.cofactors
        let size = gram.diagonal.sum, determinant = h.x.last.dot(cofactors.x.last)
        // The roots are ±s1 ± s2 ± s3 with an even number of minus signs.
        let c2 = -2 * size, c1 = -8 * determinant, c0 = size * size - 4 * gram.minors
        var root = moments.bound, inverse = Lanes.zero
        var isMoving = LaneMask(repeating: true)
        for _ in 0..<16 {
            let square = root * root
            let value = ((square + c2) * root + c1) * root + c0
            let slope = (4 * square + 2 * c2) * root + c1
            let share = 1 / slope
            let step = value * share
            root.replace(with: root - step, where: isMoving)
            inverse.replace(with: share, where: isMoving)
            // A lane that has settled stays, whatever its neighbours do.
            isMoving = isMoving .& (step.magnitude * square .> LaneFit.lastStep * slope)
            if !any(isMoving) { break }
        }
        let kappa = (root * root - size) * 0.5
        // An eighth of the slope; the last one's inverse lacks a step.
        let curvature = kappa * root - determinant
        inverse = 8 * inverse
        inverse = inverse * (2 - curvature * inverse)
        var r = h * (kappa + size) + cofactors * root - h * gram
        r = r * inverse
        r = r.nearerOrthogonal
        let flexibility = LaneSymmetric(
            diagonal: (gram.diagonal + LaneVector(repeating: kappa)) * inverse, across: gram.across * inverse)
        let turn = flexibility * LaneFit.torque(r, moments, h)
        let columns = r.transposed
        (x, y, z) = (
            columns.x + (columns.y * turn.z - columns.z * turn.y),
            columns.y + (columns.z * turn.x - columns.x * turn.z),
            columns.z + (columns.x * turn.y - columns.y * turn.x)
        )
        let turned = LaneMatrix(x, y, z)
        var sure = moments.isInRange .& .!isMoving
        let cube = root * root * root
        sure = sure .& (curvature .> LaneFit.leastCurvature * cube)
            .& (root .> LaneFit.leastMatch * moments.bound)
        // What the step leaves is its square over the curvature.
        sure = sure .& (turn.dot(turn) * cube .<= 0x1p-55 * curvature)
        doubt = Lanes.zero.replacing(with: 1, where: .!sure)
        let first = p.point(0), second = q.point(0)
        let (c, sourceRest) = first.exactSum(moments.sourceMean)
        let (d, targetRest) = second.exactSum(moments.targetMean)
        sourceCenter = c
        targetCenter = d
        rest = targetRest - turned.transposedTimes(sourceRest)
        // What the first pair misses is left out of all, and made up for in the end.
        func miss(_ i: Int) -> LaneVector {
            (q.point(i) - second) - turned.transposedTimes(p.point(i) - first)
        }
        let one = miss(1)
        var sum = one, squareSum = one * one
        forOthers(pairs) { i in
            let other = miss(i)
            sum = sum + other
            squareSum = squareSum + other * other
        }
        squares = (squareSum - sum * sum * Lanes(repeating: 1 / Double(pairs))).sum
        cross = h.transposed * moments.crossUnit
    }

    /// The torque that is left, from sums that are exact in their leading half.
    @inline(__always)
    private static func torque(_ r: LaneMatrix, _ moments: LaneMoments, _ h: LaneMatrix) -> LaneVector {
        let grid = Lanes(repeating: 0x1.8p28)
        let (turned, turnedTail) = r.split(grid), (heads, rest) = moments.head.split(grid)
        return heads.torque(turned)
            + ((rest + moments.tail).torque(turned) + h.torque(turnedTail))
    }
}
