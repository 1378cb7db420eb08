/// The sums over pairs that a fit in each lane is made of, about the means, in a head that is exact and a tail.
///
/// Differences from the first point are exact, and split at a common grid: products of the heads add up without any
/// rounding. The sums are scaled by powers of two so that nothing is larger than one.
struct LaneMoments {
    /// Σ q pᵀ, in two parts.
    let head, tail: LaneMatrix
    /// Not less than the largest root, and equal to it when all points match.
    let bound: Lanes
    /// The means less the first points, in the points' unit.
    let sourceMean, targetMean: LaneVector
    /// The factor that makes `head + tail` the sum in the points' units.
    let crossUnit: Lanes
    /// Whether the points are apart and their numbers of a size at which none of this over- or underflows.
    let isInRange: LaneMask

    @inline(__always)
    init(_ p: LanePoints, _ q: LanePoints, _ pairs: Int) {
        let source = LaneSide(p, pairs), target = LaneSide(q, pairs)
        // A sum of products of heads is below eight times the pairs. Two heads share the bits of a double that this leaves, so
        // the sum is exact.
        let countBits = Int.bitWidth - (pairs - 1).leadingZeroBitCount
        let grid = 1.5 * power(52 - (50 - countBits) / 2)
        let sourceGrid = grid * source.unit, targetGrid = grid * target.unit
        var sums = LaneSums(
            source.difference(p.point(1), sourceGrid), target.difference(q.point(1), targetGrid))
        forOthers(pairs) { i in
            sums.add(source.difference(p.point(i), sourceGrid), target.difference(q.point(i), targetGrid))
        }
        let count = Lanes(repeating: Double(pairs)), share = Lanes(repeating: 1 / Double(pairs))
        let room = power(-countBits - 2), scale = room * source.scale * target.scale
        let pSum = sums.pHead + sums.pTail, qSum = sums.qHead + sums.qTail
        head = (sums.head * count - LaneMatrix(outer: sums.qHead, sums.pHead)) * scale
        let mixed = LaneMatrix(outer: sums.qHead, sums.pTail) + LaneMatrix(outer: sums.qTail, pSum)
        tail = (sums.tail * count - mixed) * scale
        // Squares of both sides in their mean unit, unless that differs too much between the sides.
        let sourceSize = (sums.pSquares * count - pSum * pSum) * source.scale(near: target)
        let targetSize = (sums.qSquares * count - qSum * qSum) * target.scale(near: source)
        bound = (sourceSize + targetSize).sum * Lanes(repeating: 0.5 * room)
        sourceMean = pSum * share
        targetMean = qSum * share
        crossUnit = share * (power(countBits + 2) * source.unit) * target.unit
        isInRange = source.isInRange .& target.isInRange
    }
}

/// The sums over pairs of differences, their products and squares.
private struct LaneSums {
    typealias Split = (head: LaneVector, tail: LaneVector)

    var head, tail: LaneMatrix
    var pHead, pTail, qHead, qTail, pSquares, qSquares: LaneVector

    @inline(__always)
    init(_ a: Split, _ b: Split) {
        let whole = a.head + a.tail, other = b.head + b.tail
        head = LaneMatrix(outer: b.head, a.head)
        tail = LaneMatrix(outer: b.head, a.tail) + LaneMatrix(outer: b.tail, whole)
        (pHead, pTail) = a
        (qHead, qTail) = b
        pSquares = whole * whole
        qSquares = other * other
    }

    @inline(__always)
    mutating func add(_ a: Split, _ b: Split) {
        let more = LaneSums(a, b)
        head = head + more.head
        tail = tail + more.tail
        pHead = pHead + more.pHead
        pTail = pTail + more.pTail
        qHead = qHead + more.qHead
        qTail = qTail + more.qTail
        pSquares = pSquares + more.pSquares
        qSquares = qSquares + more.qSquares
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
        var reached = (points.point(1) - first).magnitude
        forOthers(pairs) { i in reached = reached + (points.point(i) - first).magnitude }
        let extent = reached.sum, reach = first.magnitude.sum
        (unit, scale) = extent.powersOfTwo
        isInRange =
            (extent .> 0x1p-40 * reach) .& (extent .> 1e-120) .& (reach + extent .<= 1e60)
        self.first = first
    }

    /// The factor for this side's squares: its scale times the other side's, the latter clamped to between half and twice its
    /// own.
    @inline(__always)
    func scale(near other: LaneSide) -> Lanes {
        scale * most(least(other.scale, 2 * scale), 0.5 * scale)
    }

    /// The difference from the first point, split.
    @inline(__always)
    func difference(_ point: LaneVector, _ grid: Lanes) -> (head: LaneVector, tail: LaneVector) {
        let (difference, rest) = point.exactDifference(first)
        let (head, tail) = difference.split(grid)
        return (head, tail + rest)
    }
}

/// All pairs but the first two. A quad's loops are unrolled by hand because the compiler does not unroll it.
@inline(__always)
func forOthers(_ pairs: Int, _ body: (Int) -> Void) {
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
