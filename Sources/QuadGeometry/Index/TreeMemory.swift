/// Where the nodes and leaves of a ``QuadTree`` are, without a reference to it.
///
/// Sendable because whoever reads has the tree's owner, and the owner writes only while it is alone.
struct TreeMemory: @unchecked Sendable {
    let frame: TreeFrame
    /// The box around all quads.
    let box: FloatBox
    let nodes: UnsafeMutableRawPointer
    let leaves: UnsafeMutableRawPointer

    @inline(__always)
    func quad(in leaf: Int) -> UnsafePointer<Quad> {
        UnsafePointer(
            (leaves + (leaf * QuadTree.leafSize + QuadTree.quadOffset)).assumingMemoryBound(to: Quad.self))
    }

    @inline(__always)
    func quadIndex(of leaf: Int) -> Int {
        Int((leaves + leaf * QuadTree.leafSize).load(fromByteOffset: QuadTree.indexOffset, as: Int32.self))
    }

    @inline(__always)
    func node(_ number: Int32) -> TreeNode { TreeNode(at: nodes + Int(number) * QuadTree.nodeSize) }
}
