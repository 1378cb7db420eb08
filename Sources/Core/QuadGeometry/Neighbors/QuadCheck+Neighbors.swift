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
    /// nothing counts as `looksOfComparison`. A marker that would need more is reported as crowded.
    public static let looksPerMarker = 512
    /// So many looks take as long as a comparison of areas.
    package static let looksOfComparison = 32

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
        let tree = ReachTree(items), search = unsafe KernelLevel.best.collectOverlaps
        var near = [Int32](repeating: 0, count: items.count)
        var found: [NeighborIssue] = []
        // In the tree's order, in which one marker's neighbors are mostly the next one's, too.
        for item in tree.items where item[number: ReachBox.copy] == 0 {
            let number = Int(item[number: ReachBox.index])
            var count = 0, looks = 0
            for other in unsafe tree.withOverlaps(
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

/// Boxes by the cells of a grid that their low and their high corner are in.
struct CellTable {
    /// The first entry of each bucket, and after each entry the next; below zero ends a chain.
    private var heads: [Int32]
    private var entries: [(index: Int, low: SIMD3<Double>, high: SIMD3<Double>, next: Int32)] = []
    /// Cells a metre, and how far from a corner others count as near, in metres.
    private let cells, reach: Double

    /// A table for about `count` boxes. Corners within `reach` metres of each other are mostly in one cell.
    init(count: Int, reach: Double) {
        var size = 16
        while size < 2 * count { size *= 2 }
        heads = [Int32](repeating: -1, count: size)
        entries.reserveCapacity(count)
        self.reach = reach
        cells = 1 / max(32 * reach, .leastNormalMagnitude)
    }

    mutating func insert(_ index: Int, _ low: SIMD3<Double>, _ high: SIMD3<Double>) {
        let bucket = bucket((low * cells).rounded(.down), (high * cells).rounded(.down))
        entries.append((index, low, high, heads[bucket]))
        heads[bucket] = Int32(entries.count - 1)
    }

    /// Calls `look` with every box whose corners are near those of this one, in no order.
    @inline(__always)
    func look(near low: SIMD3<Double>, _ high: SIMD3<Double>, _ look: (Int) -> Void) {
        let lowFrom = ((low - reach) * cells).rounded(.down), lowTo = ((low + reach) * cells).rounded(.down)
        let highFrom = ((high - reach) * cells).rounded(.down)
        let highTo = ((high + reach) * cells).rounded(.down)
        let lowSplits = lowFrom .!= lowTo, highSplits = highFrom .!= highTo
        // Borders of cells are seldom so near: mostly there is one cell to look into.
        for low8 in 0..<8 {
            let isLow = CellTable.sides(low8)
            if any(isLow .& .!lowSplits) { continue }
            for high8 in 0..<8 {
                let isHigh = CellTable.sides(high8)
                if any(isHigh .& .!highSplits) { continue }
                var entry = heads[
                    bucket(
                        lowFrom.replacing(with: lowTo, where: isLow),
                        highFrom.replacing(with: highTo, where: isHigh))]
                while entry >= 0 {
                    let found = entries[Int(entry)]
                    let lowStep = found.low - low, highStep = found.high - high
                    if all(lowStep .<= reach) && all(lowStep .>= -reach) && all(highStep .<= reach)
                        && all(highStep .>= -reach)
                    {
                        look(found.index)
                    }
                    entry = found.next
                }
            }
        }
    }

    private static func sides(_ number: Int) -> SIMDMask<SIMD3<Int64>> {
        [number & 1 != 0, number & 2 != 0, number & 4 != 0]
    }

    /// Cells are whole numbers, of any size; two zeros are one.
    private func bucket(_ low: SIMD3<Double>, _ high: SIMD3<Double>) -> Int {
        let low = low + 0, high = high + 0
        var hash = low.x.bitPattern &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ hash >> 29 ^ low.y.bitPattern) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 32 ^ low.z.bitPattern) &* 0x94d0_49bb_1331_11eb
        hash = (hash ^ hash >> 29 ^ high.x.bitPattern) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ hash >> 32 ^ high.y.bitPattern) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ hash >> 29 ^ high.z.bitPattern) &* 0x94d0_49bb_1331_11eb
        return Int(truncatingIfNeeded: hash >> 31) & (heads.count - 1)
    }
}

extension QuadCheck {
    /// Markers with the corners of an earlier one of another group, in order of the later one.
    ///
    /// Groups are sessions or files, which may have different frames, so that only copies count: corners that are the
    /// same in single precision, in which the server keeps them, whichever comes first. Two observations of one thing
    /// never are.
    ///
    /// - Complexity: linear in the number of quads.
    public func copyIssues(among quads: [Quad], groups: [Int]) -> [NeighborIssue] {
        guard groups.contains(where: { $0 != groups[0] }) else { return [] }
        var firsts: [Corners: [Int]] = [:]
        var found: [NeighborIssue] = []
        for (index, quad) in quads.enumerated() {
            guard let corners = Corners(quad) else { continue }
            // The same corners in a crossed order are another quad.
            let distances = (firsts[corners] ?? []).map { ($0, quads[$0].correspondence(to: quad).distance) }
            guard let (first, distance) = distances.first(where: { $0.1 <= limits.snap }) else {
                firsts[corners, default: []].append(index)
                continue
            }
            guard groups[first] != groups[index] else { continue }
            found.append(
                NeighborIssue(
                    index: index, other: first,
                    issue: QuadIssue(
                        .duplicateMarker, .warning, value: distance,
                        limit: limits.snap, unit: .metres, location: quad.center)))
        }
        return found
    }

    /// Four corners in single precision, in an order of their own.
    private struct Corners: Hashable {
        let sorted: [SIMD3<Float>]

        init?(_ quad: Quad) {
            let corners = quad.corners.map { SIMD3<Float>($0) }
            guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) else { return nil }
            sorted = corners.sorted { ($0.x, $0.y, $0.z) < ($1.x, $1.y, $1.z) }
        }
    }
}
