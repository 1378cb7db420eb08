internal import QuadGeometry

/// The rigid motion that most points of two scans follow when their matches are open.
///
/// The points that say most are looked at first, as in ``RobustFit``; then every candidate is held against the motion,
/// and each source and each target is taken at most once, the nearest first.
public struct CandidateFit: Sendable {
    /// The fit to the pairs that were chosen.
    public let fit: RigidFit
    /// The pairs that were chosen, by source.
    public let matches: [CandidatePair]
    /// The least number of them that chance does not bring, at this bound.
    public let neededSupport: Int
    /// The clearly different motion with most pairs, if one has at least half as many: whether chance brings it or not.
    public let rival: RivalMotion?
    /// The largest residual of a pair that is chosen, in metres.
    public let bound: Double
    /// Whether the bound was estimated from the points.
    public let boundWasEstimated: Bool

    /// The motion, destination frame first: that of the fit, or of the things of the pairs.
    public let targetFromSource: AnchoredMotion

    /// Fits to candidates that agree to within a bound in metres, or one that is estimated where none is given.
    public init(_ candidates: CandidatePairs, bound: Double? = nil) throws(RigidFitError) {
        try self.init(
            candidates, bound: bound, atMost: .infinity, rivalBelow: CandidateFit.nearlyAsMany, things: nil)
    }

    /// The same, where an estimated bound is no larger than that, a rival has less than a share of the support, and a pair is a match only
    /// if its things agree in more than their place, under a motion.
    package init(
        _ candidates: CandidatePairs, bound: Double?, atMost most: Double, rivalBelow share: Double,
        things: CandidateThings?
    ) throws(RigidFitError) {
        if let bound, !(bound > 0 && bound.isFinite) { throw .badBound(pair: nil, bound: bound) }
        let order = candidates.mostTelling
        guard order.count >= 3 else { throw .tooFewPairs(found: order.count, needed: 3) }
        boundWasEstimated = bound == nil
        var first = 0
        var part = try CandidatePart(candidates, order, from: &first, bound: bound, atMost: most, things)
        for _ in 1..<CandidateFit.parts where first < order.count && part.judged.best?.isDetermined != true {
            part = try CandidatePart(candidates, order, from: &first, bound: bound, atMost: most, things)
        }
        guard let best = part.judged.best, best.isDetermined else {
            if let mirror = part.judged.mirror, mirror.isBeyondDoubt {
                throw .mirrored(support: mirror.support)
            }
            // More than there are points cannot be had.
            let most = min(order.count, candidates.targets.count)
            throw .motionNotDetermined(
                support: part.judged.best?.support ?? 0, needed: min(part.judged.needed, most))
        }
        self.bound = part.bound
        neededSupport = best.needed
        func matches(_ found: MotionJudgement.Candidate) throws(RigidFitError) -> CandidateMatches {
            try CandidateMatches(candidates, part.pairs(found), within: part.bound, things)
        }
        var found = try matches(best), other = part.judged.rival.flatMap { try? matches($0) }
        if let second = other, second.matches.count > found.matches.count { (found, other) = (second, found) }
        (fit, targetFromSource, self.matches) = (found.fit, found.motion, found.matches)
        let support = found.matches.count
        guard support >= best.needed else {
            throw .motionNotDetermined(support: support, needed: best.needed)
        }
        rival = other.flatMap { other in
            2 * other.matches.count >= support
                ? RivalMotion(other.motion, support: other.matches.count) : nil
        }
        // A pattern is taken to itself by many motions, of which the best has one or two matches more than the next.
        if let rival,
            Double(rival.support) >= share * Double(support)
                || support - rival.support < CandidateFit.leastLead
        {
            throw .ambiguousMotion(RivalMotion(targetFromSource, support: support), rival: rival)
        }
    }

    /// A rival with this share of the support leaves open which of the two is meant: less than of given pairs, since a row of equal
    /// pitch that is one pitch off lacks as many as it has ends.
    public static let nearlyAsMany = 0.75
    /// So many matches more than a rival's are no accident of a pattern.
    private static let leastLead = 2

    /// The number of parts of the candidates that are searched until one gives a motion.
    private static let parts = 4
}

/// The candidates of a few sources, written out, and the motions they follow.
private struct CandidatePart {
    let judged: MotionJudgement
    /// In metres.
    let bound: Double
    private let candidates: [CandidatePair]

    /// So many pairs are enough where they are of many sources,
    private static let enoughPairs = 6144
    /// as many as this, of which a part may not be among the targets at all.
    private static let enoughSources = 24
    /// The graph of more pairs would not fit in 32 MB.
    private static let mostPairs = 16384
    /// A source with more candidates than this says too little to be looked at.
    private static let mostOfOne = mostPairs / 4

    init(
        _ candidates: CandidatePairs, _ order: [Int32], from first: inout Int, bound: Double?,
        atMost most: Double, _ things: CandidateThings?
    ) throws(RigidFitError) {
        var pairs: [CandidatePair] = [], sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        var taken = 0
        while first < order.count,
            taken < CandidatePart.enoughSources || sources.count < CandidatePart.enoughPairs
        {
            let source = Int(order[first]), listed = candidates.candidates(of: source)
            guard listed.count <= CandidatePart.mostOfOne else {
                first += 1
                continue
            }
            guard sources.count + listed.count <= CandidatePart.mostPairs else { break }
            for target in listed {
                pairs.append(CandidatePair(source: Int32(source), target: target))
                sources.append(candidates.sources[source])
                targets.append(candidates.targets[Int(target)])
            }
            taken += 1
            first += 1
        }
        let nodes = (0..<Int32(sources.count)).map { $0 }
        guard
            var scene = PairScene(
                sources: sources, targets: targets, weights: nil, bound: { _ in bound ?? 0 })
        else { throw .motionNotDetermined(support: 0, needed: 3) }
        if bound == nil {
            let found = BoundEstimate(scene, nodes, most: most * scene.scale).bound
            scene.setBound(found ?? scene.rounding)
            // Of so many pairs the estimate has looked at a few, of which hardly any need be right.
            if nodes.count > BoundEstimate.mostSearched, most.isFinite {
                scene.setBound(
                    CandidatePart.rarest(
                        [scene.bounds[0]] + CandidatePart.shares.map { most * scene.scale * $0 }, scene, nodes
                    ))
            }
        }
        self.candidates = pairs
        judged = MotionJudgement(
            scene, nodes: nodes,
            agreeing: things.map { things in
                { [pairs] inliers in things.motion(inliers.map { pairs[Int($0)] }) != nil }
            })
        self.bound = bound ?? (scene.bounds.first ?? 0) / scene.scale
    }

    /// The bounds that are tried, too, as shares of the largest.
    private static let shares = [0.25, 0.0625]

    /// The bound whose best motion chance explains least.
    private static func rarest(_ bounds: [Double], _ scene: PairScene, _ nodes: [Int32]) -> Double {
        var trial = scene
        var best = (bound: bounds[0], chance: Double.infinity)
        for bound in bounds {
            trial.setBound(bound)
            let judged = MotionJudgement(trial, nodes: nodes, below: best.chance)
            if let chance = judged.best?.chance, chance < best.chance { best = (bound, chance) }
        }
        return best.bound
    }

    func pairs(_ found: MotionJudgement.Candidate) -> [CandidatePair] {
        found.motion.inliers.map { candidates[Int($0)] }
    }
}

/// The matches of sources and targets under a motion, and the motion fitted to those.
private struct CandidateMatches {
    let fit: RigidFit
    let motion: AnchoredMotion
    let matches: [CandidatePair]

    /// Fits and matches until the matches stay the same.
    private static let rounds = 10

    init(
        _ candidates: CandidatePairs, _ start: [CandidatePair], within bound: Double,
        _ things: CandidateThings?
    ) throws(RigidFitError) {
        func fitted(_ pairs: [CandidatePair]) throws(RigidFitError) -> (RigidFit, AnchoredMotion) {
            let fit = try RigidFit(
                Correspondences(
                    sources: pairs.map { candidates.sources[Int($0.source)] },
                    targets: pairs.map { candidates.targets[Int($0.target)] }))
            return (fit, things?.motion(pairs) ?? fit.targetFromSource)
        }
        var (fit, motion) = try fitted(start)
        var matches: [CandidatePair] = []
        for _ in 0..<CandidateMatches.rounds {
            let next = CandidateMatches.nearest(candidates, motion, within: bound, things)
            if next == matches { break }
            matches = next
            guard next.count >= 3 else { break }
            (fit, motion) = try fitted(matches)
        }
        (self.fit, self.motion, self.matches) = (fit, motion, matches)
    }

    /// The nearest candidate of each source, where the source is also the nearest of those that want it.
    private static func nearest(
        _ candidates: CandidatePairs, _ motion: AnchoredMotion, within bound: Double,
        _ things: CandidateThings?
    ) -> [CandidatePair] {
        var takers = [(source: Int32, miss: Double)?](repeating: nil, count: candidates.targets.count)
        for source in candidates.sources.indices {
            let place = motion * candidates.sources[source]
            var best: (target: Int, miss: Double)?
            for target in candidates.candidates(of: source) {
                let step = candidates.targets[Int(target)] - place
                let miss = step.dot(step)
                if miss <= bound * bound, miss < best?.miss ?? .infinity,
                    things?.agree(CandidatePair(source: Int32(source), target: target), motion) ?? true
                {
                    best = (Int(target), miss)
                }
            }
            if let best, best.miss < takers[best.target]?.miss ?? .infinity {
                takers[best.target] = (Int32(source), best.miss)
            }
        }
        return takers.enumerated().compactMap { target, taker in
            taker.map { CandidatePair(source: $0.source, target: Int32(target)) }
        }.sorted { $0.source < $1.source }
    }
}

/// The things that candidates are points of, as markers whose corners tell more than their centers.
package struct CandidateThings {
    /// Whether the things of a pair lie on each other under a motion.
    let agree: (CandidatePair, AnchoredMotion) -> Bool
    /// The motion under which most things of some pairs lie on each other; `nil` where there is none. Places alone fix none that are in a row,
    /// but for what their errors say.
    let motion: ([CandidatePair]) -> AnchoredMotion?

    package init(
        agree: @escaping (CandidatePair, AnchoredMotion) -> Bool,
        motion: @escaping ([CandidatePair]) -> AnchoredMotion?
    ) {
        (self.agree, self.motion) = (agree, motion)
    }
}
