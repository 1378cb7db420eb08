/// The sums over pairs that a fit in each lane is made of, about the means, in a head that is exact and a tail.
///
/// Differences from the first point are exact, and split at a common grid: products of the heads add up without any
/// rounding. All is scaled by powers of two so that nothing is larger than one.
struct LaneMoments {
    /// Σ q pᵀ, in two parts.
    let head, tail: LaneMatrix
    /// Not less than the largest root, and equal to it when all points match.
    let bound: Lanes
    /// The means less the first points, in the points' unit.
    let sourceMean, targetMean: LaneVector
    /// What makes `head + tail` the sum in the points' units.
    let crossUnit: Lanes
    /// Whether the points are apart and their numbers of a size at which none of this over- or underflows.
    let isInRange: LaneMask

    @inline(__always)
    init(_ p: LanePoints, _ q: LanePoints, _ pairs: Int) {
        let source = LaneSide(p, pairs), target = LaneSide(q, pairs)
        // Twice the bits of pairs, and of the heads' products, make 52.
        let countBits = Int.bitWidth - (pairs - 1).leadingZeroBitCount
        let grid = Lanes(repeating: 1.5 * power(52 - (50 - 2 * countBits) / 2))
        var headSum = LaneMatrix.zero, tailSum = LaneMatrix.zero
        var pHead = LaneVector.zero, pTail = LaneVector.zero, qHead = LaneVector.zero, qTail = LaneVector.zero
        var pSquares = LaneVector.zero, qSquares = LaneVector.zero
        for i in 1..<pairs {
            let (a, aTail) = source.difference(p.point(i), grid),
                (b, bTail) = target.difference(q.point(i), grid)
            let whole = a + aTail, other = b + bTail
            headSum = headSum + LaneMatrix(outer: b, a)
            tailSum = tailSum + (LaneMatrix(outer: b, aTail) + LaneMatrix(outer: bTail, whole))
            pHead = pHead + a
            pTail = pTail + aTail
            qHead = qHead + b
            qTail = qTail + bTail
            pSquares = pSquares + whole * whole
            qSquares = qSquares + other * other
        }
        let count = Lanes(repeating: Double(pairs)), share = 1 / count
        let scale = Lanes(repeating: power(-2 * countBits - 3))
        let pSum = pHead + pTail, qSum = qHead + qTail
        head = (headSum * count - LaneMatrix(outer: qHead, pHead)) * scale
        tail = (tailSum * count - (LaneMatrix(outer: qHead, pTail) + LaneMatrix(outer: qTail, pSum))) * scale
        let pSize = (pSquares * count - pSum * pSum).sum, qSize = (qSquares * count - qSum * qSum).sum
        // The mean in the points' own unit, unless that differs too much between the sides.
        let ratio = most(least(source.unit * target.scale, Lanes(repeating: 2)), Lanes(repeating: 0.5))
        bound = (pSize * ratio + qSize / ratio) * (0.5 * scale)
        sourceMean = pSum * (share * source.unit)
        targetMean = qSum * (share * target.unit)
        crossUnit = share * Lanes(repeating: power(2 * countBits + 3)) * source.unit * target.unit
        isInRange = source.isInRange .& target.isInRange
    }
}

/// One side's scale: the power of two that brings its largest difference from its first point to between 1 and 2.
private struct LaneSide {
    let first: LaneVector
    let scale, unit: Lanes
    let isInRange: LaneMask

    @inline(__always)
    init(_ points: LanePoints, _ pairs: Int) {
        first = points.point(0)
        var farthest = LaneVector.zero
        for i in 1..<pairs { farthest = farthest.orLarger((points.point(i) - first).magnitude) }
        let extent = farthest.largest
        (unit, scale) = extent.powersOfTwo
        let reach = first.magnitude.largest
        isInRange =
            (extent .> 0x1p-40 * reach) .& (extent .> 1e-120) .& (reach + extent .<= 1e60)
    }

    /// The scaled difference from the first point, split.
    @inline(__always)
    func difference(_ point: LaneVector, _ grid: Lanes) -> (head: LaneVector, tail: LaneVector) {
        let (difference, rest) = point.exactSum(first * Lanes(repeating: -1))
        let (head, tail) = (difference * scale).split(grid)
        return (head, tail + rest * scale)
    }
}

/// Two to a power.
@inline(__always)
private func power(_ exponent: Int) -> Double { Double(bitPattern: UInt64(1023 + exponent) << 52) }
