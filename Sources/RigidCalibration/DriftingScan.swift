internal import QuadGeometry

/// The pairs of a scan that bends smoothly: more than a rigid motion explains within the bound.
///
/// A long scan drifts, and a robust fit then follows one stretch of it and takes the rest for moved. Here the stretch is
/// extended: a bend is fitted to the pairs that count, those that follow motion and bend count next, and so on. What is
/// off like its neighbors joins; what is off by itself does not.
struct DriftingScan {
    /// The places of the pairs that follow, in order.
    let followers: [Int]
    /// The motion that fits them best without the bend, and the bend beside it.
    let estimate: MotionEstimate
    let bend: ScanBend

    /// From the pairs that follow a rigid motion; `nil` when a bend explains no more of them, or not enough to be one.
    init?(_ pairs: Correspondences, from start: [Int], bound: Double) {
        var followers = start
        var last: (MotionEstimate, ScanBend)?
        for _ in 0..<DriftingScan.mostRounds {
            let selected = pairs.selected(followers)
            guard let estimate = try? MotionEstimate(selected, model: .rigid, noise: nil),
                let bend = ScanBend(selected, beside: estimate)
            else { return nil }
            last = (estimate, bend)
            let next = (0..<pairs.count).filter { pair in
                DriftingScan.miss(pairs, pair, estimate, bend) <= bound
                    && bend.reaches(estimate.motion.moved(pairs.sources[pair]))
            }
            if next == followers { break }
            followers = next
        }
        guard let last, Double(followers.count) > DriftingScan.leastGain * Double(start.count) else {
            return nil
        }
        self.followers = followers
        (estimate, bend) = last
        guard let trend = ResidualTrend(pairs.selected(followers), estimate), trend.isDrift else {
            return nil
        }
    }

    /// How far a target is from where motion and bend take its source, in metres.
    func miss(_ pairs: Correspondences, _ pair: Int) -> Double {
        DriftingScan.miss(pairs, pair, estimate, bend)
    }

    private static func miss(
        _ pairs: Correspondences, _ pair: Int, _ estimate: MotionEstimate, _ bend: ScanBend
    ) -> Double {
        let moved = estimate.motion.moved(pairs.sources[pair])
        return (pairs.targets[pair] - moved - bend.displacement(atMoved: moved)).length
    }

    /// Each round reaches a little farther along the scan.
    private static let mostRounds = 50
    /// How many more pairs must follow with the bend than without.
    private static let leastGain = 1.02
}
