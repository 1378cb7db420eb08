/// A node of a ``QuadTree`` in its memory: the boxes of up to eight children.
///
/// Low x, y, z and high x, y, z of eight floats each, then the children, the parent and its slot for this node.
@safe
struct TreeNode {
    static let slots = 8
    /// The number of no node and no leaf.
    static let none = Int32.min
    private let memory: UnsafeMutableRawPointer

    @inline(__always)
    init(at memory: UnsafeMutableRawPointer) { unsafe self.memory = unsafe memory }

    private var floats: UnsafeMutablePointer<Float> { unsafe memory.assumingMemoryBound(to: Float.self) }
    private var words: UnsafeMutablePointer<Int32> {
        unsafe (memory + 192).assumingMemoryBound(to: Int32.self)
    }

    /// Empty boxes, which no ray meets, and no children.
    func clear() {
        unsafe memory.bindMemory(to: Float.self, capacity: 48).initialize(repeating: .infinity, count: 24)
        unsafe (floats + 24).initialize(repeating: -.infinity, count: 24)
        unsafe (memory + 192).bindMemory(to: Int32.self, capacity: 16).initialize(
            repeating: TreeNode.none, count: 16)
    }

    /// The child in a slot: a node, or a leaf with all its bits turned, or `TreeNode.none`.
    @inline(__always)
    func child(_ slot: Int) -> Int32 { unsafe words[slot] }

    @inline(__always)
    func box(_ slot: Int) -> FloatBox {
        unsafe FloatBox(
            low: SIMD4(floats[slot], floats[8 + slot], floats[16 + slot], 0),
            high: SIMD4(floats[24 + slot], floats[32 + slot], floats[40 + slot], 0))
    }

    func set(_ slot: Int, _ box: FloatBox, child: Int32) {
        set(slot, box)
        unsafe words[slot] = child
    }

    @inline(__always)
    func set(_ slot: Int, _ box: FloatBox) {
        for axis in 0..<3 {
            unsafe floats[8 * axis + slot] = box.low[axis]
            unsafe floats[24 + 8 * axis + slot] = box.high[axis]
        }
    }

    func clear(_ slot: Int) { set(slot, FloatBox.empty, child: TreeNode.none) }

    var parent: Int32 {
        get { unsafe words[8] }
        nonmutating set { unsafe words[8] = newValue }
    }

    /// The slot in which the parent holds this node.
    var slotOfParent: Int {
        get { unsafe Int(words[9]) }
        nonmutating set { unsafe words[9] = Int32(newValue) }
    }

    var box: FloatBox {
        var all = FloatBox.empty
        for slot in 0..<TreeNode.slots where child(slot) != TreeNode.none { all.join(box(slot)) }
        return all
    }
}
