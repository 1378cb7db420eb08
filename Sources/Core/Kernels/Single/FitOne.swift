internal import CRegister

/// The rigid motion of one problem of `pairs` pairs, whose points lie `step` doubles apart: the bits of `fitPairs`.
///
/// 37 doubles are written, in nine groups of three and one left alone: the rotation's columns, both centers, the rest
/// and the cross-covariance's columns; then the sum of the squares that are left. False when they mean nothing.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func fitOne(
    _ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>, _ step: Int, _ pairs: Int,
    _ results: UnsafeMutablePointer<Double>
) -> Bool {
    // Four pairs, a quad, are worth code of their own.
    unsafe pairs == 4
        ? fitFour(sources, targets, step, results) : fit(sources, targets, step, pairs).store(results)
}

@inline(never)
private func fitFour(
    _ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>, _ step: Int,
    _ results: UnsafeMutablePointer<Double>
) -> Bool {
    unsafe fit(sources, targets, step, 4).store(results)
}

@inline(__always)
private func fit(
    _ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>, _ step: Int, _ pairs: Int
) -> LaneFit {
    unsafe LaneFit(
        LanePoints(base: sources, step: step, last: pairs - 1),
        LanePoints(base: targets, step: step, last: pairs - 1), pairs)
}

extension LaneFit {
    /// Writes the problem, and tells whether its numbers mean anything.
    @inline(__always)
    func store(_ results: UnsafeMutablePointer<Double>) -> Bool {
        func write(_ vector: LaneVector, _ group: Int) {
            unsafe register_store(vector.numbers, results + 4 * group)
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
        unsafe results[36] = squares.value
        return doubt.value == 0
    }
}
