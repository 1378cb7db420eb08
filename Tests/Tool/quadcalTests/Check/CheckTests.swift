import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import CheckReports
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal check")
struct CheckTests {
    @Test(
        "exits 1 when there are findings at the level that fails, else 0",
        arguments: [
            (Rows.square, [], 0, "PASS"), (Rows.skewed, [], 0, "PASS"), (Rows.slightlyBent, [], 0, "WARN"),
            (Rows.bowTie, [], 1, "FAIL"), (Rows.slightlyBent, ["--fail-on", "warning"], 1, "FAIL"),
            (Rows.slightlyBent, ["--fail-on", "error"], 0, "WARN"),
            (Rows.bowTie, ["--fail-on", "never"], 0, "FAIL"),
            (Rows.bowTie, ["--ignore", "SELF_INTERSECTING"], 0, "PASS"),
            (Rows.bowTie, ["--severity", "SELF_INTERSECTING=warning"], 0, "WARN"),
            (Rows.skewed, ["--severity", "NOT_RECTANGULAR=error"], 1, "FAIL"),
            (Rows.slightlyBent, ["--profile", "strict"], 1, "FAIL"), ("1,2", [], 1, "FAIL"),
            ("1,2", ["--ignore", "WRONG_SHAPE"], 0, "PASS"),
        ] as [(String, [String], Int32, String)])
    func exitCodes(_ text: String, _ options: [String], _ exit: Int32, _ verdict: String) throws {
        let run = try Tool.run(["check", "a.csv"] + options, files: ["a.csv": text])
        #expect(run.exit == exit)
        #expect(run.lines.last?.hasPrefix("\(verdict)  a.csv: ") == true)
    }

    @Test(
        "says in one line what is wrong, with the number, the limit, the place and the remedy",
        arguments: findingLines)
    func lines(_ row: String, _ line: String) throws {
        let run = try Tool.run(["check", "a.csv"], files: ["a.csv": row])
        #expect(run.lines.first == "a.csv:1 \(line)")
        #expect(run.exit == (line.hasPrefix("ERROR") ? 1 : 0))
    }

    @Test("lists info only when asked, and counts it always")
    func info() throws {
        let files = ["a.csv": Rows.file(Rows.square, Rows.skewed)]
        let verdict = "PASS  a.csv: 0 errors, 0 warnings, 1 info in 2 quads (profile app)"
        #expect(try Tool.run(["check", "a.csv"], files: files).lines == [verdict])
        let line =
            "a.csv:2 marker \"b\" INFO NOT_RECTANGULAR angle at p1 is 11.3° off a right angle, limit 5°, at (0.20, 1.00, 2.00)"
        #expect(try Tool.run(["check", "-v", "a.csv"], files: files).lines == [line, verdict])
    }

    @Test("names the marker that another collides with")
    func neighbors() throws {
        let text = """
            a,0,1,0,1,1,0,1,0,0,0,0,0
            b,1,0,0,0,0,0,0,1,0,1,1,0
            c,0.5,1,0,1.5,1,0,1.5,0,0,0.5,0,0
            ,0,1,0.01,1,1,0.01,1,0,0.01,0,0,0.01
            """
        let run = try Tool.run(["check", "a.csv"], files: ["a.csv": text])
        let expected: [String] = [
            "a.csv:2 marker \"b\" WARNING DUPLICATE_MARKER same corners as \"a\" (line 1), 0 mm apart, "
                + "limit 1 mm, at (0.50, 0.50, 0.00); remove one of them",
            "a.csv:3 marker \"c\" WARNING OVERLAPPING_MARKER overlaps \"a\" (line 1), shared part 0.333, limit 0.05, "
                + "at (1.00, 0.50, 0.00)",
            "a.csv:4 WARNING STACKED_MARKER 10 mm from \"a\" (line 1), limit 20 mm, at (0.50, 0.50, 0.01)",
            "a.csv:4 WARNING STACKED_MARKER 10 mm from \"c\" (line 3), limit 20 mm, at (0.50, 0.50, 0.01)",
        ]
        #expect(Array(run.lines.dropLast()) == expected)
    }

    @Test(
        "compares markers with those of their own file, with others for copies, and gives a line for each file"
    )
    func severalFiles() throws {
        let run = try Tool.run(
            ["check", "b.csv", "-", "a.csv"], input: Rows.square,
            files: ["a.csv": Rows.square, "b.csv": Rows.bowTie])
        #expect(run.exit == 1)
        #expect(
            run.lines.dropFirst() == [
                "a.csv:1 WARNING DUPLICATE_MARKER same corners as line 1 of stdin, 0 mm apart, limit 1 mm, "
                    + "at (0.50, 0.50, 0.00); remove one of them",
                "FAIL  b.csv: 1 error, 0 warnings, 0 info in 1 quad (profile app)",
                "PASS  stdin: 0 errors, 0 warnings, 0 info in 1 quad (profile app)",
                "WARN  a.csv: 0 errors, 1 warning, 0 info in 1 quad (profile app)",
                "FAIL  3 files: 1 error, 1 warning, 0 info in 3 quads (profile app)",
            ])
    }

    @Test("finds the winding only where a facing is given")
    func winding() throws {
        let files = ["a.csv": Rows.square]
        #expect(try Tool.run(["check", "--facing", "0,0,-1", "a.csv"], files: files).lines.count == 1)
        let run = try Tool.run(["check", "--facing", "0,0,1", "a.csv"], files: files)
        #expect(
            run.lines.first
                == "a.csv:1 WARNING WINDING the normal is 180° from the facing direction, limit 90°, at (0.50, 0.50, 0.00); "
                + "the order p1 p4 p3 p2 reverses it")
    }

    @Test("says nothing but the verdict when quiet")
    func quiet() throws {
        let run = try Tool.run(["check", "--quiet", "a.csv"], files: ["a.csv": Rows.bowTie])
        let verdict = "FAIL  a.csv: 1 error, 0 warnings, 0 info in 1 quad (profile app)\n"
        #expect(run == Tool.Run(output: verdict, advice: "", exit: 1))
    }

    @Test("advises to fix what can be fixed")
    func advice() throws {
        let run = try Tool.run(
            ["check", "a.csv"], files: ["a.csv": Rows.file(Rows.bowTie, Rows.bent, Rows.notANumber)])
        #expect(run.advice == "quadcal: 2 findings can be fixed: --fix OUT.csv writes a fixed file\n")
        #expect(try Tool.run(["check", "a.csv"], files: ["a.csv": Rows.notANumber]).advice.isEmpty)
    }

    @Test(
        "every limit can be tightened and loosened",
        arguments: limitCases)
    func limits(_ option: String, _ without: String, _ with: String, _ finding: String, _ text: String) throws
    {
        let files = ["a.csv": text]
        #expect(
            try !Tool.run(["check", "-v", "a.csv", option, without], files: files).output.contains(finding))
        #expect(try Tool.run(["check", "-v", "a.csv", option, with], files: files).output.contains(finding))
    }

    @Test("has an option for every limit of the library, under the same name")
    func limitNames() {
        #expect(LimitOption.all.map(\.name) == QuadLimit.allCases.map(\.rawValue))
        #expect(Set(LimitOption.all.map(\.flag)).count == LimitOption.all.count)
    }

    @Test("leaves warnings out before errors, and says how many")
    func mostFindings() throws {
        let files = [
            "a.csv": Rows.file(
                Rows.slightlyBent, Rows.bowTie, Rows.skewed, Rows.slightlyBent, Rows.notANumber)
        ]
        func codes(_ most: String) throws -> [String] {
            try Tool.run(["check", "-v", "--max-findings", most, "a.csv"], files: files).lines.filter {
                $0.hasPrefix("a.csv:")
            }.map { String($0.split(separator: " ")[4]) }
        }
        #expect(try codes("0") == ["SELF_INTERSECTING", "NON_FINITE"])
        #expect(try codes("3") == ["NON_PLANAR", "SELF_INTERSECTING", "NON_FINITE"])
        #expect(try codes("4") == ["NON_PLANAR", "SELF_INTERSECTING", "NON_PLANAR", "NON_FINITE"])
        #expect(
            try codes("5") == [
                "NON_PLANAR", "SELF_INTERSECTING", "NOT_RECTANGULAR", "NON_PLANAR", "NON_FINITE",
            ])
        let run = try Tool.run(["check", "--max-findings", "1", "a.csv"], files: files)
        #expect(
            run.lines.suffix(2) == [
                "2 findings not listed (--max-findings)",
                "FAIL  a.csv: 2 errors, 2 warnings, 1 info in 5 quads (profile app)",
            ])
    }

    @Test("reports only what was asked for")
    func selection() throws {
        let files = ["a.csv": Rows.file(Rows.bent, Rows.bowTie, Rows.notANumber)]
        func codes(_ options: [String]) throws -> [String] {
            try Tool.run(["check", "a.csv"] + options, files: files).lines.dropLast().map {
                String($0.split(separator: " ")[4])
            }
        }
        #expect(try codes(["--only", "NON_PLANAR"]) == ["NON_PLANAR"])
        #expect(try codes(["--only=non_planar", "--only=NON_FINITE"]) == ["NON_PLANAR", "NON_FINITE"])
        #expect(try codes(["--ignore", "NON_PLANAR,NON_FINITE"]) == ["SELF_INTERSECTING"])
    }

    @Test("keeps hostile ids and file names from the terminal")
    func hostile() throws {
        let id = "\u{1B}[2J\u{7}\u{202E}evil\u{200B}\u{2066}\u{FEFF}\u{E0041}\u{3164}\u{A0}\u{9B}31m\n\\\"é門🚪"
        let name = "\u{1B}]0;x\u{7}.csv"
        let field = "\"" + id.replacing("\"", with: "\"\"") + "\""
        let run = try Tool.run(["check", name], files: [name: "\(field),\(Rows.bowTie)"])
        #expect(
            run.lines.first?.hasPrefix(
                "\\u{1B}]0;x\\u{7}.csv:1 marker \"\\u{1B}[2J\\u{7}\\u{202E}evil\\u{200B}\\u{2066}\\u{FEFF}\\u{E0041}"
                    + "\\u{3164}\\u{A0}\\u{9B}31m\\n\\\\\\\"é門🚪\" ERROR") == true)
        let long = try Tool.run(
            ["check", "-"], input: "\(String(repeating: "x", count: 9000)),\(Rows.bowTie)")
        #expect(long.lines.allSatisfy { $0.count < 300 })
    }

    @Test(
        "prints the same bytes twice",
        arguments: [["-v"], ["--json"], ["--ndjson"], ["--json", "--max-findings", "7"]])
    func determinism(_ options: [String]) throws {
        let room = try Dataset.read("check/room.csv")
        let runs = try (0..<2).map { _ in
            try Tool.run(["check", "room.csv"] + options, files: ["room.csv": room])
        }
        #expect(runs[0] == runs[1])
    }
}

/// Rows, and the line each gives.
private let findingLines: [(row: String, line: String)] = [
    (
        Rows.bent,
        "ERROR NON_PLANAR flatness 40 mm, limit 25 mm, at (0.50, 0.50, 0.00); flatten moves the corners into one plane"
    ),
    (
        Rows.bowTie,
        "ERROR SELF_INTERSECTING the outline crosses itself, at (0.50, 0.50, 0.00); the order p1 p3 p2 p4 uncrosses it"
    ),
    (Rows.notANumber, "ERROR NON_FINITE p2y is NaN"),
    ("0,1,0,1,1,0,1,0,0,0,0,-inf", "ERROR NON_FINITE p4z is -Infinity"),
    (
        "0,1,0,1,1,0,1,0,0,0,-20000,0",
        "ERROR OUT_OF_RANGE p4y is -20000 m, limit 10000 m, at (0.00, -20000.00, 0.00)"
    ),
    (
        "0,1,0,1,1,0,1,1,0.0005,0,0,0",
        "ERROR DUPLICATE_CORNERS p3 is 0.5 mm from an earlier corner, limit 1 mm, at (1.00, 1.00, 0.00)"
    ),
    ("0,1,0,1,1,0,2,1,0,3,1,0", "ERROR ZERO_AREA all corners are on one line, at (1.50, 1.00, 0.00)"),
    (
        "0,1,0,1,1,0,0.2,0.8,0,0,0,0",
        "ERROR CONCAVE inner angle at p3 242°, limit 180°, at (0.20, 0.80, 0.00)"
    ),
    (
        "0,0.004,0,1,0.004,0,1,0,0,0,0,0",
        "ERROR TOO_SMALL edge p2-p3 is 4 mm, limit 5 mm, at (1.00, 0.00, 0.00)"
    ),
    (
        "0,1,0,20.001,1,0,20.001,0,0,0,0,0",
        "ERROR TOO_LARGE edge p1-p2 is 20.001 m, limit 20 m, at (10.00, 1.00, 0.00)"
    ),
    (
        "0,0.01,0,1,0.01,0,1,0,0,0,0,0",
        "WARNING ASPECT_RATIO longest over shortest edge 100, limit 50, at (1.00, 0.01, 0.00)"
    ),
    (
        "0,1,0,1,1,0,0.51,0.5,0,0,0,0",
        "WARNING STRAIGHT_CORNER angle at p3 179°, limit 178°, at (0.51, 0.50, 0.00)"
    ),
    ("1,2", "ERROR WRONG_SHAPE 2 fields, expected 12 or 13"),
    (
        "1 2 3",
        "ERROR WRONG_SHAPE 1 field, expected 12 or 13; separate the fields by commas, semicolons or tabs, the same in the whole file"
    ),
    (Rows.square.replacing(",", with: ",5,"), "ERROR WRONG_SHAPE 23 fields, expected 12 or 13"),
    (
        Rows.square.replacing(",", with: ",5,") + ",5",
        "ERROR WRONG_SHAPE 24 fields, expected 12 or 13; if these are decimal commas, write points"
    ),
    (
        "0,1,a,1,1,0,1,0,0,b,0,",
        "ERROR WRONG_SHAPE field 3 (p1z) is \"a\", not a number, and 2 more fields are wrong; a header must be exactly id,p1x,p1y,p1z,p2x and so on to p4z"
    ),
    (
        "0,1,0,1,1,0,1,0,0,0,0,1e999",
        "ERROR WRONG_SHAPE field 12 (p4z) is \"1e999\", out of the range of doubles"
    ),
]

/// Options with a value that gives no finding and one that gives it.
private let limitCases: [(option: String, without: String, with: String, finding: String, text: String)] = [
    ("--snap-mm", "0.4", "0.6", "DUPLICATE_CORNERS", "0,1,0,1,1,0,1,1,0.0005,0,0,0"),
    ("--flatness-warning-mm", "16", "14", "NON_PLANAR", Rows.slightlyBent),
    ("--flatness-error-mm", "41", "39", "ERROR NON_PLANAR", Rows.bent),
    ("--fold-deg", "6.5", "6.4", "FOLDED", "0,1,0.08,1,1,0,1,0,0,0,0,0"),
    ("--min-edge-mm", "999", "1001", "TOO_SMALL", Rows.square),
    ("--max-edge-m", "1", "0.999", "TOO_LARGE", Rows.square),
    ("--max-aspect", "2", "1.99", "ASPECT_RATIO", "0,1,0,2,1,0,2,0,0,0,0,0"),
    ("--max-coordinate-m", "1", "0.9", "OUT_OF_RANGE", Rows.square),
    ("--min-angle-deg", "44", "46", "STRAIGHT_CORNER", "0,1,0,2,1,0,1,0,0,0,0,0"),
    ("--max-skew-deg", "12", "11", "NOT_RECTANGULAR", Rows.skewed),
    (
        "--min-overlap", "0.34", "0.33", "OVERLAPPING_MARKER",
        Rows.square + "\n0.5,1,0,1.5,1,0,1.5,0,0,0.5,0,0"
    ),
    (
        "--stack-mm", "9", "11", "STACKED_MARKER",
        Rows.square + "\n0,1,0.01,1,1,0.01,1,0,0.01,0,0,0.01"
    ),
]
