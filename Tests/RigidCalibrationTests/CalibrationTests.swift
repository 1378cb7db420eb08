import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Calibrations")
struct CalibrationTests {
    @Test("the chosen model and verdict of a plain room", arguments: Seeds.few)
    func room(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = MarkerScene(markers: 12, extent: SIMD3(9, 2, 3), noise: 0.002, using: &random)
        let calibration = try Calibration(scene.pairs)
        #expect(calibration.model == .gravity(tilt: MotionModel.usualTilt), "seed \(seed)")
        #expect(calibration.verdict == .pass, "seed \(seed): \(calibration.judgements)")
        for source in scene.pairs.sources {
            let error = (calibration.moved(source) - scene.moved(source)).length
            #expect(error < 0.01, "seed \(seed)")
        }
        print(calibration.evidence.rms, calibration.evidence.noise ?? 0, calibration.evidence.comparison)
    }
}
