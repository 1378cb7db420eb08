internal import QuadGeometry

/// The quads of one scan that lie on those of another under a motion, each on one of its own, the nearest first; and the motion of those.
struct QuadPlacement {
    /// An old quad and a new one.
    struct Pair {
        let old, new: Int
        /// The order of the new corners that lies on the old ones.
        let order: CornerOrder
        /// The root mean square of the distances of their corners, in metres.
        let distance: Double
    }

    let motion: AnchoredMotion
    let pairs: [Pair]
    /// The farthest that corners of a pair may be apart, root mean square, in metres.
    let limit: Double

    /// Corners of pairs are seldom farther apart than the median and so many times the median of the deviations from it, nor than three
    /// medians; few tell little of either.
    private static let timesOff = 6.0, timesMedian = 3.0, timesLeast = 1.7
    /// Numbers without any noise are rounded to this, in metres.
    static let leastLimit = 0.003
    /// Fits and matches settle in fewer.
    private static let rounds = 12
    /// So many that lie in one place are enough of them.
    private static let mostNear = 64
    /// A tilt of one frame against the other counts as that of an error of this variance, in square metres.
    private static let tiltWeight = 0.3

    init(motion: AnchoredMotion, pairs: [Pair], limit: Double) {
        (self.motion, self.pairs, self.limit) = (motion, pairs, limit)
    }

    /// The pairs of two scans that a motion leads to, and those of the motion fitted to them, until they stay the same; `nil` where there
    /// are none.
    init?(_ start: AnchoredMotion, _ scans: PlacedScans, bound: Double?) {
        var motion = start, limit = bound ?? PlacedScans.reach
        var pairs = QuadPlacement.pairs(motion, scans, within: limit)
        for _ in 0..<QuadPlacement.rounds {
            guard !pairs.isEmpty, let fitted = QuadPlacement.fitted(pairs, scans) else { return nil }
            motion = fitted
            let known = pairs.map { SIMD2($0.old, $0.new) }
            if bound == nil { limit = QuadPlacement.limit(of: pairs) }
            pairs = QuadPlacement.pairs(motion, scans, within: limit)
            if pairs.map({ SIMD2($0.old, $0.new) }) == known { break }
        }
        guard !pairs.isEmpty else { return nil }
        (self.motion, self.pairs) = (motion, pairs)
        let sizes = pairs.map { scans.levelOlds[$0.old].size }.sorted()
        self.limit = min(limit, PlacedScans.shareOfEdge * sizes[sizes.count / 2])
    }

    /// Whether it is another's motion: half of the pairs of the smaller are pairs of the larger, corner by corner.
    func isAlike(_ other: QuadPlacement) -> Bool {
        let known = Dictionary(uniqueKeysWithValues: pairs.map { (SIMD2($0.old, $0.new), $0.order) })
        let same = other.pairs.count { known[SIMD2($0.old, $0.new)] == $0.order }
        return 2 * same >= min(pairs.count, other.pairs.count)
    }

    /// Beyond what the distances of most vary by no pair is the same marker.
    private static func limit(of pairs: [Pair]) -> Double {
        let distances = pairs.map { $0.distance }.sorted(), median = distances[distances.count / 2]
        let off = distances.map { ($0 - median).magnitude }.sorted()[distances.count / 2]
        let most = Double.minimum(median + timesOff * off, timesMedian * median)
        return min(max(Double.maximum(most, timesLeast * median), leastLimit), PlacedScans.reach)
    }

    private static func fitted(_ pairs: [Pair], _ scans: PlacedScans) -> AnchoredMotion? {
        let corners = try? Correspondences(
            quads: pairs.map { scans.olds[$0.old] },
            targets: pairs.map { scans.news[$0.new].reordered($0.order) })
        return corners.flatMap { try? AnchoredMotion(level: $0, tiltWeight: tiltWeight) }
    }

    /// Each old quad with the new one that its own lies on: the nearest pairs first, each quad once.
    static func pairs(
        _ motion: AnchoredMotion, _ scans: PlacedScans, within limit: Double
    ) -> [Pair] {
        var candidates: [Pair] = []
        for old in scans.olds.indices {
            let moved = motion * scans.olds[old], first = candidates.count
            scans.grid.look(near: moved.center, within: limit) { new in
                let most = min(
                    limit, PlacedScans.shareOfEdge * min(scans.levelOlds[old].size, scans.levelNews[new].size)
                )
                let found = moved.correspondence(to: scans.news[new])
                if found.distance <= most {
                    candidates.append(
                        Pair(
                            old: old, new: new, order: found.order, distance: found.distance)
                    )
                }
                return candidates.count - first >= mostNear
            }
        }
        candidates.sort { ($0.distance, $0.old, $0.new) < ($1.distance, $1.old, $1.new) }
        var isTaken = (
            [Bool](repeating: false, count: scans.olds.count),
            [Bool](repeating: false, count: scans.news.count)
        )
        var pairs: [Pair] = []
        for pair in candidates where !isTaken.0[pair.old] && !isTaken.1[pair.new] {
            (isTaken.0[pair.old], isTaken.1[pair.new]) = (true, true)
            pairs.append(pair)
        }
        return pairs.sorted { $0.old < $1.old }
    }
}

extension QuadPlacement {
    /// The same with the quads that are off as far as those around them: a scan that drifts bends smoothly, and what a motion leaves near its
    /// edge leads on to what is beyond.
    func grown(_ scans: PlacedScans) -> QuadPlacement {
        guard pairs.count >= QuadPlacement.fewestGrown else { return self }
        var pairs = pairs
        var open = Set(scans.olds.indices).subtracting(pairs.map { $0.old })
        var taken = Set(pairs.map { $0.new })
        var edge = pairs
        while !edge.isEmpty, !open.isEmpty {
            let ends = pairs.map { pair in
                (place: scans.levelOlds[pair.old].center, off: residual(pair, scans))
            }
            // Only what is near to a quad that was found in the last round has anything new to go by.
            let near = edge.map { scans.levelOlds[$0.old].center }
            edge = []
            for old in open.sorted() {
                let place = scans.levelOlds[old].center
                guard near.contains(where: { ($0 - place).length <= QuadPlacement.widest }),
                    let off = QuadPlacement.off(place, ends)
                else { continue }
                let moved = (motion * scans.olds[old]).map { $0 + off }
                var best: Pair?
                scans.grid.look(near: moved.center, within: limit) { new in
                    let found = moved.correspondence(to: scans.news[new])
                    if !taken.contains(new), found.distance <= limit,
                        found.distance < best?.distance ?? .infinity
                    {
                        best = Pair(old: old, new: new, order: found.order, distance: found.distance)
                    }
                    return false
                }
                guard let best else { continue }
                taken.insert(best.new)
                open.remove(old)
                edge.append(best)
            }
            pairs += edge
        }
        return QuadPlacement(motion: motion, pairs: pairs.sorted { $0.old < $1.old }, limit: limit)
    }

    private func residual(_ pair: Pair, _ scans: PlacedScans) -> SIMD3<Double> {
        scans.levelNews[pair.new].center - motion * scans.levelOlds[pair.old].center
    }

    /// The residual at a place, by the nearest around it.
    private static func off(
        _ place: SIMD3<Double>, _ ends: [(place: SIMD3<Double>, off: SIMD3<Double>)]
    ) -> SIMD3<Double>? {
        var nearest: [(distance: Double, off: SIMD3<Double>)] = []
        for end in ends {
            let distance = (end.place - place).length
            guard distance <= widest,
                distance < nearest.last?.distance ?? .infinity || nearest.count < neighbors
            else { continue }
            let slot = nearest.firstIndex { distance < $0.distance } ?? nearest.count
            nearest.insert((distance, end.off), at: slot)
            if nearest.count > neighbors { nearest.removeLast() }
        }
        guard nearest.count >= fewestNeighbors else { return nil }
        let weights = nearest.map { 1 / ($0.distance * $0.distance + softness) }
        let sum = zip(weights, nearest).reduce(SIMD3<Double>.zero) { $0 + $1.0 * $1.1.off }
        return sum / weights.reduce(0, +)
    }

    /// The residual at a place is that of so many neighbors, at least of the second number; placements of fewer than the third do not grow.
    private static let neighbors = 4, fewestNeighbors = 2, fewestGrown = 6
    /// Nearer than 0.1 m one neighbor counts as much as another, in square metres.
    private static let softness = 0.01
    /// Those that tell how far off a place is are no farther away, in metres.
    private static let widest = 4.0
}
