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
        let (sources, targets) = (pairs.pairs.sources, pairs.pairs.targets)
        let groups = pairs.pairs.groups
        let isWrong = Set(wrong)
        var members: [Int: [Int]] = [:]
        for pair in sources.indices { members[groups?[pair] ?? pair, default: []].append(pair) }
        let misplaced = members.filter { $0.value.allSatisfy(isWrong.contains) }.sorted { $0.key < $1.key }
        return MisplacedThing.swaps(
            among: misplaced.map { _, found in
                let share = 1 / Double(found.count)
                return MisplacedThing(
                    name: quoted(pairs.name(ofGroupOf: found[0])),
                    moved: found.reduce(SIMD3.zero) { $0 + calibration.moved(sources[$1]) * share },
                    target: found.reduce(SIMD3.zero) { $0 + targets[$1] * share })
            })
    }
}
