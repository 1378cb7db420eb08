import Markers
import QuadGeometry
import RigidCalibration
import ToolTerminal

extension FitReport {
    /// The pairs of each two markers, or pairs that name none, whose targets look swapped: the motion brings each to
    /// where the other should be.
    ///
    /// - Parameter wrong: pairs that do not follow the motion.
    func swaps(_ wrong: [Int]) -> [(one: [Int], other: [Int])] {
        let (sources, targets) = (pairs.pairs.sources, pairs.pairs.targets)
        let isWrong = Set(wrong)
        let misplaced = Dictionary(grouping: sources.indices) { pairs.pairs.groups?[$0] ?? $0 }
            .filter { $0.value.allSatisfy(isWrong.contains) }.sorted { $0.key < $1.key }.map(\.value)
        let things = misplaced.map { found in
            let share = 1 / Double(found.count)
            return MisplacedThing(
                moved: found.reduce(SIMD3.zero) { $0 + calibration.moved(sources[$1]) * share },
                target: found.reduce(SIMD3.zero) { $0 + targets[$1] * share })
        }
        return MisplacedThing.swaps(among: things).map { (misplaced[$0.one], misplaced[$0.other]) }
    }

    /// The quoted name of the marker that has the pairs, or of the pair.
    func markerName(_ pairs: [Int]) -> String { quoted(self.pairs.name(ofGroupOf: pairs[0])) }
}
