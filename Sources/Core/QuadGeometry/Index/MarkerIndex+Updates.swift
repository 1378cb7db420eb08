extension MarkerIndex {
    /// Adds a quad and returns its index: that of the last quad that was removed, or else the next one.
    ///
    /// - Parameter quad: a quad of finite numbers.
    /// - Complexity: that of one way down the tree; now and then the tree is built again.
    @discardableResult
    public mutating func insert(_ quad: Quad) throws(MarkerIndexError) -> Int {
        let index = free.last ?? slots.count
        guard quad.isFinite else { throw .nonFinite(index: index) }
        if free.popLast() == nil { slots.append(quad) } else { slots[index] = quad }
        count += 1
        update(holding: quad) { $0.insert(quad, index: index) }
        return index
    }

    /// Removes a quad; its index is free for the next one.
    ///
    /// - Parameter index: that of a quad that is there.
    public mutating func remove(_ index: Int) throws(MarkerIndexError) {
        guard self[index] != nil else { throw .noQuad(index: index) }
        slots[index] = Quad(.nothing, .nothing, .nothing, .nothing)
        free.append(index)
        count -= 1
        update(holding: nil) {
            $0.remove(index)
            return true
        }
    }

    /// Gives a quad other corners; it keeps its index.
    ///
    /// - Parameters:
    ///   - index: that of a quad that is there.
    ///   - quad: the quad as it is now, of finite numbers.
    public mutating func move(_ index: Int, to quad: Quad) throws(MarkerIndexError) {
        guard self[index] != nil else { throw .noQuad(index: index) }
        guard quad.isFinite else { throw .nonFinite(index: index) }
        slots[index] = quad
        update(holding: quad) {
            $0.move(index, to: quad)
            return true
        }
    }

    /// Changes the tree in place where that is worth it, and builds it again where it is not: after as many changes as
    /// half the quads, for quads outside its frame, and where it would become too deep.
    private mutating func update(holding quad: Quad?, _ change: (QuadTree) -> Bool) {
        changes += 1
        guard var tree, count > MarkerIndex.scanLimit, changes < max(MarkerIndex.scanLimit, count / 2) else {
            rebuild()
            return
        }
        // Room for more, so that a row of quads that grows outwards builds few trees.
        if let quad, !tree.frame.holds(quad) {
            rebuild(room: 2)
            return
        }
        self.tree = nil
        if !isKnownUniquelyReferenced(&tree) { tree = QuadTree(copying: tree) }
        let isDone = change(tree)
        self.tree = tree
        if !isDone { rebuild() }
    }
}

extension SIMD3<Double> {
    fileprivate static let nothing = SIMD3(repeating: Double.nan)
}
