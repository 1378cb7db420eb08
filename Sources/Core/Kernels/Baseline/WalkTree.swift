internal import CRegister

/// Walks on through a tree of boxes, nearest first, to the next quad that a ray meets or may meet.
///
/// A block is 448 bytes: the low x, y, z and the high x, y, z of sixteen boxes, then for each box a child as `Int32`: the
/// number of a node, or of a quad with all its bits turned. A node is one, two or four quarters of a block: sixteen times
/// that of the block, four times how many quarters are not its own, and its first quarter make its number; the root has
/// zero. `quads` and `ray` are those of `crossQuad`.
/// `view` holds three times three floats and one that is not read: one over the direction's x, y, z; what is added to a
/// box's side times that for where the ray enters it, and for where it leaves it. Its numbers from 16 to 31 are
/// written here; it is a multiple of 64.
///
/// `stack` holds the children still to be visited, `top` of them, each as the bits of the distance at which the ray
/// enters its box above the child. Nothing is visited beyond `farthest`. Returns -1 at the end, and otherwise eight times
/// the quad and what `crossQuad` says of it, seven where exact arithmetic decides; `distance` is that of `crossQuad`.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func walkTree(
    _ blocks: UnsafeRawPointer, _ quads: UnsafePointer<Double>, _ view: UnsafeMutablePointer<Float>,
    _ ray: UnsafePointer<Double>, _ farthest: Float, _ stack: UnsafeMutablePointer<UInt64>,
    _ top: UnsafeMutablePointer<Int>, _ distance: UnsafeMutablePointer<Double>
) -> Int {
    let inverseX = unsafe floats16_repeating(view[0]), inverseY = unsafe floats16_repeating(view[1])
    let inverseZ = unsafe floats16_repeating(view[2])
    let entryX = unsafe floats16_repeating(view[4]), entryY = unsafe floats16_repeating(view[5])
    let entryZ = unsafe floats16_repeating(view[6])
    let exitX = unsafe floats16_repeating(view[8]), exitY = unsafe floats16_repeating(view[9])
    let exitZ = unsafe floats16_repeating(view[10])
    // The sides that the ray comes to first.
    let nearX = unsafe view[0] < 0 ? 192 : 0, farX = 192 - nearX
    let nearY = unsafe view[1] < 0 ? 256 : 64, farY = 320 - nearY
    let nearZ = unsafe view[2] < 0 ? 320 : 128, farZ = 448 - nearZ
    let zero = floats16_repeating(0), limit = floats16_repeating(farthest)
    let limitBits = farthest.bitPattern
    var count = unsafe top.pointee
    while count > 0 {
        count &-= 1
        let entry = unsafe stack[count]
        if UInt32(truncatingIfNeeded: entry >> 32) > limitBits { continue }
        var child = Int32(truncatingIfNeeded: entry)
        while child >= 0 {
            let block = unsafe blocks + Int(child &>> 4) &* 448
            unsafe floats_expect(block + 384)
            let nears = unsafe floats16_most(
                floats16_most(
                    floats16_fused(floats16_load(block + nearX), inverseX, entryX),
                    floats16_fused(floats16_load(block + nearY), inverseY, entryY)),
                floats16_most(floats16_fused(floats16_load(block + nearZ), inverseZ, entryZ), zero))
            let fars = unsafe floats16_least(
                floats16_least(
                    floats16_fused(floats16_load(block + farX), inverseX, exitX),
                    floats16_fused(floats16_load(block + farY), inverseY, exitY)),
                floats16_least(floats16_fused(floats16_load(block + farZ), inverseZ, exitZ), limit))
            let met = floats16_at_most(nears, fars) & slots(of: child)
            if met == 0 { break }
            child = unsafe nearest(of: met, nears, view + 16, block, inOrder: true, stack, &count)
        }
        if child < 0 {
            let quad = Int(~child)
            let code = unsafe crossing(of: quads + quad &* 16, ray, distance)
            if code != 0 {
                unsafe top.pointee = count
                return quad &<< 3 | code & 7
            }
        }
    }
    unsafe top.pointee = 0
    return -1
}

/// A bit for each slot of a node in its block.
@inline(__always)
func slots(of node: Int32) -> UInt32 {
    let number = UInt32(bitPattern: node)
    return ((0xffff as UInt32) &>> (number & 12)) &<< (number &<< 2 & 12)
}

/// The nearest of the children whose bits are set, which is visited next; the others wait on the stack. `numbers` are the
/// distances, which need room. More than two are only roughly in order unless they have to be.
@inline(__always)
func nearest(
    of bits: UInt32, _ numbers: SIMD16<Float>, _ distances: UnsafeMutablePointer<Float>,
    _ block: UnsafeRawPointer, inOrder: Bool, _ stack: UnsafeMutablePointer<UInt64>, _ count: inout Int
) -> Int32 {
    let children = unsafe (block + 384).assumingMemoryBound(to: UInt32.self)
    let first = bits.trailingZeroBitCount
    var left = bits & (bits &- 1)
    if left == 0 { return unsafe Int32(bitPattern: children[first]) }
    unsafe floats16_store(numbers, distances)
    // Distances and children side by side make the keys.
    var best = unsafe waiting(distances, children, first)
    let floor = count
    repeat {
        var other = unsafe waiting(distances, children, left.trailingZeroBitCount)
        left &= left &- 1
        if other < best { swap(&other, &best) }
        // Kept falling from the bottom, so that the nearest is on top.
        let lowest = inOrder ? floor : max(floor, count &- 1)
        var place = count
        while place > lowest, unsafe stack[place &- 1] < other {
            unsafe stack[place] = unsafe stack[place &- 1]
            place &-= 1
        }
        unsafe stack[place] = other
        count &+= 1
    } while left != 0
    return Int32(truncatingIfNeeded: best)
}

/// A child with its distance, as an entry of the stack.
@inline(__always)
private func waiting(
    _ distances: UnsafePointer<Float>, _ children: UnsafePointer<UInt32>, _ slot: Int
) -> UInt64 {
    unsafe UInt64(distances[slot].bitPattern) << 32 | UInt64(children[slot])
}
