internal import CProcessor

/// The memory of a tree of boxes over quads, in the layout that `walkTree` reads; value semantics are its owner's.
///
/// Boxes are of floats that count from the middle of the quads, in units of a power of two at which they are at most
/// one, rounded outwards. Sendable because its owner writes only while it is alone.
@safe
final class QuadTree: @unchecked Sendable {
    /// The levels of nodes that a tree may have: fifteen children of each wait on a walk's stack, and what takes more
    /// than 1 KiB is not allocated on the thread's.
    static let mostLevels = 8
    static let stackSize = 128
    /// More would take another level.
    static let mostQuads = 1 << 28

    let frame: TreeFrame
    private(set) var blocks: UnsafeMutableRawPointer
    /// By index, in large pages: to find a page of an array's would take a ray longer than to read the quad.
    private(set) var quads: UnsafeMutablePointer<Quad>
    private var blockCapacity: Int
    private var quadCapacity: Int
    private var blockCount = 0
    /// Where the next nodes of four and of eight slots are, by sixteen times the block and the first slot; in a new block where
    /// that is a multiple of sixteen.
    private var nextOfFour = 0, nextOfEight = 0
    /// By quarters of blocks; node 0 is the root.
    private var parents: [TreeSlot] = []
    /// By quad.
    private var owners: [TreeSlot]
    var box = FloatBox.empty

    init(frame: TreeFrame, quads: [Quad]) {
        self.frame = frame
        blockCapacity = quads.count / 6 + 8
        quadCapacity = quads.count + 8
        unsafe blocks = unsafe QuadTree.allocate(blockCapacity * TreeNode.blockSize)
        unsafe self.quads = QuadTree.allocateQuads(quadCapacity)
        unsafe self.quads.initialize(from: quads, count: quads.count)
        owners = [TreeSlot](repeating: .none, count: quads.count)
    }

    init(copying other: QuadTree) {
        frame = other.frame
        blockCapacity = other.blockCapacity
        quadCapacity = other.quadCapacity
        blockCount = other.blockCount
        nextOfFour = other.nextOfFour
        nextOfEight = other.nextOfEight
        parents = other.parents
        owners = other.owners
        box = other.box
        unsafe blocks = unsafe QuadTree.allocate(blockCapacity * TreeNode.blockSize)
        unsafe blocks.copyMemory(from: other.blocks, byteCount: blockCount * TreeNode.blockSize)
        unsafe quads = QuadTree.allocateQuads(quadCapacity)
        unsafe quads.initialize(from: other.quads, count: owners.count)
    }

    deinit {
        unsafe blocks.deallocate()
        unsafe quads.deallocate()
    }

    private static func allocateQuads(_ count: Int) -> UnsafeMutablePointer<Quad> {
        unsafe allocate(count * MemoryLayout<Quad>.stride).bindMemory(to: Quad.self, capacity: count)
    }

    private static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        let largePage = 1 << 21
        guard bytes >= largePage else { return .allocate(byteCount: bytes, alignment: 64) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: largePage)
        unsafe processor_prefer_large_pages(memory, UInt(bytes))
        return unsafe memory
    }

    /// A node without children, with room for some.
    func addNode(in parent: TreeSlot, room: Int) -> Int32 {
        let place: Int, quarters: Int
        switch room {
        case ...4:
            (place, quarters) = (nextOfFour & 15 == 0 ? addBlock() : nextOfFour, 1)
            nextOfFour = place + 4
        case ...8:
            (place, quarters) = (nextOfEight & 15 == 0 ? addBlock() : nextOfEight, 2)
            nextOfEight = place + 8
        default: (place, quarters) = (addBlock(), 4)
        }
        parents[place >> 2] = parent
        return Int32(place & ~15 | (4 - quarters) << 2 | (place & 15) >> 2)
    }

    /// Sixteen times the number of a new block.
    private func addBlock() -> Int {
        if blockCount == blockCapacity {
            blockCapacity *= 2
            let larger = unsafe QuadTree.allocate(blockCapacity * TreeNode.blockSize)
            unsafe larger.copyMemory(from: blocks, byteCount: blockCount * TreeNode.blockSize)
            unsafe blocks.deallocate()
            unsafe blocks = unsafe larger
        }
        unsafe TreeNode.clear(blocks + blockCount * TreeNode.blockSize)
        for _ in 0..<4 { parents.append(.none) }
        blockCount += 1
        return 16 * (blockCount - 1)
    }

    func put(_ index: Int, _ box: FloatBox, _ slot: Int, of number: Int32) {
        owners[index] = TreeSlot(node: number, slot: Int32(slot))
        node(number).set(slot, box, child: ~Int32(index))
    }

    /// Good until the tree changes or goes.
    var memory: TreeMemory { unsafe TreeMemory(frame: frame, box: box, blocks: blocks, quads: quads) }

    @inline(__always)
    func node(_ number: Int32) -> TreeNode { memory.node(number) }
}

extension QuadTree {
    /// Adds a quad; false, and nothing is done, where the tree would become too deep.
    func insert(_ quad: Quad, index: Int) -> Bool {
        write(quad, index: index)
        let box = FloatBox(around: quad, in: frame)
        var number: Int32 = 0
        for level in 0..<QuadTree.mostLevels {
            let node = self.node(number)
            if let slot = node.slots.first(where: { node.child($0) == TreeNode.none }) {
                put(index, box, slot, of: number)
                refit(from: number)
                return true
            }
            let slot =
                node.slots.min { node.box($0).growth(by: box) < node.box($1).growth(by: box) }
                ?? node.slots.lowerBound
            let child = node.child(slot)
            guard child < 0 else {
                number = child
                continue
            }
            // The quad moves into a node of its own, with room for the new one.
            guard level + 1 < QuadTree.mostLevels else { return false }
            let below = addNode(
                in: TreeSlot(node: number, slot: Int32(slot)), room: TreeNode.mostSlots)
            let other = self.node(number).box(slot)
            self.node(number).set(slot, other, child: below)
            put(Int(~child), other, 0, of: below)
            put(index, box, 1, of: below)
            refit(from: below)
            return true
        }
        return false
    }

    private func write(_ quad: Quad, index: Int) {
        if index == quadCapacity {
            quadCapacity *= 2
            let larger = unsafe QuadTree.allocateQuads(quadCapacity)
            unsafe larger.initialize(from: quads, count: index)
            unsafe quads.deallocate()
            unsafe quads = unsafe larger
        }
        if index == owners.count { owners.append(.none) }
        unsafe quads[index] = quad
    }

    func remove(_ index: Int) {
        let owner = owners[index]
        node(owner.node).clear(Int(owner.slot))
        owners[index] = .none
        refit(from: owner.node)
    }

    func move(_ index: Int, to quad: Quad) {
        write(quad, index: index)
        let owner = owners[index]
        node(owner.node).set(Int(owner.slot), FloatBox(around: quad, in: frame))
        refit(from: owner.node)
    }

    /// Fits the boxes of a node's parents to what is in them now.
    private func refit(from number: Int32) {
        var number = number
        while true {
            let box = node(number).box, parent = parents[Int((number >> 4) << 2 | number & 3)]
            guard parent.node != TreeNode.none else {
                self.box = box
                return
            }
            node(parent.node).set(Int(parent.slot), box)
            number = parent.node
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

/// The place of the nodes and quads of a tree, without a reference to it.
///
/// Sendable because whoever reads has the tree's owner, and the owner writes only while it is alone.
@safe
struct TreeMemory: @unchecked Sendable {
    let frame: TreeFrame
    let box: FloatBox
    let blocks: UnsafeMutableRawPointer
    let quads: UnsafeMutablePointer<Quad>

    @inline(__always)
    func node(_ number: Int32) -> TreeNode { unsafe TreeNode(number, in: blocks) }

    /// What a walk needs: room for 32 floats, at a multiple of 64, and for a stack. Asked for such an alignment, the library takes it from
    /// the heap.
    @inline(__always)
    static func withRoom(_ work: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<UInt64>) -> Void) {
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: QuadTree.stackSize) { stack in
            unsafe withUnsafeTemporaryAllocation(byteCount: 128 + 63, alignment: 1) { numbers in
                guard let numbers = unsafe numbers.baseAddress?.alignedUp(toMultipleOf: 64),
                    let stack = stack.baseAddress
                else { return }
                unsafe work(numbers.bindMemory(to: Float.self, capacity: 32), stack)
            }
        }
    }
}
