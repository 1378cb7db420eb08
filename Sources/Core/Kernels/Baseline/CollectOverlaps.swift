internal import CRegister

/// Writes the numbers of the items whose boxes of six dimensions overlap that of `query`, and which are below `limit`, in
/// the order of the tree; returns how many.
///
/// Nodes and items are 64 bytes: six low sides as floats, two numbers, six high sides, two numbers. A node's four numbers
/// are the node that is next once it is passed by, the lowest number of an item below, the place of its first item and
/// how many it has itself; an item's second is its own. `query` is laid out like them. `found` has room for all items.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func collectOverlaps(
    _ nodes: UnsafeRawPointer, _ nodeCount: Int, _ items: UnsafeRawPointer, _ query: UnsafeRawPointer,
    _ limit: Int32, _ found: UnsafeMutablePointer<Int32>
) -> Int {
    let low = unsafe floats8_load(query), high = unsafe floats8_load(query + 32)
    var count = 0, place = 0
    while place < nodeCount {
        let node = unsafe nodes + place &* 64
        if unsafe (node + 28).load(as: Int32.self) >= limit || !overlap(node, low, high) {
            place = unsafe Int((node + 24).load(as: Int32.self))
            continue
        }
        place &+= 1
        var item = unsafe items + Int((node + 56).load(as: Int32.self)) &* 64
        let end = unsafe item + Int((node + 60).load(as: Int32.self)) &* 64
        while unsafe item < end {
            let number = unsafe (item + 28).load(as: Int32.self)
            unsafe found[count] = number
            unsafe count &+= number < limit && overlap(item, low, high) ? 1 : 0
            unsafe item += 64
        }
    }
    return count
}

@inline(__always)
private func overlap(_ box: UnsafeRawPointer, _ low: SIMD8<Float>, _ high: SIMD8<Float>) -> Bool {
    unsafe floats8_at_most(floats8_load(box), high) & floats8_at_most(low, floats8_load(box + 32)) & 0x3f
        == 0x3f
}
