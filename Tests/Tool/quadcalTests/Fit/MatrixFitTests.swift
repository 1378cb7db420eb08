import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal fit of two matrices")
struct MatrixFitTests {
    /// A model turned by a quarter about +Y and shifted, and one only shifted; printed to three places the third is off.
    private static let files = [
        "old.txt": "0 0 1 1\n0 1 0 2\n-1 0 0 3\n0 0 0 1\n",
        "new.json": "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[5,6,7,1]]",
        "sloppy.json": #"{"matrix":[[0.946,-0.023,0.323,0],[0.022,0.999,0.009,0],[-0.323,-0.002,0.946,0],"#
            + "[-0.735,-0.873,-3.287,1]]}",
        "turn.txt": "0 0 1 0  0 1 0 0  -1 0 0 0  0 0 0 1",
        "mirror.txt": "1 0 0 1  0 1 0 2  0 0 -1 3  0 0 0 1",
        "bad.txt": "1 0 0\n0 one 0", "p.csv": "id,x,y,z\na,1,2,3\nb,2,2,3\n",
        "checks.csv": "id,sx,sy,sz,tx,ty,tz\na,1,2,3,5,6,7\nb,2,2,3,5,6,8.02\n",
    ]

    @Test("composes them, says how they were read, and that nothing checks them")
    func text() throws {
        let run = try Tool.run(
            ["fit", "--matrices", "scan-from-model", "--at", "p.csv", "old.txt", "new.json"],
            files: Self.files)
        #expect(run.exit == 0)
        #expect(
            run.lines[0].hasPrefix("WARN  old.txt to new.json: NO_REDUNDANCY: Two matrices leave no residual")
        )
        #expect(run.output.contains("\n  rotation  90.0000°, tilt 0°\n"))
        #expect(
            run.output.contains("\n  a      5.0000  6.0000  7.0000\n  b      5.0000  6.0000  8.0000\n"),
            "\(run.output)")
        #expect(
            run.advice == "quadcal: old.txt: read row by row, since only then it is a motion\n"
                + "quadcal: new.json: read column by column, since only then it is a motion\n")
    }

    @Test("the document has the motion of a fit and no pairs, and can be read as a matrix again")
    func document() throws {
        let folder = try Folder()
        let run = try Tool.run(
            ["fit", "--json", "--matrices", "scan-from-model", "--save", "fit.json", "old.txt", "new.json"],
            files: Self.files, in: folder)
        #expect(run.exit == 0)
        #expect(try folder.read("fit.json") == run.output)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let motion = try #require(report["motion"] as? [String: Any])
        #expect((report["pairs"] as? [Any])?.isEmpty == true && report["evidence"] is NSNull)
        #expect(report["decidedBy"] as? String == "NO_REDUNDANCY" && motion["model"] as? String == "matrices")
        let matrix = try #require(motion["matrix"] as? [String: Any])
        let written = try JSONSerialization.data(withJSONObject: ["matrix": matrix["rowMajor"] ?? []])
        try folder.write(written, to: "again.json")
        try folder.write("1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", to: "one.txt")
        let again = try Tool.run(
            ["fit", "--json", "--matrices", "scan-from-model", "--rows", "one.txt", "again.json"], in: folder)
        let second = try #require(
            try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any])
        let same = (second["motion"] as? [String: Any])?["matrix"] as? [String: Any]
        #expect(same?["rowMajor"] as? [Double] == matrix["rowMajor"] as? [Double])
    }

    @Test("the other way they go is the other motion")
    func direction() throws {
        let there = try Tool.run(
            ["fit", "-v", "--matrices", "model-from-scan", "old.txt", "new.json"], files: Self.files)
        #expect(there.output.contains("\n  t         -4  -4  -4\n"), "\(there.output)")
    }

    @Test("check pairs and a tolerance decide")
    func checks() throws {
        for (tolerance, exit, verdict) in [("50", 0, "PASS"), ("10", 1, "FAIL")] as [(String, Int32, String)]
        {
            let run = try Tool.run(
                [
                    "fit", "--matrices", "scan-from-model", "--check-points", "checks.csv", "--tolerance-mm",
                    tolerance, "old.txt", "new.json",
                ], files: Self.files)
            #expect(run.exit == exit && run.output.hasPrefix(verdict))
            #expect(run.output.contains("\n  checks    2 pairs, off by 20 mm at most\n"))
        }
        let unknown = try Tool.run(
            [
                "fit", "--quiet", "--matrices", "scan-from-model", "--tolerance-mm", "10", "old.txt",
                "new.json",
            ],
            files: Self.files)
        #expect(unknown.exit == 1 && unknown.output.contains("TOLERANCE_EXCEEDED"))
    }

    @Test("a sloppy matrix is corrected, and the amount is reported")
    func sloppy() throws {
        let run = try Tool.run(
            ["fit", "--quiet", "--matrices", "scan-from-model", "sloppy.json", "new.json"], files: Self.files)
        #expect(run.exit == 0 && run.lines.count == 1 && run.advice.isEmpty)
        let told = try Tool.run(
            ["fit", "--matrices", "scan-from-model", "--columns", "sloppy.json", "new.json"],
            files: Self.files)
        #expect(
            told.advice.hasPrefix(
                "quadcal: sloppy.json: not an exact rotation (|RᵀR - 1| is 0.00143); the nearest one is used, which differs "
                    + "by at most 0.000"))
    }

    @Test("wrong use and wrong files say what to do", arguments: wrongMatrices)
    func refusals(_ arguments: [String], _ exit: Int32, _ message: String) throws {
        let run = try Tool.run(["fit"] + arguments, files: Self.files)
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: exit))
    }
}

private let wrongMatrices: [(arguments: [String], exit: Int32, message: String)] = [
    (
        ["--matrices", "scan-from-model", "old.txt"], 2,
        "two files are needed, the old one and the new, but only old.txt is given; name the new one after it"
    ),
    (
        ["--matrices", "scan-from-modle", "old.txt", "new.json"], 2,
        "--matrices cannot be \"scan-from-modle\"; did you mean scan-from-model? it takes scan-from-model, "
            + "model-from-scan or new-from-old"
    ),
    (
        ["--matrices", "scan-from-model", "--robust", "old.txt", "new.json"], 2,
        "--robust and --matrices scan-from-model contradict each other; give one of them"
    ),
    (
        ["--rows", "p.csv"], 2, "--rows and a fit without --matrices contradict each other; give one of them"
    ),
    (
        ["--rows", "--columns", "--matrices", "scan-from-model", "old.txt", "new.json"], 2,
        "--rows and --columns contradict each other; give one of them"
    ),
    (
        ["--matrices", "scan-from-model", "--columns", "old.txt", "new.json"], 3,
        "old.txt: the last row is 1 2 3 1, expected 0 0 0 1; the last column is, so use the other of --rows "
            + "and --columns"
    ),
    (
        ["--matrices", "scan-from-model", "turn.txt", "new.json"], 3,
        "turn.txt: rows and columns cannot be told apart in a pure rotation; say how it is written: --rows or "
            + "--columns"
    ),
    (
        ["--matrices", "scan-from-model", "mirror.txt", "new.json"], 3,
        "mirror.txt: the determinant is -1: a mirror, which cannot be applied to markers; check the axes where the matrix "
            + "comes from"
    ),
    (
        ["--matrices", "scan-from-model", "bad.txt", "new.json"], 3,
        "bad.txt:2: number 5 of the matrix is \"one\", expected a number as in 1.5, -3 or 2e-3; correct it, "
            + "or name its format with --matrices-as"
    ),
    (
        ["--matrices", "scan-from-model", "nowhere.txt", "new.json"], 3,
        "nowhere.txt: cannot be read (no such file or directory); check the name and its permissions"
    ),
]
