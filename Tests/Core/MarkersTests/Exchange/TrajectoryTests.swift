import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Trajectories of other programs")
struct TrajectoryTests {
    private static func poses(_ seed: UInt64, _ count: Int = 40) -> [(
        name: String, worldFromBody: RigidTransform
    )] {
        ExchangeMotions(seed: seed, count: count).enumerated().map { ("\($0).25", $1) }
    }

    @Test("a carriage return before blanks at the end of a line belongs to no name")
    func carriageReturn() throws {
        let poses = try Trajectory(Array("1 .8 0 0.6 0 1 0 0 3 ep<\r \n\n".utf8), format: .colmap)
        #expect(poses.entries.map(\.name) == ["ep<"])
        #expect(try poses.moved(by: .identity).entries.map(\.name) == ["ep<"])
    }

    @Test(
        "the places of sensors move with the world, and motions there and back cancel", arguments: Seeds.few)
    func moved(seed: UInt64) throws {
        for (trial, motion) in ExchangeMotions(seed: seed &+ 9, count: 40).enumerated() {
            let anchored = AnchoredMotion(motion)
            for format in TrajectoryFormat.allCases {
                let old = try Trajectory(Self.poses(seed), format: format)
                let new = try old.moved(by: anchored)
                let back = try new.moved(by: anchored.inverted())
                #expect(new.entries.map(\.name) == old.entries.map(\.name))
                for (entry, (first, second)) in zip(old.entries, zip(new.entries, back.entries)) {
                    let size =
                        1
                        + max(
                            entry.center.largestMagnitude, first.center.largestMagnitude,
                            motion.translation.largestMagnitude)
                    #expect(
                        (first.center - motion * entry.center).largestMagnitude <= 4 * MotionText.angleError
                            * size,
                        "\(format), seed \(seed), trial \(trial)")
                    #expect(
                        (second.center - entry.center).largestMagnitude <= 8 * MotionText.angleError * size,
                        "\(format), seed \(seed), trial \(trial)")
                    #expect(
                        second.pose.transform.rotation.difference(from: entry.pose.transform.rotation)
                            <= 4 * MotionText.angleError)
                }
            }
        }
    }

    @Test("comments, time stamps, names, points and ends of lines stay as they are")
    func preserved() throws {
        let motion = AnchoredMotion(
            RigidTransform(rotation: .identity, translation: SIMD3(1, 0, 0)) ?? .identity)
        let tum = "# t x y z\r\n1403636579.763555584 0 0 0 0 0 0 1\r\n\r\n# end"
        #expect(
            try String(
                decoding: Trajectory(Array(tum.utf8), format: .tum).moved(by: motion).bytes, as: UTF8.self)
                == tum.replacing("584 0 0 0 0", with: "584 1 0 0 0"))
        let colmap = "# images\n7 1 0 0 0 0 0 0 2 a photo.png\n1.50 2.5 -1\n\n9 1 0 0 0 0 0 0 2 ü.png\n\n"
        let moved = try Trajectory(Array(colmap.utf8), format: .colmap).moved(by: motion)
        #expect(
            String(decoding: moved.bytes, as: UTF8.self)
                == colmap.replacing("1 0 0 0 0 0 0 2", with: "1 0 0 0 -1 0 0 2"))
        #expect(moved.entries.map(\.name) == ["a photo.png", "ü.png"])
        #expect(moved.entries.map(\.center) == [SIMD3(1, 0, 0), SIMD3(1, 0, 0)])
    }

    @Test("a quaternion keeps the sign that it was written with")
    func sign() throws {
        let text = "0 0 0 0 0 -0.7071067811865476 0 -0.7071067811865476\n"
        let turn = try #require(Rotation(angle: 0.1, axis: SIMD3(0, 1, 0)))
        let motion = AnchoredMotion(RigidTransform(rotation: turn, translation: .zero) ?? .identity)
        let moved = try Trajectory(Array(text.utf8), format: .tum).moved(by: motion)
        #expect(moved.entries[0].pose.quaternionXYZW.w < 0)
    }

    @Test("pairs are by time within a gap, by name, and by number")
    func pairs() throws {
        func tum(_ stamps: [String]) throws -> Trajectory {
            let lines = stamps.enumerated().map { "\($1) \($0) 0 0 0 0 0 1\n" }
            return try Trajectory(Array(lines.joined().utf8), format: .tum)
        }
        let old = try tum(["3", "1", "2", "9"]), new = try tum(["1.004", "2.000", "2.001", "3.02"])
        func places(_ gap: Double) throws -> [[Int]] {
            try TrajectoryPairs(old, new, within: gap).matches.map { [$0.old, $0.new] }
        }
        #expect(try places(0) == [[2, 1]])
        #expect(try places(0.01) == [[1, 0], [2, 1]])
        #expect(try places(0.03) == [[0, 3], [1, 0], [2, 1]])
        #expect(try TrajectoryPairs(old, new, within: 0.01).largestGap <= 0.004 + 1e-9)
        let far = #expect(throws: TrajectoryPairsError.self) { try TrajectoryPairs(old, tum(["50", "60"])) }
        #expect(far == TrajectoryPairsError.none(nearest: 41))
        let again = #expect(throws: TrajectoryPairsError.self) {
            try TrajectoryPairs(tum(["1", "1.0"]), old)
        }
        #expect(again?.code == "REPEATED")

        func images(_ names: [String]) throws -> Trajectory {
            try Trajectory(names.map { ($0, RigidTransform.identity) }, format: .colmap)
        }
        let matches = try TrajectoryPairs(images(["a", "b c", "d"]), images(["d", "b c", "e"])).matches
        #expect(matches.map { [$0.old, $0.new] } == [[1, 1], [2, 0]])
        #expect(
            #expect(throws: TrajectoryPairsError.self) { try TrajectoryPairs(images(["a"]), images(["b"])) }?
                .code == "NO_PARTNERS")
        #expect(
            #expect(throws: TrajectoryPairsError.self) {
                try TrajectoryPairs(images(["a", "a"]), images(["b"]))
            }?.code == "REPEATED")
        #expect(
            #expect(throws: TrajectoryPairsError.self) { try TrajectoryPairs(images(["a"]), old) }?.code
                == "TWO_FORMATS")
        let two = try Trajectory(Self.poses(1, 2), format: .kitti),
            three = try Trajectory(Self.poses(1, 3), format: .kitti)
        #expect(
            #expect(throws: TrajectoryPairsError.self) { try TrajectoryPairs(two, three) }
                == .otherCount(old: 2, new: 3))
        #expect(try TrajectoryPairs(two, two).correspondences.ids == ["1", "2"])
    }
}
