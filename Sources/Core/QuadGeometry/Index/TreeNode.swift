/// A node of a ``QuadTree``: boxes of up to sixteen children.
///
/// Nodes live in blocks of sixteen slots: low x, y, z and high x, y, z of sixteen floats each, then the children. Most nodes
/// have few children, so that four or two of them share a block, which keeps a tree in a third of the memory.
///
/// The number of a node is that of its block times sixteen, and four times the quarters of the block that are not its
/// own, and the number of its first quarter.
@safe
struct TreeNode {
    static let mostSlots = 16
    /// The bytes of a block, as `walkTree` and `approachTree` read it.
    static let blockSize = 448
    /// The number of no node and no quad.
    static let none = Int32.min
    private let block: UnsafeMutableRawPointer
    let slots: Range<Int>

    /// The node of a number among blocks.
    @inline(__always)
    init(_ number: Int32, in blocks: UnsafeMutableRawPointer) {
        unsafe block = unsafe blocks + Int(number >> 4) * TreeNode.blockSize
        let first = Int(number & 3) * 4
        slots = first..<(first + TreeNode.mostSlots - Int(number >> 2 & 3) * 4)
    }

    private var floats: UnsafeMutablePointer<Float> { unsafe block.assumingMemoryBound(to: Float.self) }
    private var words: UnsafeMutablePointer<Int32> {
        unsafe (block + 384).assumingMemoryBound(to: Int32.self)
    }

    /// A block of empty boxes, which no ray meets, without children.
    static func clear(_ block: UnsafeMutableRawPointer) {
        let floats = unsafe block.bindMemory(to: Float.self, capacity: 96)
        unsafe floats.initialize(repeating: .infinity, count: 48)
        unsafe (floats + 48).initialize(repeating: -.infinity, count: 48)
        unsafe (block + 384).bindMemory(to: Int32.self, capacity: mostSlots).initialize(
            repeating: none, count: mostSlots)
    }

    /// The child in a slot: a node, or a quad with all its bits turned, or `TreeNode.none`.
    @inline(__always)
    func child(_ slot: Int) -> Int32 { unsafe words[slot] }

    @inline(__always)
    func box(_ slot: Int) -> FloatBox {
        unsafe FloatBox(
            low: SIMD4(floats[slot], floats[16 + slot], floats[32 + slot], 0),
            high: SIMD4(floats[48 + slot], floats[64 + slot], floats[80 + slot], 0))
    }

    func set(_ slot: Int, _ box: FloatBox, child: Int32) {
        set(slot, box)
        unsafe words[slot] = child
    }

    @inline(__always)
    func set(_ slot: Int, _ box: FloatBox) {
        for axis in 0..<3 {
            unsafe floats[16 * axis + slot] = box.low[axis]
            unsafe floats[48 + 16 * axis + slot] = box.high[axis]
        }
    }

    func clear(_ slot: Int) { set(slot, FloatBox.empty, child: TreeNode.none) }

    var box: FloatBox {
        var all = FloatBox.empty
        for slot in slots where child(slot) != TreeNode.none { all.join(box(slot)) }
        return all
    }
}

/// The node and the slot in which a node or a quad is.
struct TreeSlot {
    let node: Int32
    let slot: Int32

    /// Of the root, and of quads that are not in the tree.
    static let none = TreeSlot(node: TreeNode.none, slot: 0)
}
