/// A finding about two markers of a batch.
public struct NeighborIssue: Hashable, Sendable {
    /// The place of the later marker in the batch.
    public var index: Int
    /// The place of the earlier marker it collides with.
    public var other: Int
    public var issue: QuadIssue
}

extension QuadCheck {
    /// The most markers that one is reported to overlap or be stacked with: the earliest.
    public static let neighborsPerMarker = 8

    /// Markers in the place of others: duplicates, overlaps in one plane and stacks; in order of the markers.
    ///
    /// A marker counts as a duplicate of the earliest one that is not a duplicate itself, so that the order of the quads names
    /// them. Quads with a number that is not finite, or without area, take no part.
    ///
    /// - Complexity: n log n, and one look at each pair of markers that are parallel and in reach of each other.
    public func neighborIssues(among quads: [Quad]) -> [NeighborIssue] {
        let room = limits.stackDistance + limits.snap
        var originals = CellTable(count: quads.count)
        var found: [NeighborIssue] = []
        var boxes: [MarkerBox] = []
        boxes.reserveCapacity(quads.count)
        for (index, quad) in quads.enumerated() where quad.isFinite {
            let turns = CornerTurns(quad)
            guard QuadShape(turns) != .collapsed else { continue }
            if let duplicate = duplicate(index, among: quads, &originals) {
                found.append(duplicate)
            } else if let box = MarkerBox(quad, turns, index: index, room: room) {
                boxes.append(box)
            }
        }
        let overlaps = self.overlaps(among: quads, boxes)
        return (found + overlaps).sorted { ($0.index, $0.other) < ($1.index, $1.other) }
    }

    /// Duplicates by hashing: equal rings have centers within the snap distance, so only the cells that reach that far
    /// are looked into, mostly one. A quad that is no duplicate becomes an original.
    private func duplicate(_ index: Int, among quads: [Quad], _ originals: inout CellTable) -> NeighborIssue?
    {
        let quad = quads[index], center = quad.center
        let cell = 1 / max(64 * limits.snap, .leastNormalMagnitude)
        // Twice the snap distance covers the rounding of centers.
        let low = ((center - 2 * limits.snap) * cell).rounded(.down)
        let high = ((center + 2 * limits.snap) * cell).rounded(.down)
        var original: Int?
        for step in 0..<8 {
            let isHigh: SIMDMask<SIMD3<Int64>> = [step & 1 != 0, step & 2 != 0, step & 4 != 0]
            // A side on which the two are one cell is looked into once.
            if step > 0, any(isHigh .& (low .== high)) { continue }
            originals.look(in: low.replacing(with: high, where: isHigh)) { earlier, place in
                guard earlier < original ?? .max, (place - center).length <= 2 * limits.snap else { return }
                switch quads[earlier].relation(to: quad, limits: limits) {
                case .duplicate, .duplicateOppositeWinding: original = earlier
                default: break
                }
            }
        }
        guard let original else {
            originals.insert(index, center, in: (center * cell).rounded(.down))
            return nil
        }
        return NeighborIssue(
            index: index, other: original,
            issue: QuadIssue(
                .duplicateMarker, .warning, value: quads[original].correspondence(to: quad).distance,
                limit: limits.snap, unit: .metres, location: center, fix: .dropMarker))
    }

    /// Overlaps and stacks among the markers that a tree finds in reach and parallel, the earliest of each first.
    private func overlaps(among quads: [Quad], _ boxes: [MarkerBox]) -> [NeighborIssue] {
        var items: [ReachBox] = []
        items.reserveCapacity(boxes.count + boxes.count / 8)
        for number in boxes.indices {
            for (isCopy, box) in boxes[number].reachBoxes.enumerated() {
                var item = box
                item[number: ReachBox.index] = Int32(number)
                item[number: ReachBox.copy] = Int32(isCopy)
                items.append(item)
            }
        }
        let tree = ReachTree(items), search = KernelLevel.best.collectOverlaps
        var near = [Int32](repeating: 0, count: items.count)
        var found: [NeighborIssue] = []
        // In the tree's order, in which one marker's neighbors are mostly the next one's, too.
        for item in tree.items where item[number: ReachBox.copy] == 0 {
            let number = Int(item[number: ReachBox.index])
            var count = 0
            for other in tree.withOverlaps(of: item, below: number, &near, search) {
                guard boxes[number].mayOverlap(boxes[Int(other)]) else { continue }
                let later = boxes[number].index, earlier = boxes[Int(other)].index
                guard let issue = issue(between: quads[earlier], and: quads[later]) else { continue }
                found.append(NeighborIssue(index: later, other: earlier, issue: issue))
                count += 1
                if count == QuadCheck.neighborsPerMarker { break }
            }
        }
        return found
    }

    private func issue(between earlier: Quad, and later: Quad) -> QuadIssue? {
        // From the same of the two whichever is earlier, so that rounding is the same.
        let (first, second) = later.precedes(earlier) ? (later, earlier) : (earlier, later)
        return switch first.collision(with: second, limits: limits) {
        case .overlap(let share) where share >= limits.overlap:
            QuadIssue(
                .overlappingMarker, .warning, value: share, limit: limits.overlap, unit: .ratio,
                location: later.center)
        case .stacked(let distance):
            QuadIssue(
                .stackedMarker, .warning, value: distance, limit: limits.stackDistance, unit: .metres,
                location: later.center)
        default: nil
        }
    }
}
