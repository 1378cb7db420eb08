internal import QuadGeometry

/// The rigid motion that most pairs follow, when some, or nearly all, of them are wrong.
///
/// Nothing is drawn at random: pairs that follow one motion keep their distances, so they are found as a clique of
/// the graph of kept distances; see <doc:WhyNoRandomSampling>. Pairs within their bound of the motion then count, all
/// others do not, and the motion is fitted to those that count by ``RigidFit``. A motion that chance could have brought
/// is refused, and so is one that has a near rival, or that fewer than four follow and most do not.
///
/// ```swift
/// let robust = try RobustFit(pairs)
/// print(robust.support, robust.inliers.count)
/// ```
public struct RobustFit: Sendable {
    /// The fit to all pairs that follow.
    public let fit: RigidFit
    /// Whether each pair follows; pairs of weight zero never do.
    public let inliers: [Bool]
    /// The pairs that follow, or the groups where there are any; repeated pairs count once.
    public let support: Int
    /// The least support that chance does not bring, at this bound.
    public let neededSupport: Int
    /// A clearly different motion with at least half of the support, or a quarter of the groups, if there is one; more than all of
    /// it where the second motion was chosen.
    public let rival: RivalMotion?
    /// The largest residual of a pair that follows, in metres; the largest of all where each has its own.
    public let bound: Double
    /// Whether the bound was estimated from the pairs.
    public let boundWasEstimated: Bool
    /// The ratio of lengths between the sides; `nil` where too few of them agree.
    public let scale: ScaleRatio?

    let pairs: Correspondences
    let bounds: [Double]?
    /// Whether the pairs that follow do so to the last digit.
    package let isExact: Bool
    /// The bound that was learned before markers were told apart in blocks: what a scan that bends is followed with; in metres.
    let looseBound: Double

    /// The motion, destination frame first.
    public var targetFromSource: AnchoredMotion { fit.targetFromSource }

    /// The share of the support by which the motion leads its rival; 1 where no rival has half as much, and negative where the second
    /// motion was chosen.
    public var margin: Double { rival.map { 1 - Double($0.support) / Double(support) } ?? 1 }

    /// Fits to the pairs that agree with each other to within a bound in metres: one for all, one for each pair, or
    /// one that is estimated where none is given.
    ///
    /// - Parameters:
    ///   - pairs: The pairs, of which some may be wrong.
    ///   - bound: The largest residual of a pair that follows, in metres.
    ///   - bounds: The same for each pair.
    ///   - choice: The motion to take, 1 for that with most support and 2 for its rival, also where the two have nearly equal support.
    public init(
        _ pairs: Correspondences, bound: Double? = nil, bounds: [Double]? = nil, choice: Int? = nil
    ) throws(RigidFitError) {
        do {
            try self.init(following: pairs, bound: bound, bounds: bounds, choice: choice)
        } catch .motionNotDetermined(let support, let needed) {
            throw RobustFit.slip(in: pairs, bound: bound, bounds: bounds, beside: support)
                ?? .motionNotDetermined(support: support, needed: needed)
        }
        let members = pairs.members.count
        let isOfFew = support < RobustFit.enoughBesideMost && 2 * support <= members
        // Between two motions a person may choose, but a single one of few stays unknown.
        if choice != nil, rival != nil || !isOfFew { return }
        if rivalry != nil || RobustFit.manyMore * Double(support) < Double(members),
            let mirrored = RobustFit.mirroredSupport(of: pairs, bound: bound, beside: support)
        {
            throw .mirrored(support: mirrored)
        }
        if let mirrored = mirroredWithRejected { throw .mirrored(support: mirrored) }
        if let rivalry { throw rivalry }
        if isOfFew {
            throw .motionNotDetermined(
                support: support, needed: min(RobustFit.enoughBesideMost, members / 2 + 1))
        }
    }

    /// So many may be right while most are not. Of fewer, two of four say, the others may be those that stayed, and too far apart
    /// by their own errors to show as a rival.
    private static let enoughBesideMost = 4

    /// The refusal where the rival leaves open which of the two motions is meant.
    private var rivalry: RigidFitError? {
        // Copies were not scanned again: fewer markers that were may show the motion.
        guard let rival,
            isExact && !rival.isExact
                || Double(rival.support) >= RobustFit.nearlyAsMany * Double(support)
        else { return nil }
        return .ambiguousMotion(
            RivalMotion(targetFromSource, support: support, isExact: isExact), rival: rival)
    }

    /// The number of groups that follow a mirrored motion by their middles, if many more do: of a mirrored room each
    /// side has a motion of its own, with outlines that run the other way, and all sides together have the mirrored
    /// one. Of single pairs the search itself has found the mirror.
    private static func mirroredSupport(of pairs: Correspondences, bound: Double?, beside support: Int)
        -> Int?
    {
        // Beside a motion that many follow, no mirrored one that fewer do is looked for, nor a rival that leaves it open.
        let least = Int(nearlyAsMany * manyMore * Double(support))
        guard pairs.groups != nil,
            let middles = pairs.middles,
            let mirrored = try? RobustFit(
                following: middles.mirrored, bound: bound, bounds: nil, least: least),
            mirrored.rivalry == nil
        else { return nil }
        let proper = try? RobustFit(following: middles, bound: mirrored.bound, bounds: nil)
        let most = manyMore * Double(max(support, proper?.support ?? 0))
        return Double(mirrored.support) > most ? mirrored.support : nil
    }

    /// A flat scene supports both alike, give or take some.
    private static let manyMore = 1.5

    /// The reason that pairs agree on no motion, where one side is mirrored or has other units.
    private static func slip(
        in pairs: Correspondences, bound: Double?, bounds: [Double]?, beside support: Int
    ) -> RigidFitError? {
        if let mirrored = try? RobustFit(following: pairs.mirrored, bound: bound, bounds: bounds),
            mirrored.rivalry == nil
        {
            return .mirrored(support: mirrored.support)
        }
        if let mirrored = mirroredSupport(of: pairs, bound: bound, beside: support) {
            return .mirrored(support: mirrored)
        }
        guard let ratio = ScaleRatio(pairs), let shrunk = pairs.withTargets(scaledBy: 1 / ratio.factor) else {
            return nil
        }
        let shrunkFit = try? RobustFit(
            following: shrunk, bound: bound.map { $0 / ratio.factor },
            bounds: bounds?.map { $0 / ratio.factor })
        guard let shrunkFit, shrunkFit.rivalry == nil else { return nil }
        return .scaleSlip(factor: ratio.factor, spread: ratio.spread)
    }

    /// Fits without diagnosing a failure or a rival; `least` is the support from which a motion is looked for.
    init(
        following pairs: Correspondences, bound: Double?, bounds: [Double]?, least: Int = 0,
        choice: Int? = nil
    ) throws(RigidFitError) {
        if let bound, !(bound > 0 && bound.isFinite) { throw .badBound(pair: nil, bound: bound) }
        if let bounds {
            guard bounds.count == pairs.count else {
                throw .unpairedColumn(.bounds, count: bounds.count, pairs: pairs.count)
            }
            for (pair, bound) in bounds.enumerated() where !(bound > 0 && bound.isFinite) {
                throw .badBound(pair: pair, bound: bound)
            }
        }
        guard pairs.effectiveCount >= 3 else { throw .tooFewPairs(found: pairs.effectiveCount, needed: 3) }
        let nodes = DistinctPairs.places(pairs)
        guard
            var scene = PairScene(
                sources: pairs.sources, targets: pairs.targets, weights: pairs.weights,
                bound: { bounds?[$0] ?? bound ?? 0 })
        else {
            // Points in one place are refused by the fit itself, with what it measured.
            _ = try RigidFit(pairs)
            throw .motionNotDetermined(support: 0, needed: 3)
        }
        scene.groups = PairGroups(pairs, among: nodes)
        boundWasEstimated = bound == nil && bounds == nil
        if boundWasEstimated {
            let estimate = BoundEstimate(scene, nodes, support: least)
            let bound = estimate.bound ?? scene.rounding
            let markers = estimate.motion?.markers(in: scene, within: bound) ?? []
            let blocks = MarkerBlocks(pairs, markers)
            scene.setBound(min(bound, blocks.map { $0.bound * scene.scale } ?? bound))
            looseBound = bound / scene.scale
        } else {
            looseBound = (scene.bounds.max() ?? 0) / scene.scale
        }
        let bound = (scene.bounds.max() ?? 0) / scene.scale
        self.bounds = bounds
        scale = ScaleRatio(scene, nodes)
        let judged = RobustFit.judge(scene, nodes, pairs, least: least)
        if let scale, scale.misplaces(scene.widths.x, beyond: bound * scene.scale),
            RobustFit.slips(by: scale, pairs, scene, nodes, beside: judged.best)
        {
            throw .scaleSlip(factor: scale.factor, spread: scale.spread)
        }
        guard let best = judged.best, best.isDetermined else {
            if let mirror = judged.mirror, mirror.isBeyondDoubt { throw .mirrored(support: mirror.support) }
            // Points on a line are refused by the fit itself, with the line.
            if !judged.loose.isEmpty { _ = try RigidFit(pairs.selected(judged.loose.map { Int($0) })) }
            throw .motionNotDetermined(
                support: judged.best?.support ?? 0, needed: judged.best?.needed ?? judged.needed)
        }
        if let mirror = judged.mirror, mirror.isBeyondDoubt, mirror.support > best.support {
            throw .mirrored(support: mirror.support)
        }
        var taken = best
        var other = judged.rival.flatMap { rival in
            rival.isDetermined
                || scene.groups != nil
                    && Double(rival.support) >= RobustFit.nearlyAsMany * Double(best.support)
                ? rival : nil
        }
        var scenes = (taken: scene, other: scene)
        let rounding = pairs.rounding
        if other == nil,
            let rest = RobustFit.rest(
                beside: best, scene, nodes, learning: boundWasEstimated,
                besideCopies: boundWasEstimated && bound < rounding)
        {
            (other, scenes.other) = (rest.motion, rest.scene)
            // A bound that a few exact copies taught is too tight for those that somebody measured.
            if rest.motion.support > best.support {
                (taken, other, scenes) = (rest.motion, best, (rest.scene, scene))
            }
        }
        if let choice, choice != 1 {
            guard choice == 2, let second = other else {
                throw .noSuchMotion(choice: choice, motions: other == nil ? 1 : 2)
            }
            (taken, other, scenes) = (second, taken, (scenes.other, scenes.taken))
        }
        self.bound = (scenes.taken.bounds.max() ?? 0) / scene.scale
        let followers = Followers(taken.motion, scenes.taken, nodes, pairs)
        fit = try RigidFit(pairs.selected(followers.pairs))
        support = followers.support
        neededSupport = taken.needed
        isExact = fit.rms < rounding
        rival = other.flatMap { rival in
            let followers = Followers(rival.motion, scenes.other, nodes, pairs)
            guard let fit = try? RigidFit(pairs.selected(followers.pairs)) else { return nil }
            return RivalMotion(
                fit.targetFromSource, support: followers.support, isExact: fit.rms < rounding)
        }
        var inliers = [Bool](repeating: false, count: pairs.count)
        for pair in followers.pairs { inliers[pair] = true }
        self.inliers = inliers
        self.pairs = pairs
    }

    /// Whether many more follow a motion once lengths agree: a block that was moved changes the lengths between it and the others, too.
    private static func slips(
        by scale: ScaleRatio, _ pairs: Correspondences, _ scene: PairScene, _ nodes: [Int32],
        beside best: MotionJudgement.Candidate?
    ) -> Bool {
        guard let best, best.isDetermined else { return true }
        guard let shrunk = pairs.withTargets(scaledBy: 1 / scale.factor),
            var other = PairScene(
                sources: shrunk.sources, targets: shrunk.targets, weights: shrunk.weights, bound: { _ in 0 })
        else { return true }
        let grown = other.scale / scene.scale / Double.maximum(scale.factor, 1)
        other.setBound((scene.bounds.max() ?? 0) * grown)
        other.groups = scene.groups
        let found = judge(other, nodes, shrunk, least: best.support).best
        return Double(found?.support ?? 0) >= manyMore * Double(best.support)
    }

    /// A rival with this share of the support leaves open which of the two is meant.
    public static let nearlyAsMany = 0.9
    /// The graph of more pairs than this would not fit in 8 MB.
    private static let mostNodes = 8192

    /// Searches all pairs, or one of several parts of many until one part gives a motion.
    private static func judge(
        _ scene: PairScene, _ nodes: [Int32], _ pairs: Correspondences, least: Int
    ) -> MotionJudgement {
        let parts = (nodes.count + mostNodes - 1) / mostNodes
        guard parts > 1 else { return MotionJudgement(scene, nodes: nodes, support: least) }
        var part = 0
        while true {
            var places: [Int32] = []
            for (place, node) in nodes.enumerated() {
                // Groups stay whole.
                let unit = scene.groups.map { Int($0.groups[Int(node)]) } ?? place
                if unit % parts == part { places.append(node) }
            }
            var partScene = scene
            partScene.groups = PairGroups(pairs, among: places)
            let judged = MotionJudgement(partScene, nodes: places, support: least / parts)
            part += 1
            if part == parts || judged.best?.isDetermined == true { return judged }
        }
    }
}

extension RobustFit {
    /// The motion of markers that do not follow, if they are at least a quarter as many: another session, a block that was moved, or
    /// those that were measured where others are copies. Their own distances say how far from it they may be.
    ///
    /// Among single pairs the search finds a second motion itself, unless copies taught it a bound that only copies keep.
    static func rest(
        beside best: MotionJudgement.Candidate, _ scene: PairScene, _ nodes: [Int32], learning: Bool,
        besideCopies: Bool
    ) -> (motion: MotionJudgement.Candidate, scene: PairScene)? {
        let groups = scene.groups, count = groups?.sizes.count ?? nodes.count
        let least = max(fewestOfBlock, (best.support + 3) / 4)
        guard groups != nil || besideCopies, count <= mostOfRest, count - best.support >= least else {
            return nil
        }
        let others: [Int32]
        if let groups {
            let follows = groups.following(best.motion.inliers)
            others = nodes.filter { !follows[Int(groups.groups[Int($0)])] }
        } else {
            let follows = Set(best.motion.inliers)
            others = nodes.filter { !follows.contains($0) }
        }
        var trial = scene
        trial.groups = groups?.restricted(to: others)
        let bound = wider * (scene.bounds.max() ?? 0)
        trial.setBound(Double.maximum(bound, learning ? BoundEstimate(trial, others).bound ?? 0 : 0))
        guard let found = MotionJudgement(trial, nodes: others).best, found.isDetermined,
            found.support >= least,
            // Markers that are only less exact follow the same motion.
            2 * support(trial, best.motion.motion, others) < found.support
        else { return nil }
        trial.groups = groups
        return (found, trial)
    }

    private static func support(_ scene: PairScene, _ motion: TrialMotion, _ nodes: [Int32]) -> Int {
        let followers = SupportedMotion(motion, scene, among: nodes).inliers
        return scene.groups?.following(followers).count { $0 } ?? followers.count
    }

    /// Among so many markers the search takes the time of the fit once more; so many that move alike are no accident of a few that were moved;
    /// and what is learned from those that follow may be too tight by this factor.
    private static let mostOfRest = 256, fewestOfBlock = 4, wider = 2.0
}
