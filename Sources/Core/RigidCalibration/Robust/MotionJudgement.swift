internal import QuadGeometry

/// The motions that pairs of a scene follow, and whether chance explains them.
struct MotionJudgement {
    struct Candidate {
        let motion: SupportedMotion
        /// Pairs, or groups where there are any.
        let support: Int
        let needed: Int
        /// The logarithm of the number of motions that chance would support as well.
        let chance: Double

        var isDetermined: Bool { support >= needed }
        /// Whether it holds against another that is determined: not even once in a million scenes by chance.
        var isBeyondDoubt: Bool { isDetermined && chance <= -20 }
    }

    let best, rival, mirror: Candidate?
    /// Pairs that keep their distances and fix no motion, as on a line.
    let loose: [Int32]
    /// The least support that was looked for.
    let needed: Int

    /// Searches these pairs of the scene for motions with at least this support, be they determined or not.
    ///
    /// Given a chance as ``Candidate/chance``, only for the best motion, and only where chance explains it no better. Where nearly all
    /// follow the motion of a guess, no other is searched for.
    init(
        _ scene: PairScene, nodes: [Int32], support: Int = 0, below rarest: Double? = nil,
        from guess: TrialMotion? = nil, agreeing: (([Int32]) -> Bool)? = nil
    ) {
        let bound = scene.bounds.max() ?? 0
        let candidates = scene.groups?.sizes.count ?? nodes.count
        let groupSize = scene.groups.map { $0.size(scene.sources) }
        func chance(_ reach: Double) -> ChanceSupport {
            ChanceSupport(candidates: candidates, widths: scene.widths, reach: reach, groupSize: groupSize)
        }
        func pairs(_ support: Int) -> Int { scene.groups?.leastPairs(support) ?? support }
        let tightest = chance(bound * MotionJudgement.nearest)
        let floor = tightest.needed
        needed = floor
        let least = max(support, rarest.map { tightest.leastSupport(expectedAtMost: $0) } ?? 0)
        func candidate(_ motion: SupportedMotion?) -> Candidate? {
            guard let motion else { return nil }
            let support =
                scene.groups.map { $0.following(motion.inliers).count { $0 } } ?? motion.inliers.count
            let reach = min(bound, MotionJudgement.ball * motion.spread(scene))
            let measure = chance(reach)
            return Candidate(
                motion: motion, support: support, needed: measure.needed, chance: measure.expected(support))
        }
        let wanted = (floor: pairs(floor), least: pairs(least))
        let isOnly = rarest != nil
        if let leading = guess.flatMap({
            MotionJudgement.leading($0, scene, nodes, wanted.floor, wanted.least, isOnly: isOnly)
        }) {
            (best, rival, mirror, loose) = (candidate(leading), nil, nil, [])
            return
        }
        if isOnly, !MotionJudgement.mayFollow(scene, nodes, least: max(wanted.floor, wanted.least)) {
            (best, rival, mirror, loose) = (nil, nil, nil, [])
            return
        }
        let search = MotionSearch(
            scene, nodes: nodes, floor: wanted.floor, least: wanted.least, seekingRival: !isOnly,
            agreeing: agreeing)
        loose = search.loose
        (best, rival, mirror) = (candidate(search.best), candidate(search.rival), candidate(search.mirror))
    }

    /// The motion that a guess settles at, where a search would find it and nothing beside it.
    ///
    /// Of a motion that all but one in nine follow, a rival with half of its followers shares three quarters of them and so is the same;
    /// where only the best is asked for, one that two thirds follow leaves too few for a better one.
    private static func leading(
        _ guess: TrialMotion, _ scene: PairScene, _ nodes: [Int32], _ floor: Int, _ least: Int, isOnly: Bool
    ) -> SupportedMotion? {
        guard nodes.count >= fewest, scene.groups.map({ $0.sizes.count >= fewest / 4 }) ?? true else {
            return nil
        }
        let found = SupportedMotion(guess, scene, among: nodes).settled(scene, among: nodes, rounds: rounds)
        let count = found.inliers.count, others = nodes.count - count
        guard found.isSettled, count >= max(2 * floor, least), others * (isOnly ? 2 : 8) <= count,
            // A wide bound holds many pairs of a mirrored scene, too.
            TrialMotion(scene, found.inliers, mirrored: true) == nil
        else { return nil }
        return found
    }

    /// Whether so many of the pairs may follow one motion: those that do keep their distances. Of every few pairs no more do than they have
    /// colors, where those of one color do not keep theirs.
    private static func mayFollow(_ scene: PairScene, _ nodes: [Int32], least: Int) -> Bool {
        guard nodes.count >= fewest else { return true }
        let parts = (nodes.count + 63) / 64
        var most = 0
        for part in 0..<parts {
            let places = stride(from: part, to: nodes.count, by: parts).map { nodes[$0] }
            most += scene.consistency(of: places).colors
        }
        return most >= least
    }

    /// A search among fewer takes no longer.
    private static let fewest = 128
    /// Fits to the followers of a guess, which rarely change after the second.
    private static let rounds = 5

    /// Followers that are all nearer than this share of the bound are as good as never seen.
    private static let nearest = 0.25
    /// The radius of a ball in root mean squares of a point in it: √(5/3).
    private static let ball = 1.291
}

extension BitMatrix {
    /// The colors that a few at a time need, so that no two of one color are joined: of those that all are, each has its own. Of 64 at
    /// most.
    fileprivate var colors: Int {
        var left = BitRow(firstOf: count, words: 1).words[0], colors = 0
        while left != 0 {
            var open = left
            while open != 0 {
                let node = open.trailingZeroBitCount, bit: UInt64 = 1 << UInt64(node)
                open &= ~(rows[node] | bit)
                left &= ~bit
            }
            colors += 1
        }
        return colors
    }
}
