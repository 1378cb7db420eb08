import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite("Motions written for other programs")
struct MotionTextTests {
    private static let matrices: [MotionFormat] = [.matrix, .cloudCompare, .kitti]

    private static func read(_ text: String, _ format: MotionFormat) throws -> Pose {
        try MotionReader.pose(Array(text.utf8), format: format, layout: .rows)
    }

    @Test("a motion comes back: of matrices every bit, of the others to the bound", arguments: Seeds.few)
    func roundTrip(seed: UInt64) throws {
        var worst = 0.0
        for motion in ExchangeMotions(seed: seed) {
            for format in MotionFormat.allCases {
                let text = MotionText.text(of: motion, as: format)
                let back = try Self.read(text, format)
                #expect(back.transform.translation == motion.translation, "\(format), seed \(seed): \(text)")
                guard !Self.matrices.contains(format) else {
                    #expect(back.transform == motion && back.correction == 0, "\(format), seed \(seed)")
                    continue
                }
                let miss = motion.rotation.difference(from: back.transform.rotation)
                #expect(miss <= MotionText.angleError, "\(format), seed \(seed): \(miss)")
                worst = max(worst, miss)
            }
        }
        #expect(worst > MotionText.angleError / 8, "the bound is loose: \(worst / .ulpOfOne)")
    }

    @Test("a quaternion that was read is written again, bit for bit", arguments: Seeds.few)
    func quaternions(seed: UInt64) throws {
        for motion in ExchangeMotions(seed: seed, count: 300) {
            for format in [TrajectoryFormat.tum, .colmap, .kitti] {
                let first = try Trajectory([("1.5", motion)], format: format)
                let pose = first.entries[0].pose
                #expect(pose.lengthDefect <= Rotation.viewError)
                let again = try Trajectory(first.bytes, format: format).entries[0].pose
                #expect(again == pose, "\(format), seed \(seed)")
            }
        }
    }

    @Test("motions compose and invert as their texts do", arguments: Seeds.few)
    func laws(seed: UInt64) throws {
        let motions = Array(ExchangeMotions(seed: seed, count: 400))
        for (first, second) in zip(motions, motions.dropFirst()) {
            for format in MotionFormat.allCases {
                let a = try Self.read(MotionText.text(of: first, as: format), format).transform
                let b = try Self.read(MotionText.text(of: second, as: format), format).transform
                let product = try Self.read(MotionText.text(of: second * first, as: format), format).transform
                #expect(
                    (b * a).rotation.difference(from: product.rotation) <= 4 * MotionText.angleError,
                    "\(format), seed \(seed)")
                let size = Double.maximum(
                    first.translation.largestMagnitude, second.translation.largestMagnitude)
                let miss = ((b * a).translation - product.translation).largestMagnitude
                #expect(miss <= 4 * MotionText.angleError * size, "\(format), seed \(seed): \(miss)")
                let back = try Self.read(MotionText.text(of: first.inverted(), as: format), format).transform
                #expect((back * a).rotation.angle <= 4 * MotionText.angleError, "\(format), seed \(seed)")
            }
        }
    }

    @Test("the texts are what the formats' documents say")
    func texts() throws {
        let turn = try Rotation(columns: SIMD3(0, 0, -1), SIMD3(0, 1, 0), SIMD3(1, 0, 0))
        let motion = RigidTransform(rotation: turn, translation: SIMD3(1, -2, 0.5)) ?? .identity
        let half = "0.7071067811865475"
        let expected: [(MotionFormat, String)] = [
            (.matrix, "0 0 1 1\n0 1 0 -2\n-1 0 0 0.5\n0 0 0 1\n"),
            (.cloudCompare, "0 0 1 1\n0 1 0 -2\n-1 0 0 0.5\n0 0 0 1\n"),
            (.tum, "0 1 -2 0.5 0 \(half) 0 \(half)\n"), (.kitti, "0 0 1 1 0 1 0 -2 -1 0 0 0.5\n"),
            (.colmap, "1 \(half) 0 \(half) 0 1 -2 0.5 1 new_from_old\n\n"),
            (
                .proj,
                "+proj=pipeline +step +proj=helmert +exact +convention=position_vector +x=1 +y=-2 +z=0.5 +rx=0 "
                    + "+ry=324000 +rz=0\n"
            ),
            (
                .rosCommand,
                "ros2 run tf2_ros static_transform_publisher --x 1 --y -2 --z 0.5 --qx 0 --qy \(half) --qz 0 --qw "
                    + "\(half) --frame-id new --child-frame-id old\n"
            ),
            (
                .rosJSON,
                """
                {"header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": "new"}, "child_frame_id": "old",
                 "transform": {"translation": {"x": 1, "y": -2, "z": 0.5}, \
                "rotation": {"x": 0, "y": \(half), "z": 0, "w": \(half)}}}

                """
            ),
        ]
        for (format, text) in expected { #expect(MotionText.text(of: motion, as: format) == text) }
        #expect(expected.count == MotionFormat.allCases.count)
        #expect(
            MotionText.text(of: motion, as: .matrix, layout: .columns)
                == "0 0 -1 0\n0 1 0 0\n1 0 0 0\n1 -2 0.5 1\n")
        #expect(MotionText.quaternion(of: motion) == "qx=0 qy=\(half) qz=0 qw=\(half) x=1 y=-2 z=0.5\n")
        #expect(MotionText.yaw(of: motion) == "yaw_deg=90 tilt_deg=0 x=1 y=-2 z=0.5\n")
    }

    @Test(
        "the turn about +Y and the tilt give the rotation, but for the direction of the tilt",
        arguments: Seeds.few)
    func yaw(seed: UInt64) throws {
        for motion in ExchangeMotions(seed: seed, count: 300) {
            let words = MotionText.yaw(of: motion).split(separator: " ").compactMap {
                Double($0.split(separator: "=")[1])
            }
            let up = SIMD3<Double>(0, 1, 0)
            let turn = try #require(Rotation(angle: words[0] * QuadLimits.degree, axis: up))
            // What is left is a turn about a level axis by the tilt.
            let tilt = motion.rotation * turn.inverted()
            #expect((tilt.angle - words[1] * QuadLimits.degree).magnitude <= 1e-7, "seed \(seed)")
            #expect(tilt.rotationVector.y.magnitude <= 1e-7, "seed \(seed)")
        }
    }
}
