import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal fit of laser-guide rows")
struct RowFitTests {
    private static func motion() throws -> RigidTransform {
        let turn = try #require(Rotation(angle: 0.3, axis: SIMD3(0, 1, 0)))
        return try #require(RigidTransform(rotation: turn, translation: SIMD3(2, 0.1, -3)))
    }

    private static func files() throws -> [String: String] {
        let old = AnchorFiles.run(.identity)
        let new = try AnchorFiles.run(motion(), number: 2, first: 20)
        let far = AnchorFiles.anchor(40, row: 8, SIMD3(1e70, 0, 0))
        let third = AnchorFiles.anchor(50, row: 5, .zero, session: AnchorFiles.other)
        return [
            "old.json": AnchorFiles.array(old), "new.json": new.joined(separator: "\n"),
            "both.json": #"{"anchors":\#(AnchorFiles.array(old + new))}"#,
            "three.json": #"{"data":\#(AnchorFiles.array(new + [third]))}"#,
            "some.json": AnchorFiles.array(Array(old.prefix(2)) + ["{}", #"{"id":7}"#]),
            "none.json": AnchorFiles.array(["{}"]), "empty.json": "", "broken.json": "[{\"id\":07}]",
            "far.json": AnchorFiles.array([far] + old.prefix(2)),
            "strange.json": AnchorFiles.array([AnchorFiles.anchor(1, row: 99, .zero, run: 3)]),
            "guide.json": AnchorFiles.guide(), "beside.json": AnchorFiles.guide(beside: 0.6),
            "noGuide.json": #"{"id":"x","grid":[]}"#,
        ]
    }

    @Test(
        "anchors of two runs give the motion between their worlds",
        arguments: [
            ["--anchors", "runs", "old.json", "new.json"],
            ["--anchors", "runs", "--from-run", "1", "--to-run", "2", "both.json", "both.json"],
            [
                "--anchors", "runs", "--to-session", AnchorFiles.session, "--from-run", "1", "both.json",
                "three.json",
            ],
        ])
    func runs(_ arguments: [String]) throws {
        let (report, exit) = try PairFiles.report(arguments, files: Self.files())
        #expect(exit == 0)
        let pairs = try #require(report["pairs"] as? [[String: Any]])
        #expect(pairs.map { $0["id"] as? String } == AnchorFiles.rows.map { "row \($0)" })
        let matrix = ((report["motion"] as? [String: Any])?["matrix"] as? [String: Any])?["rowMajor"]
        let found = try RigidTransform(rowMajor: try #require(matrix as? [Double]))
        let motion = try Self.motion()
        for row in AnchorFiles.rows {
            #expect((found * SIMD3(0, 0, row) - motion * SIMD3(0, 0, row)).length < 0.002)
        }
        let rows = try #require(report["rows"] as? [String: Any])
        #expect(report["join"] is NSNull)
        let matched = try #require(rows["pairs"] as? [[String: Any]])
        #expect(matched.map { $0["row"] as? Double } == AnchorFiles.rows)
        #expect(matched.map { $0["old"] as? String } == (0..<5).map(AnchorFiles.id))
        #expect(matched.map { $0["new"] as? String } == (20..<25).map(AnchorFiles.id))
        let left = try #require(rows["leftOut"] as? [[String: Any]])
        #expect(left.map { $0["row"] as? Double } == [31, 32])
        #expect(left.map { $0["reason"] as? String } == ["noPartner", "noPartner"])
        let inputs = try #require(report["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["format"] as? String } == ["anchors", "anchors"])
        #expect(inputs.map { $0["run"] as? Int } == [1, 2])
        #expect(inputs.allSatisfy { ($0["sha256"] as? String)?.count == 64 })
    }

    @Test("the text says what was paired, what was not, and in which world the anchors are")
    func text() throws {
        let run = try Tool.run(
            ["fit", "-v", "--anchors", "runs", "--from-run", "1", "both.json", "new.json"],
            files: Self.files())
        #expect(run.exit == 0 && run.lines[0].hasPrefix("WARN  both.json to new.json: WEAK_GEOMETRY: "))
        #expect(
            run.output.contains("\n  joined     5 rows, of 6 of the run and 6 in the other run\n"),
            "\(run.output)")
        #expect(
            run.output.contains(
                """

                unmatched rows
                  file       at      row  reason
                  both.json  line 6   31  the other side has no such row
                  new.json   line 6   32  the other side has no such row

                """), "\(run.output)")
        #expect(
            run.advice
                == "quadcal: both.json: 6 anchors of other runs ignored\n"
                + "quadcal: both.json: anchors are in the world of the app's run: the motion is right only for markers "
                + "that are in it, too\n")
    }

    @Test("rows of the grid are where the guide or the app has them", arguments: [nil, "drawn", "snapped"])
    func grid(dots: String?) throws {
        let guide = dots == nil ? "guide.json" : "beside.json"
        let (report, exit) = try PairFiles.report(
            ["--anchors", "grid", "--fail-on", "never"] + (dots.map { ["--dots", $0] } ?? [])
                + ["old.json", guide], files: Self.files())
        #expect(exit == 0)
        let pairs = try #require(report["pairs"] as? [[String: Any]])
        let target = try #require(pairs[1]["target"] as? [Double])
        let expected =
            switch dots {
            case "drawn": [0.6, 0, 3.15]
            case "snapped": [0, 0, (0.6 * 0.6 + 3.15 * 3.15).squareRoot()]
            default: [0, 0, 3.15]
            }
        #expect(zip(target, expected).allSatisfy { ($0 - $1).magnitude < 1e-12 } && target.count == 3)
        let rows = try #require(report["rows"] as? [String: Any])
        let matched = try #require(rows["pairs"] as? [[String: Any]])
        #expect(matched.map { $0["new"] as? String } == (1...5).map { "/grid/\($0)" })
        let guideInput = try #require((report["inputs"] as? [[String: Any]])?.last)
        #expect(guideInput["ignoredRows"] as? Int == 1 && guideInput["space"] as? String == "hall")
        #expect(guideInput["dotsAreStated"] as? Bool == (dots != nil))
    }

    @Test("what is no anchor is named, and the others live on")
    func some() throws {
        let run = try Tool.run(
            ["fit", "--anchors", "grid", "--fail-on", "never", "some.json", "guide.json"], files: Self.files()
        )
        #expect(run.exit == 0)
        #expect(
            run.advice.hasPrefix(
                "quadcal: some.json: 2 values cannot be used: MISSING_MEMBER at /2/id (line 3), WRONG_TYPE at /3/id "
                    + "(line 4)\nquadcal: guide.json: 1 row of the grid without a segment\n"), "\(run.advice)"
        )
    }

    @Test("wrong use and wrong files say what to do", arguments: wrongRows)
    func wrong(_ arguments: [String], _ exit: Int32, _ message: String) throws {
        let run = try Tool.run(["fit"] + arguments, files: Self.files())
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: exit))
    }
}

private let wrongRows: [(arguments: [String], exit: Int32, message: String)] = [
    (
        ["--anchors", "run", "old.json", "new.json"], 2,
        "--anchors cannot be \"run\"; did you mean runs? it takes runs or grid"
    ),
    (
        ["--anchors", "runs", "--from-run", "0", "old.json", "new.json"], 2,
        "--from-run cannot be \"0\"; it takes a whole number, 1 or more"
    ),
    (
        ["--from-run", "1", "old.json"], 2,
        "--from-run 1 and a fit without --anchors contradict each other; give one of them"
    ),
    (
        ["--anchors", "grid", "--to-run", "1", "old.json", "guide.json"], 2,
        "--to-run 1 and a fit without --anchors runs contradict each other; give one of them"
    ),
    (
        ["--anchors", "runs", "--dots", "drawn", "old.json", "new.json"], 2,
        "--dots drawn and a fit without --anchors grid contradict each other; give one of them"
    ),
    (
        ["--anchors", "runs", "--target", "raw", "old.json", "new.json"], 2,
        "--target raw and a fit without --join contradict each other; give one of them"
    ),
    (
        ["--anchors", "runs", "both.json", "new.json"], 2,
        "both.json: anchors of several runs, each with its own world frame: run 1 of \(AnchorFiles.session) (6 anchors), "
            + "run 2 of \(AnchorFiles.session) (6 anchors); choose one with --from-session ID --from-run N"
    ),
    (
        ["--anchors", "runs", "--to-run", "7", "old.json", "new.json"], 2,
        "new.json: no anchor belongs to the chosen run; there are run 2 of \(AnchorFiles.session) (6 anchors): "
            + "choose one with --to-session ID --to-run N"
    ),
    (
        ["--anchors", "grid", "old.json", "beside.json"], 2,
        "beside.json: 1 row in it is off the guide's axis, where the guide and the app place the dots differently; choose "
            + "with --dots drawn or --dots snapped"
    ),
    (
        ["--anchors", "runs", "empty.json", "new.json"], 3,
        "empty.json:1: column 1: UNEXPECTED_END, found nothing, expected the rest of the document"
    ),
    (
        ["--anchors", "runs", "none.json", "new.json"], 3,
        "none.json: it has no anchors; 1 value cannot be used: MISSING_MEMBER at /0/id (line 1); check what wrote it"
    ),
    (
        ["--anchors", "runs", "broken.json", "new.json"], 3,
        "broken.json:1: column 9 at /0/id: BAD_NUMBER, found \"7\", expected a number as JSON writes it"
    ),
    (
        ["--anchors", "grid", "old.json", "noGuide.json"], 3,
        "noGuide.json:1: column 7 at /id: WRONG_TYPE, found a string, expected a string of another "
            + "form, such as a UUID or a date"
    ),
    (
        ["--anchors", "grid", "far.json", "guide.json"], 3,
        "far.json:1: \"row 8.0\": the source is more than 1e+60 m from the origin, expected a realistic position; correct "
            + "it or remove the pair"
    ),
    (
        ["--anchors", "grid", "strange.json", "guide.json"], 4,
        "strange.json to guide.json: no rows match: 0 rows, of 1 of the run and 5 in the grid; check that both "
            + "are of the same laser guide"
    ),
]
