import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Closed forms of the evidence")
struct LeftOutTests {
    /// The relative rounding of closed forms beside a Cholesky decomposition.
    static let rounding = 1e-9

    @Test("a pair left out alone is two halves of it left out together", arguments: Seeds.few)
    func halves(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = MarkerScene(
            markers: 0, points: 9, extent: SIMD3(4, 2, 3), noise: 0.002, tilt: .zero, using: &random)
        let sources = scene.pairs.sources, targets = scene.pairs.targets
        let halves = try Correspondences(
            sources: sources + sources, targets: targets + targets,
            weights: [Double](repeating: 0.5, count: 18), groups: (0..<18).map { $0 % 9 })
        for model in [MotionModel.translation, .yaw, .gravity(tilt: 0.5), .rigid, .similarity] {
            // The noise is stated, since half pairs would have it estimated with more degrees of freedom.
            let whole = try MotionEstimate(
                Correspondences(sources: sources, targets: targets), model: model, noise: 0.002)
            let split = try MotionEstimate(halves, model: model, noise: 0.002)
            let ones = whole.pairEvidence(try Correspondences(sources: sources, targets: targets))
            for (one, half) in zip(ones, split.pairEvidence(halves)) {
                let leftOut = try #require(one.leaveOneOut), expected = try #require(half.leaveOneOut)
                #expect((leftOut / expected - 1).magnitude < LeftOutTests.rounding, "\(model.name)")
                let influence = try #require(one.influence), same = try #require(half.influence)
                #expect((influence / same - 1).magnitude < LeftOutTests.rounding, "\(model.name)")
            }
            let quick = LeftOut(split, halves).rootMeanSquares()
            let slow = FitEvidence.leaveOneOut(halves, split.pairEvidence(halves))
            #expect(try (#require(quick.leftOut) / #require(slow) - 1).magnitude < LeftOutTests.rounding)
        }
    }

    @Test("the quick size of an error is the trace of its covariance", arguments: Seeds.few)
    func size(seed: UInt64) throws {
        let (pairs, _) = try DriftTests.blade(degrees: 0.1, count: 40, seed: seed)
        let covariance = try #require(Calibration(pairs).evidence.covariance)
        #expect(covariance.drift != nil)
        let size = ErrorSize(covariance)
        for point in pairs.targets + [SIMD3(500, -20, 300), covariance.anchor] {
            let trace = covariance.covariance(ofMoved: point).trace
            #expect((size.square(atMoved: point) / trace - 1).magnitude < LeftOutTests.rounding)
        }
        let worst = pairs.targets.map { covariance.predictedError(atMoved: $0) }.max()
        #expect(covariance.worstError(atMoved: pairs.targets) == worst)
        #expect(covariance.worstError(atMoved: []) == nil)
    }

    @Test("groups keep the order of their first pairs")
    func members() {
        #expect(PairMembers(groups: [7, 2, 7, 5, 2]).map { Array($0) } == [[0, 2], [1, 4], [3]])
        #expect(PairMembers(each: 3).map { Array($0) } == [[0], [1], [2]])
        #expect(PairMembers(groups: []).isEmpty)
    }
}
