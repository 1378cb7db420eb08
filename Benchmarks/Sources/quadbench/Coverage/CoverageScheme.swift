import RigidCalibration

/// A way to choose the pairs of a set that are fitted, and those that are predicted.
struct CoverageScheme {
    enum Choice {
        /// One pair of each group.
        case singles
        /// The first pairs of each group, as a marker.
        case markers
        /// The same, of groups within a third of the path; the rest of the path is predicted.
        case markersOfAThird
    }

    let name: String
    let choice: Choice
    /// The groups that are fitted.
    let count: Int
    /// Whether the fit knows which pairs are of one group.
    var knowsGroups = true

    static let grouped = [
        CoverageScheme(name: "12 single pairs", choice: .singles, count: 12),
        CoverageScheme(name: "3 markers", choice: .markers, count: 3),
        CoverageScheme(name: "6 markers", choice: .markers, count: 6),
        CoverageScheme(name: "12 markers", choice: .markers, count: 12),
        CoverageScheme(name: "6 in a third", choice: .markersOfAThird, count: 6),
    ]

    /// The same fits without the knowledge of markers.
    static let ungrouped = grouped.dropFirst().map {
        CoverageScheme(name: $0.name + ", no groups", choice: $0.choice, count: $0.count, knowsGroups: false)
    }

    /// The pairs that are predicted in a fit, at most.
    static let mostChecks = 30

    /// Places of pairs: of those to fit group by group, and of those to predict.
    func choose(
        from set: CoverageSet, using random: inout SeededGenerator
    ) -> (fitted: [[Int]], checked: [Int]) {
        var pool = set.groups.indices
        if choice == .markersOfAThird {
            let length = pool.count / 3
            let start = Int.random(in: 0..<(pool.count - length), using: &random)
            pool = start..<(start + length)
        }
        let taken = pool.shuffled(using: &random).prefix(count)
        let fitted = taken.map { group in
            let pairs = set.groups[group]
            return choice == .singles
                ? [pairs[Int.random(in: pairs.indices, using: &random)]]
                : Array(pairs.prefix(CoverageSet.groupSize))
        }
        let excluded = choice == .markersOfAThird ? Set(pool) : Set(taken)
        var near: Set<Int> = []
        for row in fitted.joined() where set.reach > 0 {
            near.formUnion((row - set.reach)...(row + set.reach))
        }
        let rest = set.groups.indices.filter { !excluded.contains($0) }.flatMap { set.groups[$0] }
            .filter { !near.contains($0) }
        return (fitted, Array(rest.shuffled(using: &random).prefix(Self.mostChecks)))
    }
}
