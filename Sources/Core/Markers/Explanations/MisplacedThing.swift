internal import QuadGeometry

/// A marker, or a pair that names none, that does not follow a motion: its place by the motion, and the one it was seen at.
package struct MisplacedThing {
    package let moved, target: SIMD3<Double>

    package init(moved: SIMD3<Double>, target: SIMD3<Double>) { (self.moved, self.target) = (moved, target) }

    /// The indices of each two whose targets look swapped: the motion brings each to where the other should be.
    package static func swaps(among things: [MisplacedThing]) -> [(one: Int, other: Int)] {
        var swaps: [(one: Int, other: Int)] = []
        var isNamed = Set<Int>()
        let things = things.prefix(mostCompared)
        for (place, one) in things.enumerated() where !isNamed.contains(place) {
            let other = things.indices.dropFirst(place + 1).first { place in
                let other = things[place]
                let apart = (one.target - other.target).length
                return !isNamed.contains(place) && (one.moved - other.target).length < nearness * apart
                    && (other.moved - one.target).length < nearness * apart
            }
            guard let other else { continue }
            isNamed.formUnion([place, other])
            swaps.append((place, other))
        }
        return swaps
    }

    /// The reason why a marker was rejected that looks swapped with another, whose name is quoted.
    package static func reason(swappedWith name: String) -> String {
        "swapped with \(name): each lies where the other should"
    }

    /// Of two that are swapped, each comes this much nearer to the place of the other, as a share of their distance.
    private static let nearness = 0.2
    private static let mostCompared = 1000
}

extension FitDocument {
    /// Rejected markers, or pairs that name none, that look swapped, each with the name of the other.
    package var swapped: [String: String] {
        // A pair that names no marker stands for itself.
        let members = Dictionary(grouping: pairs) { $0.group ?? $0.id }.filter {
            $0.value.allSatisfy { !$0.follows }
        }
        .sorted { $0.key < $1.key }
        let things = members.map { _, pairs in
            let share = 1 / Double(pairs.count)
            return MisplacedThing(
                moved: pairs.reduce(SIMD3.zero) { $0 + ($1.target - $1.residual) * share },
                target: pairs.reduce(SIMD3.zero) { $0 + $1.target * share })
        }
        return MisplacedThing.swaps(among: things).reduce(into: [:]) { swapped, swap in
            swapped[members[swap.one].key] = members[swap.other].key
            swapped[members[swap.other].key] = members[swap.one].key
        }
    }
}
