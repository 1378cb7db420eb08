package import QuadGeometry

/// The motions under which quads of two scans lie on each other, by their geometry alone, where both frames know up.
///
/// A pair of like quads is a whole motion: four corners each. Votes of all pairs name the motions that are worth a closer look, two
/// votes that agree fix each of them, and the quads are then laid on each other one to one.
package struct QuadMatching {
    /// A motion, and the quads that it lays on each other.
    package struct Found {
        package let motion: AnchoredMotion
        /// By old quad: the places of both, the order of the new corners, and the distance of the corners, in metres.
        package let pairs: [(old: Int, new: Int, order: CornerOrder, distance: Double)]
        /// The farthest that corners of a pair may be apart, root mean square, in metres.
        package let limit: Double
        /// Whether chance brings as many, as near as they are, in less than one of 10,000 scans.
        package let isRare: Bool
        /// Whether it has half as many pairs again as chance brings, as near as they are, in one of 10,000 scans.
        package let isNoChance: Bool

        /// The median of the distances of its pairs, in metres.
        package var medianDistance: Double {
            pairs.map { $0.distance }.sorted()[pairs.count / 2]
        }

        /// Whether its pairs are nearer to each other than anything measured.
        package var isOfCopies: Bool { limit <= QuadPlacement.leastLimit }

        /// Whether half of the pairs of the smaller are pairs of the larger, so that both are one motion.
        package func isAlike(_ other: Found) -> Bool {
            let known = Set(pairs.map { SIMD2($0.old, $0.new) })
            let same = other.pairs.count { known.contains(SIMD2($0.old, $0.new)) }
            return 2 * same >= min(pairs.count, other.pairs.count)
        }

        /// Whether both take most of some quads to the same places, to within a distance in metres.
        package func leads(_ quads: [Quad], whereThatOf other: Found, within reach: Double) -> Bool {
            let same = quads.count { quad in
                let step = motion * quad.p1 - other.motion * quad.p1
                return step.dot(step).squareRoot() <= reach
            }
            return 2 * same > quads.count
        }

        /// The same where the quads were some of more: the numbers that they have there.
        package func numbered(olds: [Int], news: [Int]) -> Found {
            Found(
                motion: motion,
                pairs: pairs.map { (olds[$0.old], news[$0.new], $0.order, $0.distance) },
                limit: limit, isRare: isRare, isNoChance: isNoChance)
        }
    }

    /// Clearly different motions, the one first that chance explains least.
    package let found: [Found]
    /// The fewest pairs as near to each other as those of the first that chance brings in less than one of 10,000 scans.
    package let needed: Int

    /// About so many claims are looked at, and by so many quads are motions compared.
    fileprivate static let mostClaims = 64, mostCompared = 16
    /// So many motions are looked at closely.
    private static let mostPlaced = 24
    /// Of a peak so many votes are held against its others.
    private static let mostTried = 12, mostKept = 3
    /// So many of those are laid down together with it, of those that are at least as far away as this, in metres.
    private static let mostFriends = 2, leastArm = 1.0
    /// Of so few votes each is laid down together with each other.
    private static let mostWithAll = 48
    /// Votes of a peak agree if what is between their quads is as long in both scans to this, in metres.
    private static let agreement = 0.15

    /// Lays quads on quads.
    ///
    /// - Parameters:
    ///   - olds: The quads of one scan.
    ///   - news: Those of the other.
    ///   - claims: Pairs that something else says are one another, right or wrong: their motions are looked at, too.
    ///   - stated: A motion that is looked at first.
    ///   - bound: How far corners of a pair may be apart, in metres; estimated where none is given.
    package init(
        _ olds: [Quad], _ news: [Quad], claims: [(old: Int, new: Int)] = [],
        stated: AnchoredMotion? = nil, bound: Double? = nil
    ) {
        let scans = PlacedScans(olds, news)
        let votes = MotionVotes(scans.levelOlds, scans.levelNews, bound: bound)
        var trials = (votes.peaks + [QuadMatching.votes(of: claims, scans)]).flatMap {
            QuadMatching.motions($0, scans)
        }
        // Of few some fall into cells of their own, if they are far apart or beside the edge of a cell.
        trials += QuadMatching.motions(
            votes.few, scans, kept: votes.few.count,
            friends: votes.few.count <= QuadMatching.mostWithAll ? votes.few.count : QuadMatching.mostFriends)
        trials.sort { ($1.support, $0.place) < ($0.support, $1.place) }
        let chance = PlacementChance(votes, scans)
        var placed: [QuadPlacement] = [], looked: [AnchoredMotion] = []
        for motion in (stated.map { [$0] } ?? []) + trials.lazy.map({ $0.motion.motion }) {
            guard looked.count < QuadMatching.mostPlaced else { break }
            guard !looked.contains(where: { scans.areAlike($0, motion, within: PlacedScans.reach / 2) }),
                !placed.contains(where: { scans.areAlike($0.motion, motion, within: $0.limit) })
            else { continue }
            looked.append(motion)
            guard let own = QuadPlacement(motion, scans, bound: bound) else { continue }
            guard let same = placed.firstIndex(where: { $0.isAlike(own) }) else {
                placed.append(own)
                continue
            }
            if chance.logarithm(of: own) < chance.logarithm(of: placed[same]) { placed[same] = own }
        }
        var ranked = placed.map { (chance: chance.logarithm(of: $0), placement: $0) }.sorted {
            ($0.chance, $1.placement.pairs.count) < ($1.chance, $0.placement.pairs.count)
        }.map { $0.placement }
        if let best = ranked.first {
            let grown = best.grown(scans)
            ranked = [grown] + ranked.dropFirst().filter { !grown.isAlike($0) }
        }
        found = ranked.map { placement in
            Found(
                motion: placement.motion,
                pairs: placement.pairs.map { ($0.old, $0.new, $0.order, $0.distance) },
                limit: placement.limit,
                isRare: chance.logarithm(of: placement) <= PlacementChance.accepted,
                isNoChance: 2 * placement.pairs.count >= 3 * chance.needed(within: placement.limit))
        }
        needed = chance.needed(within: ranked.first?.limit ?? PlacedScans.reach)
    }

    private static func votes(
        of claims: [(old: Int, new: Int)], _ scans: PlacedScans
    ) -> [MotionVotes.Vote] {
        let every = max(1, claims.count / mostClaims)
        return stride(from: 0, to: claims.count, by: every).compactMap { claim in
            let (old, new) = claims[claim], target = scans.levelNews[new]
            let motions = scans.levelOlds[old].orders.compactMap { $0.laid(on: target, within: .infinity) }
            return motions.first.map { MotionVotes.Vote(old: old, new: new, motion: $0) }
        }
    }

    /// The motions of votes of a peak that agree, by two of them as far apart as there are.
    private static func motions(
        _ votes: [MotionVotes.Vote], _ scans: PlacedScans, kept: Int = mostKept, friends: Int = mostFriends
    ) -> [(support: Double, place: Int, motion: LevelMotion)] {
        func center(_ vote: MotionVotes.Vote) -> (SIMD3<Double>, SIMD3<Double>) {
            (scans.levelOlds[vote.old].center, scans.levelNews[vote.new].center)
        }
        let every = max(1, votes.count / max(mostTried, kept))
        let tried = stride(from: 0, to: votes.count, by: every).map { first in
            let (old, new) = center(votes[first])
            let friends = votes.indices.compactMap { second -> (length: Double, vote: Int)? in
                guard votes[second].old != votes[first].old, votes[second].new != votes[first].new else {
                    return nil
                }
                let (other, target) = center(votes[second])
                let arm = other - old, wanted = target - new
                let level = (arm.x * arm.x + arm.z * arm.z).squareRoot()
                let wide = (wanted.x * wanted.x + wanted.z * wanted.z).squareRoot()
                guard (arm.y - wanted.y).magnitude <= agreement, (level - wide).magnitude <= agreement else {
                    return nil
                }
                return (level, second)
            }
            return (first: first, friends: friends)
        }.sorted { ($1.friends.count, $0.first) < ($0.friends.count, $1.first) }
        var found: [(support: Double, place: Int, motion: LevelMotion)] = []
        for one in tried.prefix(kept) {
            let vote = votes[one.first], (old, new) = center(vote)
            let far = one.friends.filter { $0.length > leastArm }.sorted {
                ($1.length, $0.vote) < ($0.length, $1.vote)
            }
            var motions: [LevelMotion] = []
            for friend in far.prefix(friends) {
                let (other, target) = center(votes[friend.vote])
                if let motion = LevelMotion(old, other, to: new, target) { motions.append(motion) }
            }
            if motions.isEmpty { motions = [vote.motion] }
            for motion in motions { found.append((scans.support(motion), one.first, motion)) }
        }
        return found
    }
}

extension PlacedScans {
    /// Whether two motions take most old quads to about the same places.
    fileprivate func areAlike(_ a: AnchoredMotion, _ b: AnchoredMotion, within distance: Double) -> Bool {
        let every = max(1, levelOlds.count / QuadMatching.mostCompared)
        // Of a row that is upright half a turn leaves the centers where they are.
        let some = stride(from: 0, to: levelOlds.count, by: every).map { olds[$0].p1 }
        return 2 * some.count { (a * $0 - b * $0).length <= distance } > some.count
    }
}

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
