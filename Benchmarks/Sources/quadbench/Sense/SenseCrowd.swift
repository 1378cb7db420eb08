import Foundation
import QuadGeometry
import VisionSensor

/// The time that replies of a hostile phone take, each with as many objects as a reply may have, all over the picture.
enum SenseCrowd {
    private static let replies = 25, objects = 1000

    static func measure(seed: UInt64, rounds: Int) throws -> [String: Any] {
        var random = SeededGenerator(seed: seed)
        let camera = try CameraIntrinsics(fx: 1450, fy: 1450, cx: 960, cy: 720, width: 1920, height: 1440)
        let noise = try SensorNoise(depth: 0.05)
        let frames = try (0..<replies).map { _ in
            CameraFrame(
                boxes: try BoxFrame(native: camera),
                worldFromCamera: RigidTransform(
                    rotation: .identity, translation: SIMD3(Double.random(in: 0...1, using: &random), 0, 0))
                    ?? .identity, noise: noise)
        }
        let seen = (0..<replies).map { _ in
            (0..<objects).compactMap { _ -> Detection? in
                let side = Double.random(in: 8...60, using: &random)
                let box = PixelBox(
                    centerX: Double.random(in: 40...1880, using: &random),
                    centerY: Double.random(in: 40...1400, using: &random), width: side, height: side)
                return box.flatMap {
                    Detection(
                        label: "thing", confidence: Double.random(in: 0.5...1, using: &random), box: $0,
                        distance: Double.random(in: 0.5...8, using: &random))
                }
            }
        }
        var milliseconds: [String: Double] = [:], tracks: [String: Int] = [:]
        for kind in [DistanceKind.axis, .ray] {
            var times: [Double] = []
            for _ in 0..<rounds {
                var found = 0
                times.append(
                    try ThreadClock.time {
                        var sensed = SensedObjects(kind)
                        for (frame, detections) in zip(frames, seen) {
                            try sensed.add(detections, from: frame)
                        }
                        found = sensed.finished().count
                    } / 1e6)
                tracks["\(kind)"] = found
            }
            milliseconds["\(kind)"] = times.sorted()[times.count / 2]
        }
        return ["replies": replies, "objects": objects, "tracks": tracks, "milliseconds": milliseconds]
    }
}
