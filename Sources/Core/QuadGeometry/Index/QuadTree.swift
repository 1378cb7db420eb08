internal import CProcessor

/// The memory of a tree of boxes over quads, in the layout that `walkTree` reads; value semantics are its owner's.
///
/// Boxes and corners are floats that count from the middle of the quads, in units of a power of two at which they are
/// at most one; boxes are rounded outwards. Sendable because its owner writes only while it is alone.
@safe
final class QuadTree: @unchecked Sendable {
    /// The levels of nodes that a tree may have: seven children of each wait on a walk's stack.
    static let mostLevels = 17
    static let stackSize = 128

    let frame: TreeFrame
    private(set) var nodes: UnsafeMutableRawPointer
    private(set) var leaves: UnsafeMutableRawPointer
    private var nodeCapacity: Int
    private var leafCapacity: Int
    /// The nodes in use are those below this number, less the free ones; node 0 is the root.
    private(set) var nodeCount = 0
    private(set) var leafCount = 0
    var box = FloatBox.empty
    var leafOfQuad: [Int32]

    init(frame: TreeFrame, quads: Int) {
        self.frame = frame
        nodeCapacity = quads / 3 + 8
        leafCapacity = quads + 8
        unsafe nodes = unsafe QuadTree.allocate(nodeCapacity * TreeLayout.nodeSize)
        unsafe leaves = unsafe QuadTree.allocate(leafCapacity * TreeLayout.leafSize)
        leafOfQuad = [Int32](repeating: TreeNode.none, count: quads)
    }

    init(copying other: QuadTree) {
        frame = other.frame
        nodeCapacity = other.nodeCapacity
        leafCapacity = other.leafCapacity
        nodeCount = other.nodeCount
        box = other.box
        leafCount = other.leafCount
        leafOfQuad = other.leafOfQuad
        unsafe nodes = unsafe QuadTree.allocate(nodeCapacity * TreeLayout.nodeSize)
        unsafe leaves = unsafe QuadTree.allocate(leafCapacity * TreeLayout.leafSize)
        unsafe nodes.copyMemory(from: other.nodes, byteCount: nodeCount * TreeLayout.nodeSize)
        unsafe leaves.copyMemory(from: other.leaves, byteCount: leafCount * TreeLayout.leafSize)
    }

    deinit {
        unsafe nodes.deallocate()
        unsafe leaves.deallocate()
    }

    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        let largePage = 1 << 21
        guard bytes >= largePage else { return .allocate(byteCount: bytes, alignment: 64) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: largePage)
        unsafe processor_prefer_large_pages(memory, UInt(bytes))
        return unsafe memory
    }

    /// A node without children.
    func addNode() -> Int32 {
        if nodeCount == nodeCapacity {
            let bytes = nodeCapacity * TreeLayout.nodeSize
            nodeCapacity *= 2
            unsafe nodes = unsafe QuadTree.moved(nodes, bytes, to: nodeCapacity * TreeLayout.nodeSize)
        }
        let node = unsafe TreeNode(at: nodes + nodeCount * TreeLayout.nodeSize)
        node.clear()
        nodeCount += 1
        return Int32(nodeCount - 1)
    }

    func addLeaf(_ quad: Quad, index: Int) -> Int32 {
        if leafCount == leafCapacity {
            let bytes = leafCapacity * TreeLayout.leafSize
            leafCapacity *= 2
            unsafe leaves = unsafe QuadTree.moved(leaves, bytes, to: leafCapacity * TreeLayout.leafSize)
        }
        let leaf = Int32(leafCount)
        leafCount += 1
        write(quad, index: index, to: leaf)
        return leaf
    }

    private static func moved(
        _ memory: UnsafeMutableRawPointer, _ used: Int, to bytes: Int
    ) -> UnsafeMutableRawPointer {
        let larger = unsafe allocate(bytes)
        unsafe larger.copyMemory(from: memory, byteCount: used)
        unsafe memory.deallocate()
        return unsafe larger
    }

    /// Puts a quad's corners into a leaf.
    func write(_ quad: Quad, index: Int, to leaf: Int32) {
        let place = unsafe leaves + Int(leaf) * TreeLayout.leafSize
        let a = SIMD3<Float>(frame.place(quad.p1)), b = SIMD3<Float>(frame.place(quad.p2))
        let c = SIMD3<Float>(frame.place(quad.p3)), d = SIMD3<Float>(frame.place(quad.p4))
        unsafe place.storeBytes(of: SIMD4(a.x, b.x, c.x, d.x), as: SIMD4<Float>.self)
        unsafe place.storeBytes(of: SIMD4(a.y, b.y, c.y, d.y), toByteOffset: 16, as: SIMD4<Float>.self)
        unsafe place.storeBytes(of: SIMD4(a.z, b.z, c.z, d.z), toByteOffset: 32, as: SIMD4<Float>.self)
        unsafe place.storeBytes(of: Int32(index), toByteOffset: TreeLayout.indexOffset, as: Int32.self)
        unsafe place.storeBytes(of: quad, toByteOffset: TreeLayout.quadOffset, as: Quad.self)
        leafOfQuad[index] = leaf
    }

    /// Says which node holds a leaf, and in which slot.
    func setOwner(of leaf: Int32, _ node: Int32, _ slot: Int) {
        let place = unsafe leaves + Int(leaf) * TreeLayout.leafSize
        unsafe place.storeBytes(of: node, toByteOffset: TreeLayout.ownerOffset, as: Int32.self)
        unsafe place.storeBytes(of: Int32(slot), toByteOffset: TreeLayout.slotOffset, as: Int32.self)
    }

    func owner(of leaf: Int32) -> (node: Int32, slot: Int) {
        let place = unsafe leaves + Int(leaf) * TreeLayout.leafSize
        return unsafe (
            place.load(fromByteOffset: TreeLayout.ownerOffset, as: Int32.self),
            Int(place.load(fromByteOffset: TreeLayout.slotOffset, as: Int32.self))
        )
    }

    /// Good until the tree changes or goes.
    var memory: TreeMemory { unsafe TreeMemory(frame: frame, box: box, nodes: nodes, leaves: leaves) }

    @inline(__always)
    func node(_ number: Int32) -> TreeNode { memory.node(number) }
}

extension QuadTree {
    /// Adds a quad; false, and nothing is done, where the tree would become too deep.
    func insert(_ quad: Quad, index: Int) -> Bool {
        while leafOfQuad.count <= index { leafOfQuad.append(TreeNode.none) }
        let box = FloatBox(around: quad, in: frame)
        var number: Int32 = 0
        for level in 0..<QuadTree.mostLevels {
            let node = self.node(number)
            if let slot = (0..<TreeNode.slots).first(where: { node.child($0) == TreeNode.none }) {
                put(quad, box, index, number, slot)
                return true
            }
            let slot =
                (0..<TreeNode.slots).min { node.box($0).growth(by: box) < node.box($1).growth(by: box) } ?? 0
            let child = node.child(slot)
            guard child < 0 else {
                number = child
                continue
            }
            // The leaf moves into a node of its own, with room for the new one.
            guard level + 1 < QuadTree.mostLevels else { return false }
            let below = addNode()
            self.node(below).parent = number
            self.node(below).slotOfParent = slot
            self.node(below).set(0, self.node(number).box(slot), child: child)
            setOwner(of: ~child, below, 0)
            self.node(number).set(slot, self.node(number).box(slot), child: below)
            put(quad, box, index, below, 1)
            return true
        }
        return false
    }

    private func put(_ quad: Quad, _ box: FloatBox, _ index: Int, _ number: Int32, _ slot: Int) {
        let leaf = addLeaf(quad, index: index)
        setOwner(of: leaf, number, slot)
        node(number).set(slot, box, child: ~leaf)
        refit(from: number)
    }

    func remove(_ index: Int) {
        let (number, slot) = owner(of: leafOfQuad[index])
        node(number).clear(slot)
        leafOfQuad[index] = TreeNode.none
        refit(from: number)
    }

    func move(_ index: Int, to quad: Quad) {
        let leaf = leafOfQuad[index]
        write(quad, index: index, to: leaf)
        let (number, slot) = owner(of: leaf)
        node(number).set(slot, FloatBox(around: quad, in: frame))
        refit(from: number)
    }

    /// Fits the boxes of a node's parents to what is in them now.
    private func refit(from number: Int32) {
        var number = number
        while true {
            let node = self.node(number)
            let box = node.box
            guard node.parent != TreeNode.none else {
                self.box = box
                return
            }
            self.node(node.parent).set(node.slotOfParent, box)
            number = node.parent
        }
    }
}

extension FloatBox {
    /// By how much half the surface grows to take in another box.
    fileprivate func growth(by other: FloatBox) -> Float {
        var both = self
        both.join(other)
        return both.area - area
    }
}

/// The place of the nodes and leaves of a tree, without a reference to it.
///
/// Sendable because whoever reads has the tree's owner, and the owner writes only while it is alone.
@safe
struct TreeMemory: @unchecked Sendable {
    let frame: TreeFrame
    let box: FloatBox
    let nodes: UnsafeMutableRawPointer
    let leaves: UnsafeMutableRawPointer

    @inline(__always)
    func quad(in leaf: Int) -> UnsafePointer<Quad> {
        unsafe UnsafePointer(
            (leaves + (leaf * TreeLayout.leafSize + TreeLayout.quadOffset)).assumingMemoryBound(to: Quad.self)
        )
    }

    @inline(__always)
    func quadIndex(of leaf: Int) -> Int {
        unsafe Int(
            (leaves + leaf * TreeLayout.leafSize).load(fromByteOffset: TreeLayout.indexOffset, as: Int32.self)
        )
    }

    @inline(__always)
    func node(_ number: Int32) -> TreeNode { unsafe TreeNode(at: nodes + Int(number) * TreeLayout.nodeSize) }
}

/// The bytes of a tree's nodes and leaves, as `walkTree` and `approachTree` read them.
enum TreeLayout {
    static let nodeSize = 256
    /// Floats of the corners and three numbers in 64 bytes, then the quad itself.
    static let leafSize = 192
    static let quadOffset = 64
    static let indexOffset = 48
    static let ownerOffset = 52, slotOffset = 56
}
