internal import CRegister

/// Walks on through the tree of boxes of `walkTree`, nearest to a point first, to the next leaf whose box may be near.
///
/// `point` holds six floats: the point's x, y, z rounded up and then down, each by more than it can be off. `stack` and
/// `top` are those of `walkTree`, with squared distances; nothing is visited beyond `farthest`, which is one, too.
/// Returns the leaf, or -1 at the end.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func approachTree(
    _ nodes: UnsafeRawPointer, _ point: UnsafePointer<Float>, _ farthest: Float,
    _ stack: UnsafeMutablePointer<UInt64>, _ top: UnsafeMutablePointer<Int>
) -> Int {
    let zero = floats8_repeating(0), limit = floats8_repeating(farthest)
    var count = unsafe top.pointee
    while count > 0 {
        count &-= 1
        let entry = unsafe stack[count]
        if UInt32(truncatingIfNeeded: entry >> 32) > farthest.bitPattern { continue }
        var child = Int32(truncatingIfNeeded: entry)
        while child >= 0 {
            let node = unsafe nodes + Int(child) &* 256
            var squares = zero
            for axis in 0..<3 {
                let upper = unsafe floats8_repeating(point[axis]),
                    lower = unsafe floats8_repeating(point[3 + axis])
                let outside = unsafe floats8_most(
                    floats8_most(
                        floats8_difference(floats8_load(node + 32 &* axis), upper),
                        floats8_difference(lower, floats8_load(node + (96 &+ 32 &* axis)))), zero)
                squares = floats8_fused(outside, outside, squares)
            }
            let met = floats8_at_most(squares, limit)
            if met == 0 { break }
            child = unsafe nearest(
                of: met, squares, (node + 192).assumingMemoryBound(to: UInt32.self), stack, &count)
        }
        if child < 0 {
            unsafe top.pointee = count
            return Int(~child)
        }
    }
    unsafe top.pointee = 0
    return -1
}
