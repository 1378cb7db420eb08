/// Builds a tree from the top: every node's quads are split in two, again and again, until there are sixteen groups.
///
/// Splits are those of least expected cost, by the surface of the boxes, among the borders of bins along the axis on
/// which the middles are spread most (Wald 2007, On fast construction of SAH-based bounding volume hierarchies). Where
/// that would make the tree too deep, or all middles are one, halves of equal number are made. Nothing is left to chance.
@safe
struct TreeBuilder {
    private let tree: QuadTree
    private let items: UnsafeMutablePointer<FloatBox>
    private let bins: UnsafeMutablePointer<Bin>
    private static let binCount = 16
    private static let manyQuads = 64

    /// Quads side by side, and their boxes joined.
    struct Group {
        var range: Range<Int>
        var box: FloatBox
        /// The box around twice the middles.
        var middles: FloatBox
    }

    struct Bin {
        var box: FloatBox
        var count: Int
    }

    /// The tree of the quads that are finite; `nil` where the frame has none.
    static func tree(of quads: [Quad], in frame: TreeFrame) -> QuadTree {
        let tree = QuadTree(frame: frame, quads: quads)
        let items = UnsafeMutablePointer<FloatBox>.allocate(capacity: quads.count)
        let bins = UnsafeMutablePointer<Bin>.allocate(capacity: 2 * binCount)
        defer {
            unsafe items.deallocate()
            unsafe bins.deallocate()
        }
        var count = 0
        for (index, quad) in quads.enumerated() where quad.isFinite {
            var box = FloatBox(around: quad, in: frame)
            box.low.w = Float(bitPattern: UInt32(index))
            unsafe items[count] = box
            count += 1
        }
        let builder = unsafe TreeBuilder(tree: tree, items: items, bins: bins)
        let all = builder.group(0..<count)
        tree.box = all.box
        builder.fill(tree.addNode(in: .none, room: count), with: all, level: 0)
        return tree
    }

    private func group(_ range: Range<Int>) -> Group {
        var group = Group(range: range, box: .empty, middles: .empty)
        for i in range { unsafe add(items[i], to: &group) }
        return group
    }

    @inline(__always)
    private func add(_ item: FloatBox, to group: inout Group) {
        group.box.join(item)
        let middle = item.low + item.high
        group.middles.join(FloatBox(low: middle, high: middle))
    }

    /// Fills a node that has room for as many children as the group has quads, or sixteen.
    private func fill(_ number: Int32, with group: Group, level: Int) {
        guard group.range.count > TreeNode.mostSlots else {
            let first = tree.node(number).slots.lowerBound
            for (place, i) in group.range.enumerated() { put(i, first + place, of: number) }
            return
        }
        // Below, each level divides by at least sixteen as long as halves are equal.
        let levelsLeft = QuadTree.mostLevels - 2 - level
        let isBounded = group.range.count > 1 << (4 * max(levelsLeft, 0))
        var groups = [group]
        groups.reserveCapacity(TreeNode.mostSlots)
        while groups.count < TreeNode.mostSlots, let next = largest(of: groups, isBounded) {
            let (one, other) = isBounded ? halves(of: groups[next]) : split(groups[next])
            groups[next] = one
            groups.append(other)
        }
        // The nodes first, so that small ones side by side share their blocks.
        for (slot, part) in groups.enumerated() {
            guard part.range.count > 1 else {
                put(part.range.lowerBound, slot, of: number)
                continue
            }
            let child = tree.addNode(in: TreeSlot(node: number, slot: Int32(slot)), room: part.range.count)
            tree.node(number).set(slot, part.box, child: child)
        }
        for (slot, part) in groups.enumerated() where part.range.count > 1 {
            fill(tree.node(number).child(slot), with: part, level: level + 1)
        }
    }

    private func put(_ item: Int, _ slot: Int, of number: Int32) {
        let box = unsafe items[item]
        tree.put(Int(box.low.w.bitPattern), box, slot, of: number)
    }

    /// The group to split next: of the largest surface, or where the depth is bounded of the most quads.
    private func largest(of groups: [Group], _ isBounded: Bool) -> Int? {
        var found: Int?
        for i in groups.indices where groups[i].range.count > 1 {
            guard let best = found else {
                found = i
                continue
            }
            let isLarger =
                isBounded
                ? groups[i].range.count > groups[best].range.count
                : groups[i].box.area > groups[best].box.area
            if isLarger { found = i }
        }
        return found
    }

    /// Halves of equal number along the axis on which the middles are spread most.
    private func halves(of group: Group) -> (Group, Group) {
        let axis = widestAxis(group.middles)
        var part = unsafe UnsafeMutableBufferPointer(
            rebasing: UnsafeMutableBufferPointer(
                start: items, count: group.range.upperBound)[group.range])
        unsafe part.sort { one, other in
            let a = one.low[axis] + one.high[axis], b = other.low[axis] + other.high[axis]
            return (a, one.low.w.bitPattern) < (b, other.low.w.bitPattern)
        }
        let middle = group.range.lowerBound + group.range.count / 2
        return (
            self.group(group.range.lowerBound..<middle), self.group(middle..<group.range.upperBound)
        )
    }

    private func widestAxis(_ box: FloatBox) -> Int {
        let size = box.high - box.low
        return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2
    }

    private func split(_ group: Group) -> (Group, Group) {
        let axis = widestAxis(group.middles)
        let start = group.middles.low[axis], width = group.middles.high[axis] - start
        // Few quads are not worth many borders.
        let count =
            group.range.count < TreeBuilder.manyQuads ? TreeBuilder.binCount / 2 : TreeBuilder.binCount
        let factor = Float(count) * 0.9999 / width
        guard width > 0, factor.isFinite else { return halves(of: group) }
        for i in 0..<count { unsafe bins[i] = Bin(box: .empty, count: 0) }
        for i in group.range {
            let bin = Int((twiceMiddle(i, axis) - start) * factor)
            unsafe bins[bin].box.join(items[i])
            unsafe bins[bin].count += 1
        }
        // From the right, what lies beyond each border; from the left, the cost of each.
        var box = FloatBox.empty, number = 0
        for i in stride(from: count - 1, to: 0, by: -1) {
            unsafe box.join(bins[i].box)
            unsafe number += bins[i].count
            unsafe bins[count + i] = Bin(box: box, count: number)
        }
        box = .empty
        number = 0
        var border = 0, least = Float.infinity
        for i in 1..<count {
            unsafe box.join(bins[i - 1].box)
            unsafe number += bins[i - 1].count
            let right = unsafe bins[count + i]
            guard number > 0, right.count > 0 else { continue }
            let cost = box.area * Float(number) + right.box.area * Float(right.count)
            if cost < least {
                least = cost
                border = i
            }
        }
        guard border > 0 else { return halves(of: group) }
        return partition(group.range) { Int((twiceMiddle($0, axis) - start) * factor) < border }
    }

    /// Twice the middle of an item's box along an axis; a vector of floats is read as a whole where its numbers are asked
    /// for by a place that is not known beforehand.
    @inline(__always)
    private func twiceMiddle(_ item: Int, _ axis: Int) -> Float {
        let low = unsafe UnsafeRawPointer(items + item) + axis * MemoryLayout<Float>.stride
        let high = unsafe low + MemoryLayout<SIMD4<Float>>.stride
        return unsafe low.load(as: Float.self) + high.load(as: Float.self)
    }

    @inline(__always)
    private func partition(_ range: Range<Int>, _ isLeft: (Int) -> Bool) -> (Group, Group) {
        var left = Group(range: range, box: .empty, middles: .empty), right = left
        var i = range.lowerBound, j = range.upperBound
        while i < j {
            let item = unsafe items[i]
            if isLeft(i) {
                add(item, to: &left)
                i += 1
            } else {
                add(item, to: &right)
                j -= 1
                unsafe items[i] = unsafe items[j]
                unsafe items[j] = item
            }
        }
        left.range = range.lowerBound..<i
        right.range = i..<range.upperBound
        return (left, right)
    }
}
