/// Adds the sums of `count` pairs, a multiple of 8, to `sums`, as what a fit is made of.
///
/// Points are three doubles each, one after the other, and are summed as they lie: 24 numbers, eight points, at a time. With
/// a and b the points less their shift, `sums` has seven rows of 24: a, b, a², b², a times b, a times the next axis of b,
/// a times the one after; then as many for what the addition of blocks has dropped. `table` has six rows of 24: the shift
/// of a, of b, of its next axis and of the one after; ones at every x; ones at every z. Two numbers before the
/// targets, and two after them, are read as well.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func sumPairs(
    _ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>, _ count: Int,
    _ table: UnsafePointer<Double>, _ sums: UnsafeMutablePointer<Double>
) {
    // Blocks stay in the nearest cache, and keep plain sums short.
    let block = 24 * 64
    var start = 0
    while start < 3 * count {
        let end = Swift.min(start + block, 3 * count)
        #if LEVEL_V4
        var first = unsafe LaneSums(table, 0), second = unsafe LaneSums(table, 8),
            third = unsafe LaneSums(table, 16)
        var i = start
        while i < end {
            unsafe first.add(sources + i, targets + i)
            unsafe second.add(sources + i, targets + i)
            unsafe third.add(sources + i, targets + i)
            i += 24
        }
        unsafe first.store(sums)
        unsafe second.store(sums)
        unsafe third.store(sums)
        #else
        var place = 0
        while place < 24 {
            var part = unsafe LaneSums(table, place)
            var i = start
            while i < end {
                unsafe part.add(sources + i, targets + i)
                i += 24
            }
            unsafe part.store(sums)
            place += Lanes.scalarCount
        }
        #endif
        start = end
    }
}

/// The sums at one register's place among the 24 numbers.
private struct LaneSums {
    private let place: Int
    private let shiftA, shiftB, shiftNext, shiftAfter: Lanes
    private let isX, isZ: LaneMask
    private var a = Lanes.zero, b = Lanes.zero, aa = Lanes.zero, bb = Lanes.zero
    private var same = Lanes.zero, next = Lanes.zero, after = Lanes.zero

    @inline(__always)
    init(_ table: UnsafePointer<Double>, _ place: Int) {
        self.place = place
        shiftA = unsafe Lanes(at: table + place)
        shiftB = unsafe Lanes(at: table + (24 + place))
        shiftNext = unsafe Lanes(at: table + (48 + place))
        shiftAfter = unsafe Lanes(at: table + (72 + place))
        isX = unsafe Lanes(at: table + (96 + place)) .== 1
        isZ = unsafe Lanes(at: table + (120 + place)) .== 1
    }

    @inline(__always)
    mutating func add(_ sources: UnsafePointer<Double>, _ targets: UnsafePointer<Double>) {
        let q = unsafe targets + place
        let p = unsafe Lanes(at: sources + place) - shiftA
        let b0 = unsafe Lanes(at: q) - shiftB
        // The next axis of the same point: of z that is x, two numbers back.
        let b1 = unsafe Lanes(at: q + 1).replacing(with: Lanes(at: q - 2), where: isZ) - shiftNext
        let b2 = unsafe Lanes(at: q - 1).replacing(with: Lanes(at: q + 2), where: isX) - shiftAfter
        a += p
        b += b0
        aa += p * p
        bb += b0 * b0
        same += p * b0
        next += p * b1
        after += p * b2
    }

    /// Adds the block's sums to all, with what that drops.
    @inline(__always)
    func store(_ sums: UnsafeMutablePointer<Double>) {
        unsafe store(a, sums)
        unsafe store(b, sums + 24)
        unsafe store(aa, sums + 48)
        unsafe store(bb, sums + 72)
        unsafe store(same, sums + 96)
        unsafe store(next, sums + 120)
        unsafe store(after, sums + 144)
    }

    @inline(__always)
    private func store(_ block: Lanes, _ row: UnsafeMutablePointer<Double>) {
        let total = unsafe row + place, dropped = unsafe total + 168
        let old = unsafe Lanes(at: total), sum = old + block
        let part = sum - old
        let rest = (old - (sum - part)) + (block - part)
        unsafe sum.store(at: total)
        unsafe (Lanes(at: dropped) + rest).store(at: dropped)
    }
}
