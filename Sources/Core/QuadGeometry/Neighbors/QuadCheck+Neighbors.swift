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

    /// The most looks at others that are in reach of a marker and parallel to it, the earliest first. A comparison of areas that comes to
    /// nothing counts as ``looksOfComparison``. A marker that would need more is reported as crowded.
    public static let looksPerMarker = 512
    /// So many looks take as long as a comparison of areas.
    public static let looksOfComparison = 32

    /// Markers in the place of others: duplicates, overlaps in one plane and stacks; in order of the markers. Where one has more others
    /// about it than ``looksPerMarker``, that is an issue, too, with the first it was not compared with.
    ///
    /// A marker counts as a duplicate of the earliest one that is not a duplicate itself, so that the order of the quads names
    /// them. Quads with a number that is not finite, or without area, take no part.
    ///
    /// - Complexity: n log n, and a look at each pair of markers that are parallel and in reach of each other, of which a marker has at
    ///   most ``looksPerMarker``.
    public func neighborIssues(among quads: [Quad]) -> [NeighborIssue] {
        let room = limits.stackDistance + limits.snap
        // Twice the snap distance covers all rounding.
        var originals = CellTable(count: quads.count, reach: 2 * limits.snap)
        var found: [NeighborIssue] = []
        var boxes: [MarkerBox] = []
        boxes.reserveCapacity(quads.count)
        for (index, quad) in quads.enumerated() where quad.isFinite {
            let turns = CornerTurns(quad)
            guard QuadShape(turns) != .collapsed else { continue }
            if let issue = duplicate(index, among: quads, &originals) {
                found.append(issue)
                if issue.issue.code == .duplicateMarker { continue }
            }
            if let box = MarkerBox(quad, turns, index: index, room: room) {
                boxes.append(box)
            }
        }
        let overlaps = self.overlaps(among: quads, boxes)
        return (found + overlaps).sorted { ($0.index, $0.other) < ($1.index, $1.other) }
    }

    /// Finds duplicates by hashing: equal rings have boxes within the snap distance of each other, so only those are compared. A quad
    /// without an original becomes one.
    private func duplicate(_ index: Int, among quads: [Quad], _ originals: inout CellTable) -> NeighborIssue?
    {
        let quad = quads[index], (low, high) = quad.box
        var original: Int?, left: Int?
        var looks = 0
        originals.look(near: low, high) { earlier in
            guard earlier < original ?? .max else { return }
            guard looks < QuadCheck.looksPerMarker else {
                left = min(earlier, left ?? earlier)
                return
            }
            looks += 1
            if quads[earlier].duplicate(of: quad, limits: limits) != nil { original = earlier }
        }
        guard let original else {
            originals.insert(index, low, high)
            return left.map { crowded(index, quad, beside: $0) }
        }
        return NeighborIssue(
            index: index, other: original,
            issue: QuadIssue(
                .duplicateMarker, .warning, value: quads[original].correspondence(to: quad).distance,
                limit: limits.snap, unit: .metres, location: quad.center, fix: .dropMarker))
    }

    private func crowded(_ index: Int, _ quad: Quad, beside other: Int) -> NeighborIssue {
        NeighborIssue(
            index: index, other: other,
            issue: QuadIssue(
                .crowded, .warning, location: quad.center))
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
            var count = 0, looks = 0
            for other in tree.withOverlaps(
                of: item, below: number, first: QuadCheck.looksPerMarker + 1, &near, search)
            {
                guard looks < QuadCheck.looksPerMarker else {
                    let (later, next) = (boxes[number].index, boxes[Int(other)].index)
                    found.append(crowded(later, quads[later], beside: next))
                    break
                }
                looks += 1
                guard boxes[number].mayOverlap(boxes[Int(other)]) else { continue }
                let later = boxes[number].index, earlier = boxes[Int(other)].index
                guard let issue = issue(between: quads[earlier], and: quads[later]) else {
                    looks += QuadCheck.looksOfComparison
                    continue
                }
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
