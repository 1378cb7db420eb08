/// The rigid motion of one problem of `pairs` pairs, whose points lie `step` doubles apart: the bits of `fitPairs`.
///
/// 37 doubles are written, in nine groups of three and one left alone: the rotation's columns, both centers, the rest
/// and the cross-covariance's columns; then the sum of the squares that are left. False when they mean nothing.
@inline(never)
public func fitOne(
    _ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>, _ step: Int, _ pairs: Int,
    _ results: UnsafeMutablePointer<Double>
) -> Bool {
    let p = LanePoints(base: sources, step: step, last: pairs - 1)
    let q = LanePoints(base: targets, step: step, last: pairs - 1)
    // Four pairs, a quad, are worth loops of their own.
    return pairs == 4 ? fitFour(p, q, results) : LaneFit(p, q, pairs).store(results)
}

@inline(never)
private func fitFour(_ p: LanePoints, _ q: LanePoints, _ results: UnsafeMutablePointer<Double>) -> Bool {
    LaneFit(p, q, 4).store(results)
}

extension LaneFit {
    /// Writes the problem, and tells whether its numbers mean anything.
    @inline(__always)
    func store(_ results: UnsafeMutablePointer<Double>) -> Bool {
        let groups = UnsafeMutableRawPointer(results)
        func write(_ vector: LaneVector, _ group: Int) {
            groups.storeBytes(of: vector.numbers, toByteOffset: 32 * group, as: SIMD4<Double>.self)
        }
        write(x, 0)
        write(y, 1)
        write(z, 2)
        write(sourceCenter, 3)
        write(targetCenter, 4)
        write(rest, 5)
        write(cross.x, 6)
        write(cross.y, 7)
        write(cross.z, 8)
        results[36] = squares.value
        return doubt.value == 0
    }
}
