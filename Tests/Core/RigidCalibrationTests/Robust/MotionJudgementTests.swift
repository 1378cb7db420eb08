import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Motions that need no search")
struct MotionJudgementTests {
    private static let count = 300

    private static func made(_ scene: RobustScene, bound: Double) throws -> (scene: PairScene, nodes: [Int32])
    {
        let pairs = try scene.pairs(), nodes = DistinctPairs.places(pairs)
        var made = try #require(
            PairScene(sources: pairs.sources, targets: pairs.targets, weights: nil, bound: { _ in bound }))
        made.groups = PairGroups(pairs, among: nodes)
        return (made, nodes)
    }

    /// The motion of the right pairs, but for noise.
    private static func guess(_ scene: PairScene, _ isRight: [Bool]) -> TrialMotion? {
        TrialMotion(scene, isRight.indices.filter { isRight[$0] }.map { Int32($0) })
    }

    @Test(
        "the motion that nearly all follow is the one that a search finds", arguments: [0, 5, 20, 50],
        Seeds.few)
    func same(wrong: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Self.count, right = count * (100 - wrong) / 100
        for scene in [
            RobustScene.pairs(count, right: right, using: &random),
            .markers(count / 4, moved: wrong * count / 400, using: &random),
        ] {
            let (made, nodes) = try Self.made(scene, bound: RobustScene.bound)
            let guess = try #require(Self.guess(made, scene.isRight))
            let found = MotionJudgement(made, nodes: nodes, from: guess)
            let searched = MotionJudgement(made, nodes: nodes)
            let (best, other) = try (#require(found.best), #require(searched.best))
            #expect(best.motion.inliers == other.motion.inliers, "\(wrong) % wrong, seed \(seed)")
            #expect(best.chance == other.chance && best.support == other.support && found.rival == nil)
        }
    }

    @Test("a rival is searched for where many follow it", arguments: Seeds.few)
    func rival(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = RobustScene.pairs(
            Self.count, right: Self.count * 6 / 10, second: Self.count * 4 / 10, using: &random)
        let (made, nodes) = try Self.made(scene, bound: RobustScene.bound)
        let found = MotionJudgement(made, nodes: nodes, from: Self.guess(made, scene.isRight))
        #expect(try #require(found.rival).support >= Self.count * 4 / 10 - 2, "seed \(seed)")
    }

    @Test("exact copies among noise are found, and no more than there are", arguments: Seeds.few)
    func copies(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var scene = RobustScene.pairs(Self.count, right: Self.count, using: &random)
        let copied = Self.count * 4 / 10
        for pair in 0..<copied { scene.targets[pair] = scene.motion * scene.sources[pair] }
        let (made, nodes) = try Self.made(scene, bound: RobustScene.noise / 20)
        let all = TrialMotion(made, nodes)
        let found = MotionJudgement(made, nodes: nodes, support: copied, below: .infinity, from: all)
        #expect(try #require(found.best).support >= copied, "seed \(seed)")
        let none = MotionJudgement(made, nodes: nodes, support: copied * 3 / 2, below: .infinity, from: all)
        #expect(none.best == nil, "seed \(seed)")
    }

    @Test("one block of ten that was moved is no rival of the others", arguments: Seeds.few)
    func moved(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var scene = RobustScene.markers(1000, moved: 0, using: &random)
        for pair in 0..<400 { scene.targets[pair] += SIMD3(8 * RobustScene.noise, 0, 0) }
        let calibration = try Calibration(robust: scene.pairs(), options: CalibrationOptions())
        #expect(calibration.selection?.rival == nil, "seed \(seed): \(calibration)")
    }
}
