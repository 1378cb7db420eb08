internal import QuadGeometry

/// The turns of markers about their own middles, beside those of the markers that stay.
///
/// Their spread is learned from the markers that stay, whatever it is due to: corners that were tapped askew turn a marker, too.
struct MarkerTurns {
    struct Turned {
        let turn: SIMD3<Double>
        let probability: Double
    }

    /// By the numbers of their markers.
    private(set) var turned: [Int: Turned] = [:]

    /// Fewer markers that stay show no usual turn.
    private static let leastOthers = 5
    /// Three turns of each marker.
    private static let axes = 3.0

    init(_ search: MovedSearch, _ found: MovedSearch.Found) {
        let motion = found.responses.estimate.motion
        let least = MarkerResponses.roundings * search.pairs.rounding
        let all = search.members.map { group in
            MarkerTurns.turn(search.pairs, group, motion).map {
                (turn: $0.turn, square: $0.square <= least * least ? 0 : $0.square)
            }
        }
        var others = found.stable.filter { all[$0] != nil }
        var left = Set(all.indices.filter { all[$0] != nil })
        let share = search.share / MovedSearch.shareOfShifts * (1 - MovedSearch.shareOfShifts)
        while true {
            var worst: (marker: Int, probability: Double)?
            let sum = others.sorted().reduce(0) { $0 + (all[$1]?.square ?? 0) }
            for marker in left.sorted() {
                guard let own = all[marker]?.square else { continue }
                let isOne = others.contains(marker), count = others.count - (isOne ? 1 : 0)
                guard count >= MarkerTurns.leastOthers else { continue }
                let rest = Double.maximum(sum - (isOne ? own : 0), 0) / Double(count)
                let probability =
                    rest > 0
                    ? FDistribution(above: MarkerTurns.axes, below: MarkerTurns.axes * Double(count))
                        .exceedance(own / rest) : own > 0 ? 0 : 1
                if probability < worst?.probability ?? 2 { worst = (marker, probability) }
            }
            guard let worst, worst.probability < share, let turn = all[worst.marker]?.turn else { return }
            turned[worst.marker] = Turned(turn: turn, probability: worst.probability)
            others.remove(worst.marker)
            left.remove(worst.marker)
        }
    }

    /// The turn of a marker that explains its residuals best, in radians, and the squares that it explains; `nil` of fewer than three
    /// corners, or of corners in a row.
    private static func turn(
        _ pairs: Correspondences, _ group: [Int], _ motion: ScaledMotion
    ) -> (turn: SIMD3<Double>, square: Double)? {
        guard group.count >= 3 else { return nil }
        let share = 1 / Double(group.count)
        let center = group.reduce(.zero) { $0 + motion.moved(pairs.sources[$1]) * share }
        let middle = group.reduce(.zero) { $0 + pairs.targets[$1] * share }
        var own = OwnTurn()
        for pair in group {
            let arm = motion.moved(pairs.sources[pair]) - center
            own.add(arm: arm, residual: pairs.targets[pair] - middle - arm, weight: 1)
        }
        return own.turned
    }
}
