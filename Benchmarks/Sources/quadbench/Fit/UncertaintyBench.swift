import QuadGeometry
import RigidCalibration

/// The actual errors of fits compared with the predicted ones, over many made scenes with a known motion.
///
/// The squared error in units of its own covariance is 6 in the mean when the noise is known (NEES); with the noise estimated
/// from n degrees of freedom its sixth part follows F, with the mean n / (n - 2). Bounds of 95 % hold in 95 of 100 fits.
enum UncertaintyBench {
    static let usage = "uncertainty [--fits N] [--seed S]"

    /// The kind of scene and fit, and the knowledge given.
    struct Setting {
        let name: String
        let markers: Int
        /// Points instead of markers.
        var points = 0
        var noiseIsKnown = true
        var model = MotionModel.rigid
        var covariances = false

        static let all = [
            Setting(name: "one marker, noise known", markers: 1),
            Setting(name: "one marker, noise estimated", markers: 1, noiseIsKnown: false),
            Setting(name: "three markers, noise known", markers: 3),
            Setting(name: "three markers, noise estimated", markers: 3, noiseIsKnown: false),
            Setting(name: "100 points, noise known", markers: 0, points: 100),
            Setting(name: "100 points, noise estimated", markers: 0, points: 100, noiseIsKnown: false),
            Setting(name: "100 points with covariances", markers: 0, points: 100, covariances: true),
            Setting(name: "three markers with covariances", markers: 3, covariances: true),
            Setting(
                name: "one marker with gravity, noise known", markers: 1,
                model: .gravity(tilt: MotionModel.usualTilt)),
            Setting(
                name: "three markers with gravity, noise known", markers: 3,
                model: .gravity(tilt: MotionModel.usualTilt)),
            Setting(
                name: "three markers with gravity, noise estimated", markers: 3, noiseIsKnown: false,
                model: .gravity(tilt: MotionModel.usualTilt)),
        ]
    }

    static func run(_ options: [String: String]) throws -> Any {
        let fits = try options.count("fits", default: 10_000)
        let seed = UInt64(try options.count("seed", default: 1))
        var result: [String: Any] = ["fits": fits, "seed": seed]
        for setting in Setting.all { result[setting.name] = try measure(setting, fits: fits, seed: seed) }
        return result
    }

    private static func measure(_ setting: Setting, fits: Int, seed: UInt64) throws -> [String: Any] {
        var squares = 0.0, ideal = 0.0
        var inside = ["near": 0, "far": 0], within = inside, belowRMS = inside
        for fit in 0..<fits {
            var random = SeededGenerator(seed: seed, sample: fit)
            let scene = scene(setting, &random)
            var options = CalibrationOptions()
            options.model = setting.model
            // Errors of this scene's corners have nothing to do with each other.
            (options.markerNoise, options.drift) = (0, .none)
            if setting.noiseIsKnown, !setting.covariances { options.noise = noise }
            let calibration = try Calibration(scene.pairs, options: options)
            guard let covariance = calibration.evidence.covariance else { continue }
            let motion = calibration.targetFromSource
            let turn = (scene.rotation * motion.rotation.inverted()).rotationVector
            let anchor = motion.inverted() * covariance.anchor
            let shift = scene.moved(anchor) - covariance.anchor
            guard let square = covariance.squaredDistance(turn: turn, shift: shift) else { continue }
            squares += square
            ideal += covariance.freedom.isFinite ? 6 * covariance.freedom / (covariance.freedom - 2) : 6
            for (name, arm) in [("near", 0.0), ("far", 5.0)] {
                let source = anchor + SIMD3.normal(using: &random) * arm
                let moved = calibration.moved(source), error = scene.moved(source) - moved
                if error.length < covariance.predictedError(atMoved: moved) { within[name, default: 0] += 1 }
                if error.length < calibration.evidence.rms { belowRMS[name, default: 0] += 1 }
                guard let inverse = covariance.covariance(ofMoved: moved).inverse else { continue }
                let bound = covariance.ellipsoidFactor(directions: 3)
                if error.dot(inverse * error) < bound * bound { inside[name, default: 0] += 1 }
            }
        }
        func percent(_ counts: [String: Int]) -> [String: Double] {
            counts.mapValues { 100 * Double($0) / Double(fits) }
        }
        return [
            "nees_over_ideal": squares / ideal, "ellipsoid_covers_percent": percent(inside),
            "predicted_error_covers_percent": percent(within), "rms_covers_percent": percent(belowRMS),
        ]
    }

    /// The deviation of a coordinate, in metres.
    private static let noise = 0.002

    private static func scene(_ setting: Setting, _ random: inout SeededGenerator) -> MarkerScene {
        let tilt = SIMD2(Double.normal(using: &random), .normal(using: &random)) * MotionModel.usualTilt
        return MarkerScene(
            markers: setting.markers, points: setting.points, extent: SIMD3(4, 2, 3), noise: noise,
            depthNoise: setting.covariances ? 5 * noise : nil, tilt: tilt, using: &random)
    }
}
