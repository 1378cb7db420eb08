internal import QuadGeometry

/// The largest residual of pairs that follow, learned from the pairs: the bound at which chance explains least.
struct BoundEstimate {
    /// In scene units; `nil` when no bound gives a motion.
    private(set) var bound: Double?
    /// The motion that it was learned from, at last.
    private(set) var motion: TrialMotion?

    /// Bounds are tried from this share of the scene's width downwards,
    private static let widest = 1.0 / 16
    /// each a quarter of the one before,
    private static let step = 0.25
    private static let tries = 9
    /// Enough pairs to find a motion among, which takes the square of their number,
    static let mostSearched = 1024
    /// and to learn the bound from once there is one.
    private static let mostSettled = 8192
    /// Enough pairs of one group where there are many groups.
    private static let enoughOfGroup = 8
    /// Of noise that is normal and alike in all directions all but one of 5,000 points are within so many deviations of a coordinate.
    static let reach = 4.5
    /// Half is within 1.54 deviations: the bound in medians.
    private static let bound = 2.93
    /// The median of few pairs is off itself, by this over the root of their number at two deviations.
    private static let medianError = 1.2

    /// Learns it from a motion with at least this support; it is no larger than `most`, in scene units.
    init(_ scene: PairScene, _ nodes: [Int32], support: Int = 0, most: Double = .infinity) {
        let sample = BoundEstimate.sample(nodes, scene.groups, most: BoundEstimate.mostSearched)
        var trial = scene
        trial.groups = scene.groups?.restricted(to: sample)
        var width = min(scene.widths.x * BoundEstimate.widest, most)
        var best: MotionJudgement.Candidate?
        for _ in 0..<BoundEstimate.tries {
            trial.setBound(width)
            // Where the bound is below the noise, far more cliques of distances are kept than motions followed, and to
            // go through all of them takes a hundred times as long as to see that none can be chosen.
            let rarest = best?.chance ?? .infinity
            let judged = MotionJudgement(
                trial, nodes: sample, support: support * sample.count / max(nodes.count, 1), below: rarest)
            if let found = judged.best, found.chance < rarest { best = found }
            width *= BoundEstimate.step
        }
        guard var motion = best?.motion else { return }
        let all = BoundEstimate.sample(nodes, scene.groups, most: BoundEstimate.mostSettled)
        trial.groups = scene.groups?.restricted(to: all)
        for _ in 0..<BoundEstimate.rounds {
            let bound = min(BoundEstimate.bound(motion, trial), most)
            (self.bound, self.motion) = (bound, motion.motion)
            trial.setBound(bound)
            let next = SupportedMotion(motion.motion, trial, among: all).settled(
                trial, among: all, rounds: 2)
            guard next.inliers.count >= 3, next.inliers != motion.inliers else { return }
            motion = next
        }
    }

    /// As many of the pairs as that, from all over; groups stay whole unless they are large.
    static func sample(_ nodes: [Int32], _ groups: PairGroups?, most: Int) -> [Int32] {
        guard let groups else { return thinned(nodes, to: most) }
        var members = [[Int32]](repeating: [], count: groups.sizes.count)
        for node in nodes { members[Int(groups.groups[Int(node)])].append(node) }
        let mostOfGroup = max(enoughOfGroup, most / groups.sizes.count)
        members = members.filter { !$0.isEmpty }.map { thinned($0, to: mostOfGroup) }
        let count = members.reduce(0) { $0 + $1.count }
        return thinned(members, to: members.count * most / max(count, 1)).joined().sorted()
    }

    /// All, or so many of them, spread evenly.
    private static func thinned<Element>(_ all: [Element], to most: Int) -> [Element] {
        guard all.count > most else { return all }
        return (0..<most).map { all[$0 * all.count / most] }
    }

    /// Bounds and followers settle on each other in two or three rounds.
    private static let rounds = 6

    private static func bound(_ motion: SupportedMotion, _ scene: PairScene) -> Double {
        let misses = motion.inliers.map {
            motion.motion.miss(scene.sources[Int($0)], scene.targets[Int($0)]).squareRoot()
        }.sorted()
        let freedoms = Double(3 * misses.count), left = max(freedoms - 6, 1)
        let median = misses[misses.count / 2] * (freedoms / left).squareRoot()
        let firm = 1 + medianError / Double(misses.count).squareRoot()
        return max(bound * firm * median, scene.rounding)
    }
}
