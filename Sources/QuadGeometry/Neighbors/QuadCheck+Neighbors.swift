/// A finding about two markers of a batch.
public struct NeighborIssue: Hashable, Sendable {
    /// The place of the later marker in the batch.
    public var index: Int
    /// The place of the earlier marker it collides with.
    public var other: Int
    public var issue: QuadIssue
}

extension QuadCheck {
    /// The most markers that one is reported to overlap or be stacked with.
    public static let neighborsPerMarker = 8

    /// Markers in the place of others: duplicates, overlaps in one plane and stacks; in order of the markers.
    ///
    /// A marker counts as a duplicate of the earliest one that is not a duplicate itself. Quads with a number that
    /// is not finite, or without area, take no part.
    ///
    /// - Complexity: n log n for markers that are spread out.
    public func neighborIssues(among quads: [Quad]) -> [NeighborIssue] {
        let usable = quads.indices.filter { quads[$0].isFinite && quads[$0].shape != .collapsed }
        let duplicates = self.duplicates(among: quads, usable)
        let doubled = Set(duplicates.map { $0.index })
        let rest = usable.filter { !doubled.contains($0) }
        return (duplicates + overlaps(among: quads, rest)).sorted {
            ($0.index, $0.other) < ($1.index, $1.other)
        }
    }

    /// Duplicates by hashing: equal rings have centers within the snap distance, so only the cells that reach that far
    /// are looked into, mostly one.
    private func duplicates(among quads: [Quad], _ usable: [Int]) -> [NeighborIssue] {
        var firsts: [SIMD3<Double>: [Int]] = [:]
        var found: [NeighborIssue] = []
        let cell = max(64 * limits.snap, .leastNormalMagnitude)
        for index in usable {
            let quad = quads[index]
            let center = quad.center
            // Twice the snap distance covers the rounding of centers.
            let low = ((center - 2 * limits.snap) / cell).rounded(.down)
            let high = ((center + 2 * limits.snap) / cell).rounded(.down)
            var original: (index: Int, relation: QuadRelation)?
            for step in 0..<8 {
                let isHigh: SIMDMask<SIMD3<Int64>> = [step & 1 != 0, step & 2 != 0, step & 4 != 0]
                let key = low.replacing(with: high, where: isHigh)
                // A side on which the two are one cell is looked into once.
                if any(isHigh .& (low .== high)) { continue }
                for earlier in firsts[key] ?? [] where earlier < original?.index ?? .max {
                    guard (quads[earlier].center - center).length <= 2 * limits.snap else { continue }
                    let relation = quads[earlier].relation(to: quad, limits: limits)
                    if relation == .duplicate || relation == .duplicateOppositeWinding {
                        original = (earlier, relation)
                    }
                }
            }
            guard let original else {
                firsts[(center / cell).rounded(.down), default: []].append(index)
                continue
            }
            found.append(
                NeighborIssue(
                    index: index, other: original.index,
                    issue: QuadIssue(
                        .duplicateMarker, .warning,
                        value: quads[original.index].correspondence(to: quad).distance, limit: limits.snap,
                        unit: .metres, location: quad.center, fix: .dropMarker)))
        }
        return found
    }

    /// Overlaps and stacks by sweeping boxes along the axis on which the markers are spread most.
    private func overlaps(among quads: [Quad], _ usable: [Int]) -> [NeighborIssue] {
        let room = limits.stackDistance + limits.snap
        let boxes = usable.compactMap { MarkerBox(quads[$0], index: $0, room: room) }
        guard let first = boxes.first else { return [] }
        let all = boxes.reduce(first) { $0.union($1) }
        let spread = all.high - all.low
        let axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2
        var found: [NeighborIssue] = []
        var counts: [Int: Int] = [:]
        let lows = boxes.map { $0.low[axis] }
        let sorted = boxes.indices.sorted { (lows[$0], $0) < (lows[$1], $1) }.map { boxes[$0] }
        sorted.withUnsafeBufferPointer { sorted in
            for i in sorted.indices {
                var j = i + 1
                while j < sorted.count, sorted[j].low[axis] <= sorted[i].high[axis] {
                    defer { j += 1 }
                    guard sorted[i].mayOverlap(sorted[j]) else { continue }
                    let earlier = min(sorted[i].index, sorted[j].index)
                    let later = max(sorted[i].index, sorted[j].index)
                    guard counts[later, default: 0] < QuadCheck.neighborsPerMarker,
                        let issue = issue(between: quads[earlier], and: quads[later])
                    else { continue }
                    counts[later, default: 0] += 1
                    found.append(NeighborIssue(index: later, other: earlier, issue: issue))
                }
            }
        }
        return found
    }

    private func issue(between earlier: Quad, and later: Quad) -> QuadIssue? {
        switch earlier.relation(to: later, limits: limits) {
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
