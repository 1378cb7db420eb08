/// The rigid motions of `count` problems of `pairs` pairs each, at least two and at most 4096.
///
/// For each problem 24 doubles of `motions` are written, in six groups of three and one left alone: the rotation's
/// columns, both centers and the rest; one of `squares`, the sum of the squares that are left; and one byte of
/// `doubts`: where it is not zero, the problem is ill-conditioned or cannot be answered at all, and the numbers mean
/// nothing.
///
/// Layouts with a step of one from problem to problem are read in whole registers, up to the next multiple of 8; for
/// others, and what is touched, `room` has 48 doubles a pair.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func fitPairs(
    _ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>, _ layout: PairLayout, _ pairs: Int,
    _ count: Int, _ motions: UnsafeMutablePointer<Double>, _ squares: UnsafeMutablePointer<Double>,
    _ doubts: UnsafeMutablePointer<UInt8>,
    _ room: UnsafeMutablePointer<Double>
) {
    let width = Lanes.scalarCount
    // What is packed is asked for all at once, not piece by piece as it is needed.
    if count > 1 { unsafe room[0] = unsafe touch(UnsafePointer(motions), 24 * count) }
    if layout.problem > 1 { unsafe room[1] = unsafe touch(sources, count * layout.problem) }
    var first = 0
    while first < count {
        let live = Swift.min(width, count - first), start = first * layout.problem
        var p = unsafe LanePoints(base: sources + start, pair: layout.pair, axis: layout.axis)
        var q = unsafe LanePoints(base: targets + start, pair: layout.pair, axis: layout.axis)
        if layout.problem != 1 {
            unsafe gather(p.base, layout, pairs, live, room)
            unsafe gather(q.base, layout, pairs, live, room + 3 * pairs * width)
            p = unsafe LanePoints(base: room, pair: 3 * width, axis: width)
            q = unsafe LanePoints(base: room + 3 * pairs * width, pair: 3 * width, axis: width)
        }
        let results = unsafe FitResults(
            motions: motions + 24 * first, squares: squares + first, doubts: doubts + first)
        // Four pairs, a quad, are worth loops of their own.
        if pairs == 4 {
            fitFour(p, q, live, results)
        } else {
            LaneFit(p, q, pairs).store(live, results)
        }
        first += width
    }
}

@inline(never)
private func fitFour(_ p: LanePoints, _ q: LanePoints, _ live: Int, _ results: FitResults) {
    LaneFit(p, q, 4).store(live, results)
}

/// Reads a number of every cache line.
@inline(__always)
private func touch(_ numbers: UnsafePointer<Double>, _ count: Int) -> Double {
    var bits: UInt64 = 0
    for i in stride(from: 0, to: count, by: 8) { unsafe bits |= numbers[i].bitPattern }
    return Double(bitPattern: bits)
}

extension LaneFit {
    /// Writes as many problems as are live.
    @inline(__always)
    func store(_ live: Int, _ results: FitResults) {
        unsafe withUnsafeBytes(of: self) {
            unsafe scatter($0.assumingMemoryBound(to: Double.self), live, results)
        }
    }
}

/// The memory that the numbers of a fit are written to.
@safe
struct FitResults {
    var motions, squares: UnsafeMutablePointer<Double>
    var doubts: UnsafeMutablePointer<UInt8>
}

/// From rows of lanes to a problem at a time. Never inlined: the compiler would take the lanes apart from the start.
@inline(never)
private func scatter(_ numbers: UnsafeBufferPointer<Double>, _ live: Int, _ results: FitResults) {
    let width = Lanes.scalarCount
    for lane in 0..<live {
        let motion = unsafe results.motions + 24 * lane
        for group in 0..<6 {
            for axis in 0..<3 {
                unsafe motion[4 * group + axis] = unsafe numbers[(3 * group + axis) * width + lane]
            }
        }
        unsafe results.squares[lane] = unsafe numbers[27 * width + lane]
        unsafe results.doubts[lane] = unsafe numbers[28 * width + lane] == 0 ? 0 : 1
    }
}
