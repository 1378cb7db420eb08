internal import QuadGeometry

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
