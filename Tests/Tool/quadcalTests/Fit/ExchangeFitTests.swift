import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal fit with files of other programs")
struct ExchangeFitTests {
    private static let names = [
        "cloudcompare.txt", "transform.json", "shift.proj", "old.tum", "new.tum", "old-images.txt",
        "new-images.txt",
    ]

    private static func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in names { files[name] = try Dataset.read("exchange/\(name)") }
        return files
    }

    @Test("the made files are what their script makes")
    func script() throws {
        let folder = try Dataset.remade(by: "exchange/make_exchange.py")
        for name in Self.names {
            #expect(try folder.read(name) == Dataset.read("exchange/\(name)"), "\(name)")
        }
    }

    @Test(
        "every form that is printed is read again, and prints every other form alike",
        arguments: MotionFormat.allCases)
    func printed(format: MotionFormat) throws {
        let folder = try Folder()
        let files = try Self.files().merging(["m.txt": "0 0 1 1\n0 1 0 -2\n-1 0 0 0.5\n0 0 0 1\n"]) { $1 }
        let motion = ["fit", "--matrices", "new-from-old", "--quiet"]
        let first = try Tool.run(
            motion + ["--rows", "--print", format.rawValue, "m.txt"], files: files, in: folder)
        #expect(first.exit == 0 && first.advice.isEmpty)
        try folder.write(first.output, to: "again")
        let second = try Tool.run(
            motion + ["--matrices-as", format.rawValue, "--print", format.rawValue, "again"], in: folder)
        // Angles in arc seconds may differ in their last digit.
        #expect(second == first || format == .proj && second.exit == 0)
    }

    @Test("trajectories give the motion of the walk, and apply moves one onto the other")
    func trajectories() throws {
        let folder = try Folder(), files = try Self.files()
        for (format, old, new, more) in [
            ("tum", "old.tum", "new.tum", ["--match-ms", "10"]),
            ("colmap", "old-images.txt", "new-images.txt", []),
        ] {
            let fit = try Tool.run(
                ["fit", "--poses", format, "--save", "\(format).json", "--json"] + more + [old, new],
                files: files, in: folder)
            #expect(fit.exit == 0, "\(fit)")
            let saved = try SavedFit(Array(folder.read("\(format).json").utf8))
            let motion = saved.targetFromSource, turn = motion.rotation.rotationVector / QuadLimits.degree
            #expect((turn - SIMD3(0, 30, 0)).largestMagnitude < 0.1, "\(turn)")
            let moved = try Tool.run(
                ["apply", "--poses", format, "--out", "moved", "--force", "\(format).json", old], in: folder)
            #expect(moved.exit == 0 && moved.output.isEmpty, "\(moved)")
            let kind = try #require(TrajectoryFormat(rawValue: format))
            let pairs = try TrajectoryPairs(
                Trajectory(Array(folder.read("moved").utf8), format: kind),
                Trajectory(Array(folder.read(new).utf8), format: kind), within: 0.01)
            let sides = pairs.correspondences
            for (first, second) in zip(sides.sources, sides.targets) {
                #expect((first - second).largestMagnitude < 0.005)
            }
        }
    }

    @Test("a fit that fails moves no poses, and one to calibrated corners does not either")
    func refused() throws {
        let folder = try Folder()
        var files = try Self.files()
        files["wrong.csv"] = try Dataset.read("pairs/wrong-corner.csv")
        let fit = try Tool.run(["fit", "--save", "fit.json", "wrong.csv"], files: files, in: folder)
        #expect(fit.exit == 1)
        let run = try Tool.run(["apply", "--poses", "tum", "fit.json", "old.tum"], in: folder)
        #expect(run.exit == 4 && run.output.isEmpty && run.advice.contains("fit.json: "))
    }

    @Test("wrong use and wrong files say what to do", arguments: wrongExchanges)
    func refusals(_ arguments: [String], _ exit: Int32, _ message: String) throws {
        let files = try Self.files().merging([
            "one.tum": "0 1 2 3 0 0 0 1\n", "far.tum": "9 1 2 3 0 0 0 1\n", "cut.tum": "0 1 2 3 0 0",
            "long.tum": "0 1 2 3 0 0 0 1.01\n", "nan.tum": "# t\n0 1 nan 3 0 0 0 1\n", "empty.tum": "",
            "two.kitti": "1 0 0 1 0 1 0 2 0 0 1 3\n1 0 0 1 0 1 0 2 0 0 1 3\n",
            "one.kitti": "1 0 0 1 0 1 0 2 0 0 1 3\n", "loose.proj": "+proj=helmert +rx=5",
        ]) { $1 }
        let run = try Tool.run(arguments, files: files)
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: exit))
    }
}

private let tum = "TUM: t x y z qx qy qz qw, p_world = R(q) p_body + t, seconds and metres"

private let wrongExchanges: [(arguments: [String], exit: Int32, message: String)] = [
    (
        ["fit", "--layout", "rows", "one.tum"], 2,
        "--layout rows and a fit without --print matrix contradict each other; give one of them"
    ),
    (
        ["fit", "--print", "kitti", "--list-codes", "one.tum"], 2,
        "--print kitti and --list-codes contradict each other; give one of them"
    ),
    (
        ["fit", "--match-ms", "5", "one.tum"], 2,
        "--match-ms 5 and a fit without --poses tum contradict each other; give one of them"
    ),
    (
        ["fit", "--matrices-as", "tum", "one.tum"], 2,
        "--matrices-as tum and a fit without --matrices contradict each other; give one of them"
    ),
    (
        ["fit", "--matrices", "new-from-old", "--rows", "one.tum"], 2,
        "--rows and one.tum, which is tum, contradict each other; give one of them"
    ),
    (
        ["fit", "--matrices", "new-from-old", "one.tum", "far.tum"], 2,
        "fit does not take \"far.tum\"; remove it"
    ),
    (
        ["fit", "--matrices", "new-from-old", "cut.tum"], 3,
        "cut.tum:1: 6 fields, expected 8: \(tum); complete the line, or check the format"
    ),
    (
        ["fit", "--matrices", "new-from-old", "long.tum"], 3,
        "long.tum:1: the quaternion's length is 1.01, off by 0.01, expected 1 to within 0.001; check that the columns are "
            + "those of the format, or normalise it where it comes from"
    ),
    (
        ["fit", "--poses", "tum", "nan.tum", "one.tum"], 3,
        "nan.tum:2: y is not finite, expected a finite number; correct it or remove the pose"
    ),
    (
        ["fit", "--poses", "tum", "empty.tum", "one.tum"], 3,
        "empty.tum:1: no pose in it, expected \(tum); check what wrote it"
    ),
    (
        ["fit", "--poses", "tum", "one.tum", "far.tum"], 4,
        "one.tum to far.tum: no two poses are of the same time; the nearest are 9000 ms apart; allow more with --match-ms, or "
            + "check the clocks"
    ),
    (
        ["fit", "--poses", "kitti", "one.kitti", "two.kitti"], 3,
        "one.kitti to two.kitti: 1 old pose and 2 new, which are paired by their lines, expected as many; write both from the "
            + "same images, or use a format with times or names"
    ),
    (
        ["fit", "--matrices", "new-from-old", "loose.proj"], 3,
        "loose.proj:1: rotations without +convention, whose two conventions turn in opposite ways; add "
            + "+convention=position_vector or +convention=coordinate_frame"
    ),
    (
        ["apply", "--poses", "tum", "--mode", "raw", "fit.json", "one.tum"], 2,
        "--poses tum and --mode raw contradict each other; give one of them"
    ),
]
