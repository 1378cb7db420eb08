internal import QuadGeometry

/// A rejected pair: it does not follow the motion.
public struct Rejection: Hashable, Sendable {
    public let pair: Int
    /// The number its group was given, if it has one.
    public let group: Int?
    /// The distance of the target from the moved source, in metres.
    public let distance: Double
    public let reason: RejectionReason
}

/// The reason that a pair is rejected.
public enum RejectionReason: String, Hashable, Sendable, CaseIterable {
    /// Most of its group follow: this corner was mistaken.
    case badCorner
    /// Its group has kept its shape, but not its place: the marker was moved, or is another one.
    case movedGroup
    /// The same source follows with another target.
    case duplicateSource
    /// It follows the rival motion.
    case followsRival
    /// It is far from its place, and nothing more is known.
    case farFromPlace
}

extension RobustFit {
    /// The rejected pairs, in order.
    public var rejected: [Rejection] {
        Rejection.all(
            of: pairs, following: inliers, rival: rival?.targetFromSource,
            reach: { bounds?[$0] ?? bound },
            miss: { (pairs.targets[$0] - targetFromSource * pairs.sources[$0]).length })
    }
}

extension Rejection {
    /// The pairs that do not follow: `reach` is how far a pair may be from its place, `miss` how far it is.
    static func all(
        of pairs: Correspondences, following inliers: [Bool], rival: AnchoredMotion?,
        reach: (Int) -> Double, miss: (Int) -> Double
    ) -> [Rejection] {
        let groups = pairs.groups
        let members = Dictionary(grouping: pairs.sources.indices) { groups?[$0] ?? $0 }
        let explained = Set(pairs.sources.indices.lazy.filter { inliers[$0] }.map { pairs.sources[$0] })
        func reason(_ pair: Int) -> RejectionReason {
            let others = groups == nil ? [] : members[groups?[pair] ?? pair] ?? []
            if 2 * others.count(where: { inliers[$0] }) > others.count { return .badCorner }
            if explained.contains(pairs.sources[pair]) { return .duplicateSource }
            if let rival, (pairs.targets[pair] - rival * pairs.sources[pair]).length <= reach(pair) {
                return .followsRival
            }
            return others.count >= fewestOfShape && keepsShape(pairs, others, reach)
                ? .movedGroup : .farFromPlace
        }
        return inliers.indices.filter { !inliers[$0] }.map { pair in
            Rejection(pair: pair, group: groups?[pair], distance: miss(pair), reason: reason(pair))
        }
    }

    /// The fewest points that have a shape.
    private static let fewestOfShape = 3

    /// Whether all distances within a group are the same on both sides, to within the bounds.
    private static func keepsShape(
        _ pairs: Correspondences, _ group: [Int], _ reach: (Int) -> Double
    ) -> Bool {
        group.allSatisfy { i in
            group.allSatisfy { j in
                let a = (pairs.sources[i] - pairs.sources[j]).length
                let b = (pairs.targets[i] - pairs.targets[j]).length
                return (a - b).magnitude <= reach(i) + reach(j)
            }
        }
    }
}
