internal import QuadGeometry

/// A marker, or a pair that names none, that does not follow a motion: its place by the motion, and the one it was seen at.
package struct MisplacedThing {
    /// The name for people, quoted.
    package let name: String
    package let moved, target: SIMD3<Double>

    package init(name: String, moved: SIMD3<Double>, target: SIMD3<Double>) {
        (self.name, self.moved, self.target) = (name, moved, target)
    }

    /// A sentence for each two whose targets look swapped: the motion brings each to where the other should be.
    package static func swaps(among things: [MisplacedThing]) -> [String] {
        var sentences: [String] = []
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
            sentences.append(
                "\(one.name) and \(things[other].name) look swapped: each lies where the other should.")
        }
        return sentences
    }

    /// Of two that are swapped, each comes this much nearer to the place of the other, as a share of their distance.
    private static let nearness = 0.2
    /// The most that are compared with each other.
    private static let mostCompared = 1000
}

extension FitDocument {
    /// Sentences on markers that the fit rejected and that look swapped.
    package var swaps: [String] {
        var members: [String: [Pair]] = [:], order: [String] = []
        for (place, pair) in pairs.enumerated() {
            // A pair that names no marker stands for itself.
            let key = pair.group.map { "group \($0)" } ?? "pair \(place)"
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(pair)
        }
        let things = order.compactMap { key -> MisplacedThing? in
            guard let pairs = members[key], let first = pairs.first, pairs.allSatisfy({ !$0.follows }) else {
                return nil
            }
            let share = 1 / Double(pairs.count)
            return MisplacedThing(
                name: Listener.program.quoted(first.group ?? first.id),
                moved: pairs.reduce(SIMD3.zero) { $0 + ($1.target - $1.residual) * share },
                target: pairs.reduce(SIMD3.zero) { $0 + $1.target * share })
        }
        return MisplacedThing.swaps(among: things)
    }
}
