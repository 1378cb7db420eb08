import QuadGeometry
import RigidCalibration

/// The benefit of gravity: the median error five metres from the pairs, by the error of gravity.
enum GravityBench {
    static let usage = "gravity [--scenes N] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let scenes = try options.count("scenes", default: 1000)
        let seed = UInt64(try options.count("seed", default: 1))
        let models: [(String, MotionModel)] = [
            ("rigid", .rigid), ("yaw", .yaw), ("gravity", .gravity(tilt: MotionModel.usualTilt)),
        ]
        var table: [[String: Any]] = []
        for markers in [1, 2, 3, 4, 12] {
            for tilt in [0, 0.1, 0.3, 1, 3] {
                var errors: [String: [Double]] = [:]
                for scene in 0..<scenes {
                    var random = SeededGenerator(seed: seed, sample: scene)
                    let made = GravityBench.scene(markers, tilt, &random)
                    let far = SIMD3<Double>.randomDirection(using: &random) * 5
                    for (name, model) in models {
                        var options = CalibrationOptions()
                        options.model = model
                        let calibration = try Calibration(made.pairs, options: options)
                        let source = (calibration.targetFromSource.sourceCenter) + far
                        errors[name, default: []].append(
                            1000 * (calibration.moved(source) - made.moved(source)).length)
                    }
                }
                var row: [String: Any] = ["markers": markers, "tilt_degrees": tilt]
                for (name, values) in errors { row[name + "_median_mm"] = values.median }
                table.append(row)
            }
        }
        return ["scenes": scenes, "seed": seed, "table": table]
    }

    /// Two millimetres of noise in a room, the second frame's vertical off by these degrees in any direction.
    private static func scene(
        _ markers: Int, _ tilt: Double, _ random: inout SeededGenerator
    ) -> MarkerScene {
        let direction = SIMD3<Double>.randomDirection(using: &random)
        let lean = SIMD3(direction.x, 0, direction.z).unit ?? SIMD3(1, 0, 0)
        return MarkerScene(
            markers: markers, extent: SIMD3(4, 2, 3), noise: 0.002, tilt: SIMD2(lean.x, lean.z) * tilt,
            using: &random)
    }
}
