internal import QuadGeometry

struct PairGroups {
    /// The group of each pair, counted from 0 in order of appearance.
    let groups: [Int32]
    private(set) var sizes: [Int] = []

    /// The groups of pairs, with the sizes they have among `nodes`; `nil` without groups, or where all are in one.
    init?(_ pairs: Correspondences, among nodes: [Int32]) {
        guard let labels = pairs.groups, let first = labels.first else { return nil }
        var known: [Int: Int32] = [:]
        var last = (label: first, group: Int32(0))
        var groups: [Int32] = []
        groups.reserveCapacity(labels.count)
        for label in labels {
            if label != last.label || sizes.isEmpty {
                let group = known[label] ?? Int32(sizes.count)
                if Int(group) == sizes.count {
                    known[label] = group
                    sizes.append(0)
                }
                last = (label, group)
            }
            groups.append(last.group)
        }
        self.groups = groups
        guard sizes.count > 1 else { return nil }
        for pair in nodes { sizes[Int(groups[Int(pair)])] += 1 }
    }

    /// The same groups, with the sizes they have among some of the pairs.
    func restricted(to nodes: [Int32]) -> PairGroups {
        var part = self
        part.sizes = followers(nodes)
        return part
    }

    /// The number of each group's pairs among these.
    func followers(_ inliers: [Int32]) -> [Int] {
        var counts = [Int](repeating: 0, count: sizes.count)
        for pair in inliers { counts[Int(groups[Int(pair)])] += 1 }
        return counts
    }

    /// The groups of which more than half of the pairs follow.
    func following(_ inliers: [Int32]) -> [Bool] {
        zip(followers(inliers), sizes).map { 2 * $0 > $1 }
    }

    /// The pairs of groups that follow; a single corner of a moved marker that is in its place by chance is not taken.
    func kept(_ inliers: [Int32]) -> [Int32] {
        let follows = following(inliers)
        return inliers.filter { follows[Int(groups[Int($0)])] }
    }

    /// The pairs of groups of which at least half, and no single corner, are in their places under a motion that others follow: where
    /// two corners of a marker are wrong, two are right.
    func inPlace(_ inliers: [Int32]) -> [Int32] {
        let counts = followers(inliers)
        return inliers.filter { pair in
            let group = Int(groups[Int(pair)])
            return counts[group] >= max((sizes[group] + 1) / 2, min(sizes[group], 2))
        }
    }

    /// The fewest pairs that make so many groups follow.
    func leastPairs(_ count: Int) -> Int {
        sizes.filter { $0 > 0 }.map { $0 / 2 + 1 }.sorted().prefix(count).reduce(0, +)
    }

    /// The root mean square distance of pairs from the first of their group, on the source side.
    func size(_ points: [SIMD3<Double>]) -> Double {
        var first = [SIMD3<Double>?](repeating: nil, count: sizes.count)
        var sum = 0.0, count = 0.0
        for (point, group) in zip(points, groups) {
            guard let start = first[Int(group)] else {
                first[Int(group)] = point
                continue
            }
            let step = point - start
            sum += step.dot(step)
            count += 1
        }
        return count > 0 ? (sum / count).squareRoot() : 0
    }
}
