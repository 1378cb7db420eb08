internal import QuadGeometry

/// A motion and the pairs that follow it.
struct SupportedMotion {
    var motion: TrialMotion
    /// The pairs within their bounds, by their places, rising.
    var inliers: [Int32]
    /// Each inlier counts one less the square of its share of the bound: more, and nearer, is better.
    var score: Double
    /// Whether the motion is the fit to its own inliers.
    private(set) var isSettled = false

    init(_ motion: TrialMotion, _ scene: PairScene, among all: [Int32]) {
        self.motion = motion
        inliers = []
        score = 0
        var inliers: [Int32] = []
        var score = 0.0
        unsafe scene.sources.withUnsafeBufferPointer { sources in
            unsafe scene.targets.withUnsafeBufferPointer { targets in
                unsafe scene.bounds.withUnsafeBufferPointer { bounds in
                    for pair in all {
                        let i = Int(pair)
                        let most = unsafe bounds[i] * bounds[i]
                        // Nearly all pairs that do not follow are off by more along one axis already.
                        guard unsafe motion.miss(sources[i], targets[i], along: 0) <= most,
                            unsafe motion.miss(sources[i], targets[i], along: 2) <= most
                        else { continue }
                        let share = unsafe motion.miss(sources[i], targets[i])
                        guard share <= most else { continue }
                        inliers.append(pair)
                        score += most > 0 ? 1 - share / most : 1
                    }
                }
            }
        }
        self.inliers = scene.groups.map { $0.kept(inliers) } ?? inliers
        self.score = score
    }

    /// Fits to the inliers and collects them again until they stay the same.
    func settled(_ scene: PairScene, among all: [Int32], rounds: Int) -> SupportedMotion {
        var best = self
        if isSettled { return self }
        for _ in 0..<rounds {
            guard best.inliers.count >= 3,
                let motion = TrialMotion(scene, best.inliers, mirrored: motion.isMirror)
            else { return best }
            let next = SupportedMotion(motion, scene, among: all)
            if next.inliers == best.inliers {
                best.motion = motion
                best.score = next.score
                best.isSettled = true
                return best
            }
            // A set that shrinks is going around in circles.
            guard next.inliers.count >= best.inliers.count || next.score > best.score else { return best }
            best = next
        }
        return best
    }

    /// The root mean square miss of the inliers in scene units, for the six numbers that were fitted.
    func spread(_ scene: PairScene) -> Double {
        let freedoms = Double(3 * inliers.count - 6)
        guard freedoms > 0 else { return 0 }
        var sum = 0.0
        for pair in inliers { sum += motion.miss(scene.sources[Int(pair)], scene.targets[Int(pair)]) }
        return (sum / freedoms * 3).squareRoot()
    }

    func isBetter(than other: SupportedMotion) -> Bool {
        inliers.count != other.inliers.count
            ? inliers.count > other.inliers.count : score > other.score
    }

    /// Whether more than half of the smaller support is shared, and the other motion leaves few of the rest far off: the same motion to
    /// within the bounds.
    ///
    /// Two motions of few markers share some of them by a mixture that follows neither.
    func isSame(as other: SupportedMotion, _ scene: PairScene) -> Bool {
        let (fewer, more) = inliers.count <= other.inliers.count ? (self, other) : (other, self)
        var shared = 0, far = 0, place = 0
        for pair in fewer.inliers {
            while place < more.inliers.count, more.inliers[place] < pair { place += 1 }
            if place < more.inliers.count, more.inliers[place] == pair {
                shared += 1
                continue
            }
            let bound = SupportedMotion.farAway * scene.bounds[Int(pair)]
            if more.motion.miss(scene.sources[Int(pair)], scene.targets[Int(pair)]) > bound * bound {
                far += 1
            }
        }
        return 2 * shared > fewer.inliers.count && SupportedMotion.few * far <= fewer.inliers.count
    }

    /// A pair that is off by so many bounds is no neighbor of a follower.
    private static let farAway = 3.0
    /// Of a motion's followers that are another's, too, all but one in so many.
    private static let few = 4
}

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
            let counting = all.counting
            scene.groups = PairGroups(all, among: counting)
            motion = SupportedMotion(motion.motion, scene, among: counting)
                .settled(scene, among: counting, rounds: Followers.rounds)
        }
        pairs = Followers.places(of: motion, scene, all)
        if let groups = scene.groups {
            support = groups.following(motion.inliers).count { $0 }
        } else if nodes.count == all.count {
            support = motion.inliers.count
        } else {
            var place = 0
            support = motion.inliers.count { pair in
                while place < nodes.count, nodes[place] < pair { place += 1 }
                return place < nodes.count && nodes[place] == pair
            }
        }
    }

    /// All pairs that are in their places, also of markers of which as many are not.
    private static func places(
        of motion: SupportedMotion, _ scene: PairScene, _ all: Correspondences
    ) -> [Int] {
        guard let groups = scene.groups else { return motion.inliers.map { Int($0) } }
        var single = scene
        single.groups = nil
        return groups.inPlace(SupportedMotion(motion.motion, single, among: all.counting).inliers).map {
            Int($0)
        }
    }
}

extension Correspondences {
    /// The places of pairs that have a weight.
    fileprivate var counting: [Int32] {
        (0..<Int32(count)).filter { pair in weights.map { $0[Int(pair)] > 0 } ?? true }
    }
}
