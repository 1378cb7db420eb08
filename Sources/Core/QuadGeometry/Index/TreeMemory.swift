/// The place of the nodes and leaves of a tree, without a reference to it.
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
            (leaves + (leaf * TreeLayout.leafSize + TreeLayout.quadOffset)).assumingMemoryBound(to: Quad.self)
        )
    }

    @inline(__always)
    func quadIndex(of leaf: Int) -> Int {
        Int(
            (leaves + leaf * TreeLayout.leafSize).load(fromByteOffset: TreeLayout.indexOffset, as: Int32.self)
        )
    }

    @inline(__always)
    func node(_ number: Int32) -> TreeNode { TreeNode(at: nodes + Int(number) * TreeLayout.nodeSize) }
}
