internal import CRegister

/// Walks on through a tree of boxes, nearest first, to the next quad that a ray may meet.
///
/// A node is 256 bytes: the low x, y, z and the high x, y, z of eight boxes, then for each box a child as `Int32`: the
/// number of a node, or of a leaf with all its bits turned. A leaf is 192 bytes and begins with the x, y and z of the four corners.
/// `ray` holds 22 floats: one over the direction's x, y, z; what is added to a box's side times that for where the
/// ray enters it, and for where it leaves it; then three directions, across, across and along the ray, each with
/// where the ray starts on them, negated; and the bound on the error of a corner in them.
///
/// `stack` holds the children still to be visited, `top` of them, each as the bits of the distance at which the ray
/// enters its box above the child. Nothing is visited beyond `farthest`. Returns the leaf, or -1 at the end.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func walkTree(
    _ nodes: UnsafeRawPointer, _ leaves: UnsafeRawPointer, _ ray: UnsafePointer<Float>, _ farthest: Float,
    _ stack: UnsafeMutablePointer<UInt64>, _ top: UnsafeMutablePointer<Int>
) -> Int {
    let inverseX = unsafe floats8_repeating(ray[0]), inverseY = unsafe floats8_repeating(ray[1])
    let inverseZ = unsafe floats8_repeating(ray[2])
    let entryX = unsafe floats8_repeating(ray[3]), entryY = unsafe floats8_repeating(ray[4])
    let entryZ = unsafe floats8_repeating(ray[5])
    let exitX = unsafe floats8_repeating(ray[6]), exitY = unsafe floats8_repeating(ray[7])
    let exitZ = unsafe floats8_repeating(ray[8])
    // The sides that the ray comes to first.
    let nearX = unsafe ray[0] < 0 ? 96 : 0, farX = 96 - nearX
    let nearY = unsafe ray[1] < 0 ? 128 : 32, farY = 160 - nearY
    let nearZ = unsafe ray[2] < 0 ? 160 : 64, farZ = 224 - nearZ
    let zero = floats8_repeating(0), limit = floats8_repeating(farthest)
    let limitBits = farthest.bitPattern
    var count = unsafe top.pointee
    while count > 0 {
        count &-= 1
        let entry = unsafe stack[count]
        if UInt32(truncatingIfNeeded: entry >> 32) > limitBits { continue }
        var child = Int32(truncatingIfNeeded: entry)
        while child >= 0 {
            let node = unsafe nodes + Int(child) &* 256
            let nears = unsafe floats8_most(
                floats8_most(
                    floats8_fused(floats8_load(node + nearX), inverseX, entryX),
                    floats8_fused(floats8_load(node + nearY), inverseY, entryY)),
                floats8_most(floats8_fused(floats8_load(node + nearZ), inverseZ, entryZ), zero))
            let fars = unsafe floats8_least(
                floats8_least(
                    floats8_fused(floats8_load(node + farX), inverseX, exitX),
                    floats8_fused(floats8_load(node + farY), inverseY, exitY)),
                floats8_least(floats8_fused(floats8_load(node + farZ), inverseZ, exitZ), limit))
            let met = floats8_at_most(nears, fars)
            if met == 0 { break }
            child = unsafe nearest(
                of: met, nears, (node + 192).assumingMemoryBound(to: UInt32.self), stack, &count)
        }
        if child < 0 {
            let leaf = Int(~child)
            if unsafe mayMeet(leaves + leaf &* 192, ray + 9, farthest) {
                unsafe top.pointee = count
                return leaf
            }
        }
    }
    unsafe top.pointee = 0
    return -1
}

/// The nearest of the children whose bits are set, which is visited next; the others wait on the stack.
@inline(__always)
func nearest(
    of bits: UInt32, _ distances: SIMD8<Float>, _ children: UnsafePointer<UInt32>,
    _ stack: UnsafeMutablePointer<UInt64>, _ count: inout Int
) -> Int32 {
    // Distances and children side by side make the keys.
    var best = unsafe waiting(distances, children, bits.trailingZeroBitCount), left = bits & (bits &- 1)
    let floor = count
    while left != 0 {
        var other = unsafe waiting(distances, children, left.trailingZeroBitCount)
        left &= left &- 1
        if other < best { swap(&other, &best) }
        // Kept falling from the bottom, so that the nearest is on top.
        var place = count
        while place > floor, unsafe stack[place &- 1] < other {
            unsafe stack[place] = unsafe stack[place &- 1]
            place &-= 1
        }
        unsafe stack[place] = other
        count &+= 1
    }
    return Int32(truncatingIfNeeded: best)
}

/// A child with its distance, as an entry of the stack.
@inline(__always)
private func waiting(_ distances: SIMD8<Float>, _ children: UnsafePointer<UInt32>, _ slot: Int) -> UInt64 {
    unsafe UInt64(distances[slot].bitPattern) << 32 | UInt64(children[slot])
}

/// False when the ray certainly passes both triangles of a quad by, or does so before its start or beyond `farthest`.
///
/// Seen along the ray, from which the corners are counted, the line is a point: outside a triangle when it lies on
/// different sides of two edges.
@inline(__always)
private func mayMeet(_ leaf: UnsafeRawPointer, _ view: UnsafePointer<Float>, _ farthest: Float) -> Bool {
    let x = unsafe floats4_load(leaf), y = unsafe floats4_load(leaf + 16), z = unsafe floats4_load(leaf + 32)
    let u = unsafe along(view, x, y, z), v = unsafe along(view + 4, x, y, z),
        w = unsafe along(view + 8, x, y, z)
    let bound = unsafe floats4_repeating(view[12])
    let size = floats4_sum(floats4_magnitude(u), floats4_magnitude(v))
    // Each product is off by the bound on one factor times the other, and once more by the bound squared.
    let error = floats4_fused(
        floats4_sum(floats4_sum(size, floats4_next(size)), bound), floats4_sum(bound, bound),
        floats4_repeating(0))
    let turn = floats4_turn(u, v, floats4_next(u), floats4_next(v))
    let positive = floats4_above(turn, error), negative = floats4_above(floats4_negated(turn), error)
    let crossError = floats4_fused(
        floats4_sum(floats4_sum(size, floats4_opposite(size)), bound), floats4_sum(bound, bound),
        floats4_repeating(0))
    // From p2 to p4 in the second lowest bit, from p4 to p2 in the highest.
    let split = floats4_above(floats4_turn(u, v, floats4_opposite(u), floats4_opposite(v)), crossError)
    let firstMissed = ((positive & 9) | (split & 2)) != 0 && ((negative & 9) | (split & 8)) != 0
    let secondMissed = ((positive & 6) | (split & 8)) != 0 && ((negative & 6) | (split & 2)) != 0
    let isBehind = floats4_above(w, floats4_negated(bound)) == 0
    let isBeyond = floats4_above(floats4_repeating(farthest), floats4_sum(w, floats4_negated(bound))) == 0
    return !((firstMissed && secondMissed) || isBehind || isBeyond)
}

@inline(__always)
private func along(
    _ view: UnsafePointer<Float>, _ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>
) -> SIMD4<Float> {
    unsafe floats4_fused(
        x, floats4_repeating(view[0]),
        floats4_fused(
            y, floats4_repeating(view[1]),
            floats4_fused(z, floats4_repeating(view[2]), floats4_repeating(view[3]))))
}
