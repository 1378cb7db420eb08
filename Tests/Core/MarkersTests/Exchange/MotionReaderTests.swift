import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite("Motions of other programs")
struct MotionReaderTests {
    private static func read(_ text: String, _ format: MotionFormat) throws -> Pose {
        try MotionReader.pose(Array(text.utf8), format: format)
    }

    private static func refusal(_ text: String, _ format: MotionFormat) -> ExchangeError? {
        do throws(ExchangeError) {
            _ = try MotionReader.pose(Array(text.utf8), format: format)
            return nil
        } catch {
            return error
        }
    }

    @Test("pipelines compose their steps, invert them and know both conventions")
    func pipelines() throws {
        let first = "+proj=helmert +exact +convention=position_vector +x=1 +rx=7200 +ry=-3600 +rz=1800"
        let one = try Self.read(first, .proj).transform
        let frame = try Self.read(
            first.replacing("position_vector", with: "coordinate_frame").replacing("+x=1", with: "+x=0"),
            .proj)
        #expect(
            (one.rotation * frame.transform.rotation).angle <= MotionText.angleError)
        let two = try Self.read(
            "proj=pipeline\n  step \(first) # no comment\n".replacing(" # no comment", with: "")
                + "  step inv \(first)\n", .proj)
        #expect(two.transform.rotation.angle <= MotionText.angleError)
        #expect(two.transform.translation.largestMagnitude <= 4 * RigidTransform.pointError)
        let shared = try Self.read(
            "+proj=pipeline +exact +convention=position_vector +step +proj=helmert +rx=3600 +step +proj=helmert +rx=3600",
            .proj)
        #expect((shared.transform.rotation.angle - 2 * QuadLimits.degree).magnitude <= MotionText.angleError)
        #expect(try Self.read("+proj=helmert +x=1 +y=2 +z=3", .proj).transform.translation == SIMD3(1, 2, 3))
        // Small angles without +exact are no rotation; the nearest one is taken.
        let loose = try Self.read("+proj=helmert +convention=position_vector +rz=100", .proj)
        #expect(loose.correction > 0 && loose.correction < 1e-6)
        #expect(
            Self.refusal("+proj=helmert +convention=position_vector +rz=100000", .proj)?.fault.code
                == "NOT_ORTHONORMAL")
    }

    @Test("the transforms of ROS are read from messages, flags and words in order")
    func ros() throws {
        let message = #"{"translation":{"x":1,"y":2,"z":3},"rotation":{"x":0,"y":0,"z":1,"w":0}}"#
        let half = try Self.read(message, .rosJSON).transform
        let texts = [
            "--frame-id map --child-frame-id odom --x 1 --y 2 --z 3 --qx 0 --qy 0 --qz 1 --qw 0",
            "rosrun tf static_transform_publisher 1 2 3 0 0 1 0 map odom 100",
            "static_transform_publisher 1 2 3 0 0 1 0 map odom",
            "ros2 run tf2_ros static_transform_publisher 1 2 3 3.141592653589793 0 0 map odom",
            "--frame-id map --child-frame-id odom --x 1 --y 2 --z 3 --yaw 3.141592653589793",
        ]
        for text in texts {
            let read = try Self.read(text, .rosCommand).transform
            #expect(read.translation == half.translation, "\(text)")
            #expect(read.rotation.difference(from: half.rotation) <= MotionText.angleError, "\(text)")
        }
    }

    @Test("a quaternion that is off a little is normalised, and one that is off by more is refused")
    func lengths() throws {
        let pose = try Self.read("0 1 2 3 0 0.7071 0 0.7071", .tum)
        #expect(pose.lengthDefect > 1e-6 && pose.lengthDefect < 1e-4)
        #expect(
            try Rotation(
                columns: pose.transform.rotation.x, pose.transform.rotation.y, pose.transform.rotation.z)
                == pose.transform.rotation)
        for (text, length) in [("0 1 2 3 0 0.7 0 0.7", 0.98.squareRoot()), ("0 1 2 3 0 0 0 0", 0)] {
            let error = try #require(Self.refusal(text, .tum))
            guard case .notUnit(let found) = error.fault else {
                Issue.record("\(text): \(error)")
                continue
            }
            #expect((found - length).magnitude <= 1e-15 && error.line == 1)
            #expect(error.message.contains("expected 1 to within 0.001"))
        }
        let limit = Pose.largestLengthDefect
        #expect(throws: Never.self) {
            try Pose(quaternionXYZW: SIMD4(0, 0, 0, 1 + limit * 0.999), translation: .zero)
        }
        #expect(throws: ExchangeFault.self) {
            try Pose(quaternionXYZW: SIMD4(0, 0, 0, 1 + limit * 1.001), translation: .zero)
        }
    }

    @Test("what is no motion is refused with its line and its reason", arguments: refusals)
    func refused(_ format: MotionFormat, _ text: String, _ line: Int, _ code: String) throws {
        let error = try #require(Self.refusal(text, format), "\(text) is read")
        #expect(error.line == line && error.fault.code == code, "\(text): \(error)")
        #expect(!error.message.isEmpty)
    }

    @Test("long pipelines and lines cost time and memory by their length, and end in a rotation")
    func long() throws {
        let step = " +step +proj=helmert +exact +convention=position_vector +rx=100000 +ry=200000 +rz=-50000"
        let many = "+proj=pipeline" + String(repeating: step, count: 20_000)
        let turn = try Self.read(many, .proj).transform.rotation
        #expect(throws: Never.self) { try Rotation(columns: turn.x, turn.y, turn.z) }
        let wide = String(repeating: "1 ", count: 1_000_000)
        for format in [MotionFormat.tum, .kitti] {
            #expect(Self.refusal(wide, format)?.fault.code == "FIELD_COUNT")
        }
        let globals =
            "+proj=pipeline" + String(repeating: " +x=1", count: 100_000) + String(repeating: step, count: 10)
        #expect(Self.refusal(globals, .proj)?.fault.code == "REPEATED_PARAMETER")
    }

    @Test("no bytes trap, and what is read is a rotation", arguments: Seeds.few)
    func garbage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let motion = RigidStrategy.random.transform(using: &random)
        let pieces = ["NaN", "1e999", "-", "+", "=", "\n", " ", "#", "--x", "+step", "\u{0}", "{", "1e60"]
            .map { Array($0.utf8) }
        for format in MotionFormat.allCases {
            let text = Array(MotionText.text(of: motion, as: format).utf8)
            for _ in 0..<1000 {
                var bytes = text
                for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0...3, using: &random) {
                    case 0: bytes[place] = .random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: place)
                    case 2: bytes = Array(bytes[..<place])
                    default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
                    }
                }
                guard let pose = try? MotionReader.pose(bytes, format: format) else { continue }
                let r = pose.transform.rotation
                #expect(throws: Never.self) { try Rotation(columns: r.x, r.y, r.z) }
            }
        }
    }
}

private let refusals: [(MotionFormat, String, Int, String)] = [
    (.tum, "", 1, "EMPTY"), (.tum, "# only a comment\n", 1, "EMPTY"),
    (.tum, "0 1 2 3 0 0 0\n", 1, "FIELD_COUNT"), (.tum, "# t\n0 1 2 3 0 0 0 1 9\n", 2, "FIELD_COUNT"),
    (.tum, "0 1 2 3 0 0 0 1\n1 1 2 3 0 0 0 1\n", 2, "SEVERAL_POSES"),
    (.tum, "0,1,2,3,0,0,0,1\n", 1, "FIELD_COUNT"), (.tum, "0 1 2 three 0 0 0 1\n", 1, "NO_NUMBER"),
    (.tum, "\n\n0 1 nan 3 0 0 0 1\n", 3, "NON_FINITE"), (.tum, "0 1 1e61 3 0 0 0 1\n", 1, "OUT_OF_RANGE"),
    (.tum, "0 1 1e999 3 0 0 0 1\n", 1, "OUT_OF_RANGE"), (.tum, "0 1 2 3 0 0 0 nan\n", 1, "NON_FINITE"),
    (.kitti, "1 0 0 0 0 1 0 0 0 0 1\n", 1, "FIELD_COUNT"),
    (.kitti, "1 0 0 0 0 1 0 0 0 0 -1 0\n", 1, "MIRRORED"),
    (.kitti, "2 0 0 0 0 2 0 0 0 0 2 0\n", 1, "NOT_ORTHONORMAL"),
    (.kitti, "1 0 0 inf 0 1 0 0 0 0 1 0\n", 1, "NON_FINITE"),
    (.cloudCompare, "1 0 0 0\n0 1 0 0\n0 0 1 0\n", 1, "WRONG_COUNT"),
    (.cloudCompare, "1 0 0 0\n0 1 0 x\n", 2, "NO_NUMBER"),
    (.cloudCompare, "1 0 0 0 0 1 0 0 0 0 1 0 1 2 3 1", 1, "LAST_ROW"),
    (.colmap, "1 1 0 0 0 1 2 3 1\n", 1, "FIELD_COUNT"),
    (.colmap, "1 2 0 0 0 1 2 3 1 a.png\n\n", 1, "NOT_UNIT"),
    (.colmap, "1 1 0 0 0 1 2 3 1 a.png\n2 1 0 0 0 1 2 3 1 b.png\n", 2, "NO_POINTS"),
    (.colmap, "1 1 0 0 0 1 2 3 1 a.png\nx y z\n", 2, "NO_NUMBER"),
    (.proj, "", 1, "EMPTY"), (.proj, "+proj=helmert +rx=1", 1, "MISSING_CONVENTION"),
    (.proj, "+proj=helmert +convention=both +rx=1", 1, "BAD_VALUE"),
    (.proj, "+proj=helmert +x=one", 1, "BAD_VALUE"), (.proj, "+proj=helmert +x=nan", 1, "BAD_VALUE"),
    (.proj, "+proj=helmert +x=1 +x=2", 1, "REPEATED_PARAMETER"),
    (.proj, "+proj=helmert\n+s=2", 2, "SCALED"), (.proj, "+proj=helmert +dx=2", 1, "UNKNOWN_PARAMETER"),
    (.proj, "+proj=utm +zone=32", 1, "NOT_HELMERT"),
    (.proj, "+proj=pipeline +zone=1 +step +proj=helmert", 1, "UNKNOWN_PARAMETER"),
    (.proj, "+proj=pipeline +x=1 +step +proj=helmert +x=2", 1, "REPEATED_PARAMETER"),
    (.proj, "+x=1", 1, "MISSING"),
    (.proj, "+proj=helmert +step +proj=helmert", 1, "MISSING"),
    (.proj, "+proj=pipeline +inv +step +proj=helmert", 1, "UNKNOWN_PARAMETER"),
    (.rosJSON, "{}", 1, "MISSING_MEMBER"), (.rosJSON, "[]", 1, "WRONG_TYPE"),
    (.rosJSON, "{\n\"translation\":{\"x\":\"1\"}}", 2, "WRONG_TYPE"), (.rosJSON, "", 1, "UNEXPECTED_END"),
    (.rosCommand, "", 1, "EMPTY"), (.rosCommand, "--x 1", 1, "MISSING"),
    (.rosCommand, "--x", 1, "MISSING"), (.rosCommand, "--x 1 --x 2", 1, "REPEATED_PARAMETER"),
    (.rosCommand, "--u 1 --frame-id a --child-frame-id b", 1, "UNKNOWN_PARAMETER"),
    (.rosCommand, "--qw 1 --frame-id a --child-frame-id b", 1, "MISSING"),
    (.rosCommand, "--qx 0 --qy 0 --qz 0 --qw 1 --yaw 1 --frame-id a --child-frame-id b", 1, "TWO_ROTATIONS"),
    (.rosCommand, "1 2 3 0 0 0 1 map", 1, "FIELD_COUNT"),
    (.rosCommand, "1 2 3 0 0 0 map odom x y", 1, "FIELD_COUNT"),
    (.rosCommand, "1 2 3 0 0 nan map odom", 1, "NON_FINITE"),
]
