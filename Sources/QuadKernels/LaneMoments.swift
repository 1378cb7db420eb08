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
        // Sums of the heads' products are below eight times the pairs: with twice the bits of a head that makes 53.
        let countBits = Int.bitWidth - (pairs - 1).leadingZeroBitCount
        let grid = Lanes(repeating: 1.5 * power(52 - (50 - countBits) / 2))
        var sums = LaneSums()
        forOthers(pairs) { i in
            sums.add(source.difference(p.point(i), grid), target.difference(q.point(i), grid))
        }
        let count = Lanes(repeating: Double(pairs)), share = Lanes(repeating: 1 / Double(pairs))
        let scale = Lanes(repeating: power(-countBits - 2))
        let pSum = sums.pHead + sums.pTail, qSum = sums.qHead + sums.qTail
        head = (sums.head * count - LaneMatrix(outer: sums.qHead, sums.pHead)) * scale
        let mixed = LaneMatrix(outer: sums.qHead, sums.pTail) + LaneMatrix(outer: sums.qTail, pSum)
        tail = (sums.tail * count - mixed) * scale
        // The mean in the points' own unit, unless that differs too much between the sides.
        let half = Lanes(repeating: 0.5), two = Lanes(repeating: 2)
        let ratio = most(least(source.unit * target.scale, two), half)
        let inverse = most(least(target.unit * source.scale, two), half)
        let sizes =
            (sums.pSquares * count - pSum * pSum) * ratio + (sums.qSquares * count - qSum * qSum) * inverse
        bound = sizes.sum * (0.5 * scale)
        sourceMean = pSum * (share * source.unit)
        targetMean = qSum * (share * target.unit)
        crossUnit = share * Lanes(repeating: power(countBits + 2)) * source.unit * target.unit
        isInRange = source.isInRange .& target.isInRange
    }
}

/// The sums over pairs of differences, their products and squares.
private struct LaneSums {
    var head = LaneMatrix.zero, tail = LaneMatrix.zero
    var pHead = LaneVector.zero, pTail = LaneVector.zero, qHead = LaneVector.zero, qTail = LaneVector.zero
    var pSquares = LaneVector.zero, qSquares = LaneVector.zero

    @inline(__always)
    init() {}

    @inline(__always)
    mutating func add(_ a: (head: LaneVector, tail: LaneVector), _ b: (head: LaneVector, tail: LaneVector)) {
        let whole = a.head + a.tail, other = b.head + b.tail
        head = head + LaneMatrix(outer: b.head, a.head)
        tail = tail + (LaneMatrix(outer: b.head, a.tail) + LaneMatrix(outer: b.tail, whole))
        pHead = pHead + a.head
        pTail = pTail + a.tail
        qHead = qHead + b.head
        qTail = qTail + b.tail
        pSquares = pSquares + whole * whole
        qSquares = qSquares + other * other
    }
}

/// One side's scale: the power of two that brings the sum of all differences from its first point to between 1 and 2.
private struct LaneSide {
    let first: LaneVector
    let scale, unit: Lanes
    let isInRange: LaneMask

    @inline(__always)
    init(_ points: LanePoints, _ pairs: Int) {
        let first = points.point(0)
        var reached = LaneVector.zero
        forOthers(pairs) { i in reached = reached + (points.point(i) - first).magnitude }
        let extent = reached.sum, reach = first.magnitude.sum
        (unit, scale) = extent.powersOfTwo
        isInRange =
            (extent .> 0x1p-40 * reach) .& (extent .> 1e-120) .& (reach + extent .<= 1e60)
        self.first = first
    }

    /// The scaled difference from the first point, split.
    @inline(__always)
    func difference(_ point: LaneVector, _ grid: Lanes) -> (head: LaneVector, tail: LaneVector) {
        let (difference, rest) = point.exactDifference(first)
        let (head, tail) = (difference * scale).split(grid)
        return (head, tail + rest * scale)
    }
}

/// All pairs but the first. A quad's loops are unrolled by hand: the compiler does not.
@inline(__always)
func forOthers(_ pairs: Int, _ body: (Int) -> Void) {
    body(1)
    body(2)
    if pairs == 4 {
        body(3)
    } else {
        for i in 3..<pairs { body(i) }
    }
}

/// Two to a power.
@inline(__always)
private func power(_ exponent: Int) -> Double { Double(bitPattern: UInt64(1023 + exponent) << 52) }
