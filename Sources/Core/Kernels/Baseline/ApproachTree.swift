internal import CRegister

/// Walks on through the tree of boxes of `walkTree`, nearest to a point first, to the next quad whose box may be near.
///
/// `point` holds six floats: the point's x, y, z rounded up and then down, each by more than it can be off; its numbers
/// from 16 to 31 are written here, so it is a multiple of 64. `stack` and `top` are those of `walkTree`, with squared
/// distances; nothing is visited beyond `farthest`, which is one, too. Returns the quad, or -1 at the end.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func approachTree(
    _ blocks: UnsafeRawPointer, _ point: UnsafeMutablePointer<Float>, _ farthest: Float,
    _ stack: UnsafeMutablePointer<UInt64>, _ top: UnsafeMutablePointer<Int>
) -> Int {
    let zero = floats16_repeating(0), limit = floats16_repeating(farthest)
    var count = unsafe top.pointee
    while count > 0 {
        count &-= 1
        let entry = unsafe stack[count]
        if UInt32(truncatingIfNeeded: entry >> 32) > farthest.bitPattern { continue }
        var child = Int32(truncatingIfNeeded: entry)
        while child >= 0 {
            let block = unsafe blocks + Int(child &>> 4) &* 448
            unsafe floats_expect(block + 384)
            var squares = zero
            for axis in 0..<3 {
                let upper = unsafe floats16_repeating(point[axis]),
                    lower = unsafe floats16_repeating(point[3 + axis])
                let outside = unsafe floats16_most(
                    floats16_most(
                        floats16_difference(floats16_load(block + 64 &* axis), upper),
                        floats16_difference(lower, floats16_load(block + (192 &+ 64 &* axis)))), zero)
                squares = floats16_fused(outside, outside, squares)
            }
            let met = floats16_at_most(squares, limit) & slots(of: child)
            if met == 0 { break }
            // At first all boxes are near, and to sort them would take longer than to visit one too many.
            child = unsafe nearest(of: met, squares, point + 16, block, inOrder: false, stack, &count)
        }
        if child < 0 {
            unsafe top.pointee = count
            return Int(~child)
        }
    }
    unsafe top.pointee = 0
    return -1
}
