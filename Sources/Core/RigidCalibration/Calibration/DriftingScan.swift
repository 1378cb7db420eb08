internal import QuadGeometry

/// The pairs of a scan that bends smoothly: more than a rigid motion explains within the bound.
///
/// A long scan drifts, and a robust fit then follows one stretch of it and takes the rest for moved. Here the stretch is
/// extended: a bend is fitted to the pairs that count, those that follow motion and bend count next, and so on. What is
/// off like its neighbors joins; what is off by itself does not.
struct DriftingScan {
    /// The places of the pairs that motion and bend were fitted to, in order: those that follow, where the rounds settle.
    let followers: [Int]
    /// The motion that fits them best without the bend, and the bend beside it.
    let estimate: MotionEstimate
    let bend: ScanBend
    /// Whether the bend is more than chance.
    let isDrift: Bool

    /// From the pairs that follow a rigid motion, or from those that agree on motion and bend at once; `nil` when a bend
    /// explains no more of them.
    init?(_ pairs: Correspondences, from start: [Int], bound: Double) {
        guard Double(pairs.count) > DriftingScan.leastGain * Double(start.count) else { return nil }
        let scans = [start, DriftingScan.agreeing(pairs, bound: bound)]
            .compactMap { DriftingScan.extended(pairs, $0, bound: bound) }
        guard let widest = scans.max(by: { $0.followers.count < $1.followers.count }),
            Double(widest.followers.count) > DriftingScan.leastGain * Double(start.count),
            let trend = ResidualTrend(pairs.selected(widest.followers), widest.estimate)
        else { return nil }
        (followers, estimate, bend) = (widest.followers, widest.estimate, widest.bend)
        isDrift = trend.isDrift
    }

    private static func extended(_ pairs: Correspondences, _ start: [Int], bound: Double) -> Extent? {
        var followers = start
        var last: Extent?
        for _ in 0..<DriftingScan.mostRounds {
            let selected = pairs.selected(followers)
            guard let estimate = try? MotionEstimate(selected, model: .rigid, noise: nil),
                let bend = ScanBend(selected, beside: estimate)
            else { return nil }
            last = (followers, estimate, bend)
            let next = (0..<pairs.count).filter { pair in
                DriftingScan.miss(pairs, pair, estimate, bend) <= bound
                    && bend.reaches(estimate.motion.moved(pairs.sources[pair]))
            }
            if next == followers { break }
            followers = next
        }
        return last
    }

    private typealias Extent = (followers: [Int], estimate: MotionEstimate, bend: ScanBend)

    /// The pairs within the bound of one motion and bend, told from the others little by little: at first all count, then
    /// each less the farther off it is, as graduated non-convexity has it (Yang et al. 2020, equations 12 and 14).
    private static func agreeing(_ pairs: Correspondences, bound: Double) -> [Int] {
        let every = (pairs.count + mostAtOnce - 1) / mostAtOnce
        let places = Array(stride(from: 0, to: pairs.count, by: every))
        let sample = pairs.selected(places)
        var shares = places.map { _ in 1.0 }
        var control: Double?
        for _ in 0..<mostRounds {
            let weighted = sample.weighted(by: places.indices.map { (sample.weights?[$0] ?? 1) * shares[$0] })
            guard let estimate = try? MotionEstimate(weighted, model: .rigid, noise: nil),
                let bend = ScanBend(weighted, beside: estimate)
            else { return [] }
            let misses = places.indices.map { miss(sample, $0, estimate, bend) / bound }
            let largest = misses.max() ?? 0
            guard largest > 1 else { break }
            let mu = control.map { 2 * $0 } ?? 1 / (2 * largest * largest - 1)
            shares = misses.map { miss in
                let share = (mu * (mu + 1)).squareRoot() / miss - mu
                return Double.minimum(Double.maximum(share, 0), 1)
            }
            control = mu
            if mu > mostControl { break }
        }
        return places.indices.filter { shares[$0] > 0.5 }.map { places[$0] }
    }

    /// The number of pairs that show a bend well enough to find the others.
    private static let mostAtOnce = 1024
    /// From here on a pair counts, or does not.
    private static let mostControl = 64.0

    /// The distance of a target from its source as moved by motion and bend, in metres.
    func miss(_ pairs: Correspondences, _ pair: Int) -> Double {
        DriftingScan.miss(pairs, pair, estimate, bend)
    }

    private static func miss(
        _ pairs: Correspondences, _ pair: Int, _ estimate: MotionEstimate, _ bend: ScanBend
    ) -> Double {
        let moved = estimate.motion.moved(pairs.sources[pair])
        return (pairs.targets[pair] - moved - bend.displacement(atMoved: moved)).length
    }

    /// Whether two motions, of blocks that stand as they did, leave less than the bend does: each pair what it misses by, and no more
    /// than a bound in metres.
    ///
    /// A block that was moved is like a bend where it begins: neighbors are off alike. But a bend is smooth. A gentle one is as like two
    /// motions, one for each half, as itself, and has no more numbers: where they leave about the same, the bend is believed, which
    /// expects errors where the motions would expect none. A bend that may be chance makes all one scan, whose noise says what to expect;
    /// where no second motion is found it has to leave clearly less than the one does.
    func explains(
        _ pairs: Correspondences, worseThan motion: AnchoredMotion, _ rival: AnchoredMotion?,
        within bound: Double
    ) -> Bool {
        func squares(_ miss: (Int) -> Double) -> Double {
            (0..<pairs.count).reduce(0) { $0 + TwoMotions.square(miss($1), bound) }
        }
        let bent = squares { miss(pairs, $0) }
        guard let rival else {
            let rigid = squares { (pairs.targets[$0] - motion * pairs.sources[$0]).length }
            return !isDrift && bent >= DriftingScan.clearlyLess * rigid
        }
        let moved = TwoMotions(of: pairs, from: motion, rival, bound: bound)
        let less = isDrift ? DriftingScan.wellLess : DriftingScan.clearlyLess
        return moved.squares < (moved.areHinged ? DriftingScan.farLess : less) * bent
    }

    /// Two motions explain a scan better than a bend if they leave less than the first share of its squares, beside a bend that is more
    /// than chance less than the second, hinged ones less than the third; and a bend better than one motion if it leaves less than the
    /// first share of its. A block that was moved and is taken for a bend gives a warning; a bend that is taken for a block gives none.
    private static let clearlyLess = 0.7, wellLess = 0.5, farLess = 0.1
    /// Each round reaches a little farther along the scan.
    private static let mostRounds = 50
    /// The least ratio of pairs that follow with the bend to those that follow without.
    private static let leastGain = 1.02
}
