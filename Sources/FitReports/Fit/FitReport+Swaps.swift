import Markers
import QuadGeometry
import RigidCalibration
import ToolTerminal

extension FitReport {
    /// A sentence for each two markers, or pairs that name none, whose targets look swapped: the motion brings each to
    /// where the other should be.
    ///
    /// - Parameter wrong: pairs that do not follow the motion.
    func swaps(_ wrong: [Int]) -> [String] {
        let things = misplaced(wrong)
        var sentences: [String] = []
        var isNamed = Set<Int>()
        for (place, one) in things.enumerated() where !isNamed.contains(place) {
            let other = things.indices.dropFirst(place + 1).first { place in
                let other = things[place]
                let apart = (one.target - other.target).length
                return !isNamed.contains(place)
                    && (one.moved - other.target).length < FitReport.swapNearness * apart
                    && (other.moved - one.target).length < FitReport.swapNearness * apart
            }
            guard let other else { continue }
            isNamed.formUnion([place, other])
            sentences.append(
                "\(quoted(one.name)) and \(quoted(things[other].name)) look swapped: each lies where the other should."
            )
        }
        return sentences
    }

    /// Of markers that are swapped, each comes this much nearer to the place of the other, as a share of their distance.
    private static let swapNearness = 0.2
    /// The most markers that are compared with each other.
    private static let mostCompared = 1000

    /// The markers all of whose pairs are wrong, by the means of these.
    private func misplaced(_ wrong: [Int]) -> [(name: String, moved: SIMD3<Double>, target: SIMD3<Double>)] {
        let (sources, targets) = (pairs.pairs.sources, pairs.pairs.targets)
        let groups = pairs.pairs.groups
        let isWrong = Set(wrong)
        var members: [Int: [Int]] = [:]
        for pair in sources.indices { members[groups?[pair] ?? pair, default: []].append(pair) }
        return members.filter { $0.value.allSatisfy(isWrong.contains) }.sorted { $0.key < $1.key }
            .prefix(FitReport.mostCompared).map { _, found in
                let share = 1 / Double(found.count)
                return (
                    pairs.name(ofGroupOf: found[0]),
                    found.reduce(SIMD3.zero) { $0 + calibration.moved(sources[$1]) * share },
                    found.reduce(SIMD3.zero) { $0 + targets[$1] * share }
                )
            }
    }
}
