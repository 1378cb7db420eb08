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
    /// Given a chance as ``Candidate/chance``, only for the best motion, and only where chance explains it no better.
    init(
        _ scene: PairScene, nodes: [Int32], support: Int = 0, below rarest: Double? = nil,
        agreeing: (([Int32]) -> Bool)? = nil
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
        let search = MotionSearch(
            scene, nodes: nodes, floor: pairs(floor), least: pairs(least), seekingRival: rarest == nil,
            agreeing: agreeing)
        loose = search.loose
        func candidate(_ motion: SupportedMotion?) -> Candidate? {
            guard let motion else { return nil }
            let support =
                scene.groups.map { $0.following(motion.inliers).count { $0 } } ?? motion.inliers.count
            let reach = min(bound, MotionJudgement.ball * motion.spread(scene))
            let measure = chance(reach)
            return Candidate(
                motion: motion, support: support, needed: measure.needed, chance: measure.expected(support))
        }
        (best, rival, mirror) = (candidate(search.best), candidate(search.rival), candidate(search.mirror))
    }

    /// Followers that are all nearer than this share of the bound are as good as never seen.
    private static let nearest = 0.25
    /// The radius of a ball in root mean squares of a point in it: √(5/3).
    private static let ball = 1.291
}
