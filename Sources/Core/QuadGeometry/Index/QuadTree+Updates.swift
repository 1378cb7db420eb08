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
