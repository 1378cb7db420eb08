internal import QuadGeometry

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
