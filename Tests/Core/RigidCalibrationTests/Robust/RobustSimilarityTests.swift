import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Robust fits with a growth")
struct RobustSimilarityTests {
    private static var options: CalibrationOptions {
        var options = CalibrationOptions()
        options.model = .similarity
        return options
    }

    /// Deviations of the growth and of a place, beyond which a fit is another one.
    static let mostDeviations = 6.0

    private func check(_ scene: CloudScene, bound: Double?, _ comment: Comment) throws {
        let fit = try Calibration(robust: scene.pairs(), bound: bound, options: RobustSimilarityTests.options)
        let scale = try #require(fit.evidence.scale), deviation = try #require(scale.deviation)
        #expect(fit.growth == scale.factor)
        #expect(
            (fit.growth - scene.growth).magnitude < RobustSimilarityTests.mostDeviations * deviation
                && deviation < 0.05 * scene.growth, comment)
        let selection = try #require(fit.selection)
        let right = scene.isRight.indices.filter { scene.isRight[$0] }
        #expect(10 * right.count { selection.inliers[$0] } >= 9 * right.count, comment)
        // A wrong pair is in its place by chance now and then.
        let wrong = selection.inliers.indices.count { selection.inliers[$0] && !scene.isRight[$0] }
        #expect(wrong <= 1 + scene.isRight.count / 100, comment)
    }

    @Test("a growth is found among wrong pairs", arguments: [0, 30, 60, 80, 90], [0.5, 0.97, 1, 2, 5, 1000])
    func growth(wrong: Int, growth: Double) throws {
        for seed in Seeds.few {
            for count in [100, 400] {
                var random = SeededGenerator(seed: seed)
                let scene = CloudScene(count, wrong: count * wrong / 100, growth: growth, using: &random)
                let comment: Comment = "\(count) pairs, \(wrong) % wrong, growth \(growth), seed \(seed)"
                try check(scene, bound: scene.bound, comment)
                try check(scene, bound: nil, comment)
            }
        }
    }

    @Test("markers with a growth", arguments: Seeds.few)
    func markers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = RobustScene.markers(12, moved: 4, using: &random)
        let pairs = try Correspondences(
            sources: scene.sources, targets: scene.targets.map { $0 * 0.97 }, groups: scene.groups)
        let fit = try Calibration(robust: pairs, options: RobustSimilarityTests.options)
        #expect(fit.selection?.inliers == scene.isRight)
        #expect((fit.growth - 0.97).magnitude < 0.002)
    }

    @Test("pairs that follow nothing have no growth", arguments: Seeds.few)
    func none(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = CloudScene(300, wrong: 300, growth: 2, using: &random)
        for bound in [scene.bound, nil] {
            #expect {
                try Calibration(robust: scene.pairs(), bound: bound, options: RobustSimilarityTests.options)
            } throws: { error in
                guard case RigidFitError.motionNotDetermined(let support, let needed) = error else {
                    return false
                }
                return support < needed
            }
        }
    }

    @Test("two growths with nearly as many pairs each are refused", arguments: Seeds.few)
    func rival(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let one = CloudScene(100, wrong: 0, growth: 1, using: &random)
        let other = CloudScene(95, wrong: 0, growth: 2, using: &random)
        let pairs = try Correspondences(
            sources: one.sources + other.sources, targets: one.targets + other.targets)
        #expect {
            try Calibration(robust: pairs, bound: other.bound, options: RobustSimilarityTests.options)
        } throws: { error in
            guard case RigidFitError.ambiguousMotion = error else { return false }
            return true
        }
    }
}
