/// The share of scans in which chance brings a motion with as many pairs of quads that are as near to each other.
///
/// Each vote is a motion with one pair. Under motions that are wrong others come by chance, without memory, and the fewer the nearer they
/// have to be: markers lie on surfaces, so that their number goes with the square of that.
struct PlacementChance {
    /// The number of motions that were tried.
    private let motions: Int
    /// The distances of pairs that came by chance, sorted, in metres; and the motions they came under.
    private let distances: [Double]
    private let trials: Int
    private let most: Int

    /// The logarithm of the share of scans in which chance may bring a motion that is taken for one: 1 of 10,000.
    static let accepted = -9.2
    private static let fewest = 3, mostTried = 64

    init(_ votes: MotionVotes, _ scans: PlacedScans) {
        motions = max(votes.count, 1)
        most = min(scans.olds.count, scans.news.count)
        var met: [[Double]] = []
        for vote in votes.scattered.prefix(PlacementChance.mostTried) {
            let pairs = QuadPlacement.pairs(vote.motion.motion, scans, within: PlacedScans.reach)
            met.append(pairs.filter { $0.old != vote.old }.map { $0.distance })
        }
        // Some of the votes are right, or nearly.
        met.sort { $0.count < $1.count }
        let wrong = met.prefix(max(met.count * 9 / 10, 1))
        trials = max(wrong.count, 1)
        distances = wrong.joined().sorted()
    }

    /// The pairs that come by chance within a distance: as many as did, or of few by the square of it.
    private func expected(within limit: Double) -> Double {
        let count = distances.count { $0 <= limit }
        let least = PlacementChance.leastCounted
        guard count < least else { return Double(count) / Double(trials) }
        let enough = min(least, distances.count)
        let radius = enough > 0 ? distances[enough - 1] : PlacedScans.reach
        let share = min(limit / max(radius, .leastNormalMagnitude), 1)
        return Double(max(enough, 1)) / Double(trials) * share * share
    }

    private static let leastCounted = 20
    /// A motion that was fitted to its pairs finds so many times as many by chance.
    private static let timesFitted = 3.0

    /// The logarithm of the expected number of motions with so many pairs as near as those of a placement.
    func logarithm(of placement: QuadPlacement) -> Double {
        logarithm(of: placement.pairs.count, within: placement.limit)
    }

    /// The fewest pairs within a limit, in metres, that chance does not bring.
    func needed(within limit: Double) -> Int {
        let fewest = PlacementChance.fewest
        return (fewest...max(most, fewest)).first {
            logarithm(of: $0, within: limit) <= PlacementChance.accepted
        } ?? most + 1
    }

    private func logarithm(of pairs: Int, within limit: Double) -> Double {
        RigidCalibration.logarithm(Double(motions))
            + tail(pairs - 1, expected: PlacementChance.timesFitted * expected(within: limit))
    }

    /// The logarithm of the probability that so many or more come where so many are expected.
    private func tail(_ least: Int, expected: Double) -> Double {
        guard Double(least) > expected else { return 0 }
        var size = -expected
        for count in 0..<max(least, 0) {
            size += RigidCalibration.logarithm(expected) - RigidCalibration.logarithm(Double(count + 1))
        }
        // What comes after the first term is less than a geometric row of its ratio.
        return min(size - RigidCalibration.logarithm(1 - expected / Double(least + 1)), 0)
    }
}
