import Foundation
import QuadGeometry
import Testing

@testable import QuadcalTool

@Suite("quadcal fit of two points each")
struct OriginFitTests {
    private static let header = "id,x,y,z\n"
    /// The worked example: a frame turned by 36.87° about the vertical.
    private static let files = [
        "old.csv": header + "door,1,0.2,2\nend,4,0.7,6\n", "new.csv": header + "door,0,0,0\nend,0,0.5,5\n",
        "bare.csv": "0,0,0\n0,0.5,5\n", "swapped.csv": header + "end,0,0.5,5\ndoor,0,0,0\n",
        "three.csv": header + "a,0,0,0\nb,0,0,5\nc,1,0,5\n",
        "above.csv": header + "door,0,0,0\nend,0,2,0.00001\n",
        "word.csv": header + "door,0,0,here\nend,0,0,5\n", "far.csv": header + "door,1e70,0,0\nend,0,0,5\n",
    ]

    @Test("the motion takes one frame to the other, and is said to rest on the two alone")
    func document() throws {
        let arguments = ["--two-points", "old.csv", "new.csv"]
        let (report, exit) = try PairFiles.report(arguments, files: Self.files)
        #expect(exit == 0 && report["verdict"] as? String == "warn")
        #expect(report["decidedBy"] as? String == "WEAK_GEOMETRY")
        let matrix = ((report["motion"] as? [String: Any])?["matrix"] as? [String: Any])?["rowMajor"]
        let found = try RigidTransform(rowMajor: try #require(matrix as? [Double]))
        #expect((found * SIMD3(4, 0.7, 6) - SIMD3(0, 0.5, 5)).length < 1e-12)
        #expect((found.rotation.angle / QuadLimits.degree - 36.869898).magnitude < 1e-6)
        let origins = try #require(report["origins"] as? [String: Any])
        #expect(report["join"] is NSNull && origins["oldSeparation"] as? Double == 5)
        let inputs = try #require(report["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["role"] as? String } == ["old", "new"])
        let run = try Tool.run(["fit"] + arguments, files: Self.files)
        #expect(
            run.output.contains("an origin and a direction, 5 m apart on the level, and 5 m in the new frame")
        )
        #expect(
            run.advice
                == "quadcal: old.csv: two points determine the motion, and no third shows whether one of them is wrong\n"
        )
    }

    @Test("points without names go by their order")
    func bare() throws {
        let run = try Tool.run(["fit", "--two-points", "bare.csv", "bare.csv"], files: Self.files)
        #expect(
            run.exit == 0 && run.advice.contains("bare.csv: no header, so the columns are taken as x,y,z\n"))
    }

    @Test("wrong files say what to do", arguments: wrongOrigins)
    func wrong(_ arguments: [String], _ exit: Int32, _ message: String) throws {
        let run = try Tool.run(["fit", "--two-points"] + arguments, files: Self.files)
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: exit))
    }
}

private let wrongOrigins: [(arguments: [String], exit: Int32, message: String)] = [
    (
        ["old.csv"], 2,
        "two files are needed, the old one and the new, but only old.csv is given; name the new one after it"
    ),
    (
        ["--join", "label", "old.csv", "new.csv"], 2,
        "--two-points and --join label contradict each other; give one of them"
    ),
    (
        ["old.csv", "three.csv"], 3,
        "three.csv: 3 points, expected two: the origin, then a point in the direction of +Z"
    ),
    (
        ["old.csv", "swapped.csv"], 3,
        "swapped.csv:2: the point is \"end\" where the other file has \"door\"; use the same names and order "
            + "in both files"
    ),
    (
        ["old.csv", "above.csv"], 3,
        "above.csv:3: the second point is 0.01 mm from the first on the level, expected at least 0.1 mm; use a "
            + "point farther away"
    ),
    (
        ["word.csv", "new.csv"], 3,
        "word.csv:2: column 4 (z) is \"here\", expected a number as in 1.5, -3 or 2e-3; correct it or remove the row"
    ),
    (
        ["far.csv", "new.csv"], 3,
        "far.csv:2: \"door\": the source is more than 1e+60 m from the origin, expected a realistic position; correct it "
            + "or remove the pair"
    ),
]
