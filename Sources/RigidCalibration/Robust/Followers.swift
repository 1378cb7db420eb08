internal import QuadGeometry

/// All pairs that follow a motion which was found among distinct pairs, or among a part of them.
struct Followers {
    /// Their places, rising.
    let pairs: [Int]
    /// The distinct pairs among them, or the groups where there are any.
    let support: Int

    /// Fits to what was collected, until it stays the same.
    private static let rounds = 20

    init(_ found: SupportedMotion, _ scene: PairScene, _ nodes: [Int32], _ all: Correspondences) {
        var motion = found
        var scene = scene
        if !motion.isSettled || nodes.count < all.count {
            let counting = (0..<Int32(all.count)).filter { pair in
                all.weights.map { $0[Int(pair)] > 0 } ?? true
            }
            scene.groups = PairGroups(all, among: counting)
            motion = SupportedMotion(motion.motion, scene, among: counting)
                .settled(scene, among: counting, rounds: Followers.rounds)
        }
        pairs = motion.inliers.map { Int($0) }
        if let groups = scene.groups {
            support = groups.following(motion.inliers).count { $0 }
        } else if nodes.count == all.count {
            support = pairs.count
        } else {
            var place = 0
            support = motion.inliers.count { pair in
                while place < nodes.count, nodes[place] < pair { place += 1 }
                return place < nodes.count && nodes[place] == pair
            }
        }
    }
}
