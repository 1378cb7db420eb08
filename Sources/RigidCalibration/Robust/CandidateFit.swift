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
    /// A clearly different motion with at least half as many pairs, if there is one.
    public let rival: RivalMotion?
    /// The largest residual of a pair that is chosen, in metres.
    public let bound: Double
    /// Whether the bound was estimated from the points.
    public let boundWasEstimated: Bool

    /// The motion, destination frame first.
    public var targetFromSource: AnchoredMotion { fit.targetFromSource }

    /// Fits to candidates that agree to within a bound in metres, or one that is estimated where none is given.
    public init(_ candidates: CandidatePairs, bound: Double? = nil) throws(RigidFitError) {
        if let bound, !(bound > 0 && bound.isFinite) { throw .badBound(pair: nil, bound: bound) }
        let order = candidates.mostTelling
        guard order.count >= 3 else { throw .tooFewPairs(found: order.count, needed: 3) }
        boundWasEstimated = bound == nil
        var first = 0
        var part = try CandidatePart(candidates, order, from: &first, bound: bound)
        for _ in 1..<CandidateFit.parts where first < order.count && part.judged.best?.isDetermined != true {
            part = try CandidatePart(candidates, order, from: &first, bound: bound)
        }
        guard let best = part.judged.best, best.isDetermined else {
            if let mirror = part.judged.mirror, mirror.isBeyondDoubt {
                throw .mirrored(support: mirror.support)
            }
            throw .motionNotDetermined(support: part.judged.best?.support ?? 0, needed: part.judged.needed)
        }
        self.bound = part.bound
        let found = try CandidateMatches(candidates, part.pairs(best), within: part.bound)
        (fit, matches) = (found.fit, found.matches)
        neededSupport = best.needed
        rival = part.judged.rival.flatMap { rival in
            guard rival.isBeyondDoubt,
                let other = try? CandidateMatches(candidates, part.pairs(rival), within: part.bound),
                2 * other.matches.count >= found.matches.count
            else { return nil }
            return RivalMotion(other.fit.targetFromSource, support: other.matches.count)
        }
        if let rival, Double(rival.support) >= CandidateFit.nearlyAsMany * Double(matches.count) {
            throw .ambiguousMotion(RivalMotion(fit.targetFromSource, support: matches.count), rival: rival)
        }
    }

    /// A rival with this share of the support leaves open which of the two is meant: less than of given pairs, since a row of equal
    /// pitch that is one pitch off lacks as many as it has ends.
    public static let nearlyAsMany = 0.75

    /// The number of parts of the candidates that are searched until one gives a motion.
    private static let parts = 4
}

/// The candidates of a few sources, written out, and the motions they follow.
private struct CandidatePart {
    let judged: MotionJudgement
    /// In metres.
    let bound: Double
    private let sources, targets: [SIMD3<Double>]

    /// So many pairs are enough where they are of many sources,
    private static let enoughPairs = 6144
    /// as many as this, of which a part may not be among the targets at all.
    private static let enoughSources = 24
    /// The graph of more pairs would not fit in 32 MB.
    private static let mostPairs = 16384
    /// A source with more candidates than this says too little to be looked at.
    private static let mostOfOne = mostPairs / 4

    init(
        _ candidates: CandidatePairs, _ order: [Int32], from first: inout Int, bound: Double?
    ) throws(RigidFitError) {
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
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
        if bound == nil { scene.setBound(BoundEstimate(scene, nodes).bound ?? scene.rounding) }
        judged = MotionJudgement(scene, nodes: nodes)
        self.bound = bound ?? (scene.bounds.first ?? 0) / scene.scale
        self.sources = sources
        self.targets = targets
    }

    func pairs(_ found: MotionJudgement.Candidate) throws(RigidFitError) -> Correspondences {
        let places = found.motion.inliers.map { Int($0) }
        return try Correspondences(sources: places.map { sources[$0] }, targets: places.map { targets[$0] })
    }
}

/// The matches of sources and targets under a motion, and the motion fitted to those.
private struct CandidateMatches {
    let fit: RigidFit
    let matches: [CandidatePair]

    /// Fits and matches until the matches stay the same.
    private static let rounds = 10

    init(
        _ candidates: CandidatePairs, _ start: Correspondences, within bound: Double
    ) throws(RigidFitError) {
        var fit = try RigidFit(start)
        var matches: [CandidatePair] = []
        for _ in 0..<CandidateMatches.rounds {
            let next = CandidateMatches.nearest(candidates, fit.targetFromSource, within: bound)
            if next == matches { break }
            matches = next
            fit = try RigidFit(
                Correspondences(
                    sources: matches.map { candidates.sources[Int($0.source)] },
                    targets: matches.map { candidates.targets[Int($0.target)] }))
        }
        self.fit = fit
        self.matches = matches
    }

    /// The nearest candidate of each source, where the source is also the nearest of those that want it.
    private static func nearest(
        _ candidates: CandidatePairs, _ motion: AnchoredMotion, within bound: Double
    ) -> [CandidatePair] {
        var takers = [(source: Int32, miss: Double)?](repeating: nil, count: candidates.targets.count)
        for source in candidates.sources.indices {
            let place = motion * candidates.sources[source]
            var best: (target: Int, miss: Double)?
            for target in candidates.candidates(of: source) {
                let step = candidates.targets[Int(target)] - place
                let miss = step.dot(step)
                if miss <= bound * bound, miss < best?.miss ?? .infinity { best = (Int(target), miss) }
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
