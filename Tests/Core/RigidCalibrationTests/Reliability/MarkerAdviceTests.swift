import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Where one more marker helps")
struct MarkerAdviceTests {
    @Test("beside what is to move, and by as much as a fit with it says")
    func best() throws {
        let scene = MovedScene(8), pairs = try scene.pairs()
        let far = SIMD3(40.0, 1, 3), near = SIMD3(6.0, 1, 3)
        var options = CalibrationOptions()
        (options.noise, options.markerNoise, options.drift) = (0.002, 0.005, .none)
        let advice = try #require(
            try MarkerAdvice(pairs, candidates: [near, far], moving: [far], options: options))
        #expect(advice.best == 1)
        #expect(advice.errorThen < advice.errorNow)
        // The noise is stated, so that a fit with a marker there expects just that.
        let quad = scene.old[0].map { $0 - scene.old[0].center + far }
        let motion = try Calibration.motion(of: pairs, options: options)
        let more = try Correspondences(quads: scene.old + [quad], targets: scene.new() + [motion * quad])
        let then = try Calibration(more, options: options)
        let error = try #require(then.evidence.covariance?.predictedError(atMoved: then.moved(far)))
        #expect((advice.errorThen / error - 1).magnitude < 0.02)
    }

    @Test("nothing without points or candidates")
    func nothing() throws {
        let pairs = try MovedScene(6).pairs()
        #expect(try MarkerAdvice(pairs, candidates: [], moving: [.zero]) == nil)
        #expect(try MarkerAdvice(pairs, candidates: [.zero], moving: []) == nil)
        #expect(throws: RigidFitError.self) {
            try MarkerAdvice(pairs, candidates: [SIMD3(.nan, 0, 0)], moving: [.zero])
        }
    }
}
