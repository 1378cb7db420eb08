internal import QuadGeometry

/// The largest residual of pairs that follow, learned from the pairs: the bound at which chance explains least.
struct BoundEstimate {
    /// In scene units; `nil` when no bound gives a motion.
    private(set) var bound: Double?

    /// Bounds are tried from this share of the scene's width downwards,
    private static let widest = 1.0 / 16
    /// each a quarter of the one before,
    private static let step = 0.25
    /// as often as this.
    private static let tries = 9
    /// Enough pairs to learn it from.
    private static let mostNodes = 1024
    /// Of noise that is normal and alike in all directions half is within 1.54 deviations and all but one of 5,000
    /// within 4.5: the bound in medians.
    private static let bound = 2.93
    /// The median of few pairs is off itself, by this over the root of their number at two deviations.
    private static let medianError = 1.2

    init(_ scene: PairScene, _ nodes: [Int32]) {
        let every = (nodes.count + BoundEstimate.mostNodes - 1) / BoundEstimate.mostNodes
        let sample =
            scene.groups == nil
            ? Swift.stride(from: 0, to: nodes.count, by: max(every, 1)).map { nodes[$0] }
            : Array(nodes.prefix(BoundEstimate.mostNodes))
        var trial = scene
        var width = scene.widths.x * BoundEstimate.widest
        var best: (chance: Double, motion: SupportedMotion)?
        for _ in 0..<BoundEstimate.tries {
            trial.setBound(width)
            if let found = MotionJudgement(trial, nodes: sample).best {
                let chance = found.chance
                if chance < best?.chance ?? .infinity { best = (chance, found.motion) }
            }
            width *= BoundEstimate.step
        }
        guard var motion = best?.motion else { return }
        for _ in 0..<BoundEstimate.rounds {
            let bound = BoundEstimate.bound(motion, trial)
            self.bound = bound
            trial.setBound(bound)
            let next = SupportedMotion(motion.motion, trial, among: sample).settled(
                trial, among: sample, rounds: 2)
            guard next.inliers.count >= 3, next.inliers != motion.inliers else { return }
            motion = next
        }
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
