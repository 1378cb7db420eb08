import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal fit of two files of markers")
struct JoinFitTests {
    private static func files() throws -> [String: String] {
        try ["old.json", "new.json", "map.csv"].reduce(into: [:]) {
            $0[$1] = try Dataset.read("markers/\($1)")
        }
    }

    private static func join(_ report: [String: Any]) throws -> [String: Any] {
        try #require(report["join"] as? [String: Any])
    }

    @Test("lets the key that fits best be found, and moves nothing by it")
    func auto() throws {
        let files = try Self.files()
        let plan = try Tool.run(
            ["recalibrate", "--join", "auto", "old.json", "new.json", "--dry-run"], files: files)
        #expect(plan.exit == 2 && plan.advice.contains("markers move only by a key that was named"))
        let empty = try Tool.run(
            ["fit", "--join", "auto", "old.json", "none.json"],
            files: files.merging(["none.json": "[]"]) { $1 })
        #expect(empty.exit == 4 && empty.advice.contains("no markers match"), "\(empty.advice)")
        let choice = try Tool.run(
            ["fit", "--join", "auto", "old.json", "new.json", "--choose", "2"], files: files)
        #expect(choice.exit == 2 && choice.advice.contains("there is only one motion"), "\(choice.advice)")
    }

    @Test(
        "joins by every key, says how, and passes",
        arguments: [
            (["--join", "label"], 6, "6 with a repeated label (--robust tries all candidates)"),
            (["--join", "label", "--robust"], 9, "3 of them chosen among candidates with the same label"),
            (
                ["--join", "anchor"], 10,
                "10 markers by anchorId, of 11 old and 11 new; 2 unmatched\n"
            ),
            (["--join", "auto"], 10, "10 markers by anchorId (label: 9, geometry: 10), of 11 old"),
            (
                ["--join", "geometry"], 10,
                "10 markers by geometry, of 11 old and 11 new; 2 not in place\n"
            ),
            (["--join-map", "map.csv"], 10, "10 markers by map, of 11 old and 11 new; 2 not in the map\n"),
        ])
    func keys(_ options: [String], _ count: Int, _ sentence: String) throws {
        let arguments = options + ["old.json", "new.json"]
        let run = try Tool.run(["fit", "-v"] + arguments, files: Self.files())
        #expect(run.exit == 0 && run.advice.isEmpty)
        let short = try Tool.run(["fit"] + arguments, files: Self.files())
        #expect(
            short.output.contains("\n  seen again  \(count) of 11 old markers among 11 new ones"), "\(short)")
        #expect(run.lines[0] == "PASS  old.json to new.json: no problems found.")
        #expect(run.output.contains(sentence), "\(run.output)")
        #expect(run.output.contains("\n  corners    raw corners; the new markers have no others\n"))
        let (report, exit) = try PairFiles.report(arguments, files: Self.files())
        #expect(exit == 0 && report["verdict"] as? String == "pass")
        let join = try Self.join(report)
        let markers = try #require(join["markers"] as? [[String: Any]])
        #expect(markers.count == count && (report["pairs"] as? [Any])?.count == 4 * count)
        let turned = markers.filter { $0["newCorners"] as? [String] != ["p1", "p2", "p3", "p4"] }
        #expect(
            turned.map { $0["newCorners"] as? [String] } == [
                ["p4", "p1", "p2", "p3"], ["p3", "p2", "p1", "p4"],
            ])
        // The new ids of the made files are 100 above the old ones.
        for marker in markers {
            let ids = ["old", "new"].compactMap { (marker[$0] as? String)?.prefix(8) }.compactMap {
                Int($0, radix: 16)
            }
            #expect(ids.count == 2 && ids[1] - ids[0] == 100)
        }
        let left = try #require(join["leftOut"] as? [[String: Any]])
        #expect(left.count == 22 - 2 * count && left.allSatisfy { $0["sentence"] is String })
        let roles = (report["inputs"] as? [[String: Any]])?.map { $0["role"] as? String }
        #expect(roles == (options[0] == "--join" ? ["old", "new"] : ["old", "new", "map"]))
    }

    @Test(
        "leaves out whom --exclude names, and says so",
        arguments: [["--join", "label"], ["--join-map", "map.csv"], ["--join", "auto"]])
    func exclusions(_ join: [String]) throws {
        let all = try PairFiles.report(join + ["old.json", "new.json"], files: Self.files()).document
        let arguments = join + ["--exclude", "poster, switch", "old.json", "new.json"]
        let run = try Tool.run(["fit"] + arguments, files: Self.files())
        #expect(run.exit == 0 && run.output.contains("; 4 excluded"), "\(run)")
        let report = try PairFiles.report(arguments, files: Self.files()).document
        let markers = try #require(Self.join(report)["markers"] as? [[String: Any]])
        let before = try #require(Self.join(all)["markers"] as? [[String: Any]])
        #expect(markers.count == before.count - 2)
        let left = try #require(Self.join(report)["leftOut"] as? [[String: Any]])
        let excluded = left.filter { $0["reason"] as? String == "excluded" }
        #expect(excluded.count == 4)
        #expect(
            excluded.allSatisfy { $0["sentence"] as? String == "it was not to be used, or its match was not" }
        )
    }

    @Test("an exclusion of nobody is refused, and one without markers to join")
    func unknownExclusion() throws {
        let run = try Tool.run(
            ["fit", "--join", "label", "--exclude", "poster,Dor", "old.json", "new.json"], files: Self.files()
        )
        #expect(run.exit == 2 && run.advice.contains("--exclude cannot be \"Dor\""), "\(run.advice)")
        let pairs = try Tool.run(["fit", "--exclude", "Door", "pairs.csv"], files: [:])
        #expect(pairs.exit == 2 && pairs.advice.contains("--exclude Door"), "\(pairs.advice)")
    }

    @Test("says how many pairs by geometry have another label", arguments: [(1, "1 of 9"), (8, "all 9")])
    func relabelled(_ count: Int, _ said: String) throws {
        var files = try Self.files()
        for label in ["Door", "Café window", "poster", "switch", "Straße", "socket", "weld", "shelf"].prefix(
            count)
        {
            files["old.json"] = files["old.json"]?.replacing("\"\(label)\"", with: "\"old \(label)\"")
        }
        let run = try Tool.run(["fit", "--join", "geometry", "old.json", "new.json"], files: files)
        #expect(run.exit == 0)
        #expect(
            run.output.contains("by geometry; \(said) with another label, 2 not in place"), "\(run.output)")
    }

    @Test("all options of a fit apply: prediction, check points, saving, models")
    func options() throws {
        let folder = try Folder()
        let run = try Tool.run(
            [
                "fit", "--join", "anchor", "--model", "yaw", "--noise-mm", "2", "--tolerance-mm", "50",
                "--at", "p.csv",
                "--save", "fit.json", "-v", "old.json", "new.json",
            ], files: Self.files().merging(["p.csv": "id,x,y,z\nfar,20,0,1\n"]) { $1 }, in: folder)
        #expect(run.exit == 0)
        #expect(run.output.contains("model      yaw:") && run.output.contains("\n  far    "))
        #expect(try folder.read("fit.json").contains("\"by\": \"anchorId\""))
    }

    @Test("warns of an old marker without a partner that is far from all that were seen again")
    func farMarker() throws {
        func markers(then far: Double?, shifted shift: Double, by noise: Double) -> String {
            let all = (0..<8).map { Double($0) } + [far].compactMap { $0 }
            return AnchorFiles.array(
                all.enumerated().map { place, x in
                    let step = noise * Double(place % 3 - 1)
                    let corners = [(0, 1), (1, 1), (1, 0), (0, 0)].enumerated().map { corner, at in
                        "\"p\(corner + 1)\":[\(x + shift + 0.3 * Double(at.0)),\(1 + 0.3 * Double(at.1) + step),\(place % 2)]"
                    }
                    return
                        "{\"id\":\"\(AnchorFiles.id(place))\",\"label\":\"M\(x)\",\(corners.joined(separator: ","))}"
                })
        }
        for (far, isFar) in [(9.0, false), (60, true)] {
            let files = [
                "old.json": markers(then: far, shifted: 0, by: 0),
                "new.json": markers(then: nil, shifted: 2, by: 0.003),
            ]
            let run = try Tool.run(["fit", "--join", "label", "old.json", "new.json"], files: files)
            #expect(run.exit == 0)
            let warning = #"WARN  old.json to new.json: WEAK_GEOMETRY: At "M60.0" the error to expect is "#
            #expect(run.lines[0].hasPrefix(isFar ? warning : "PASS"), "\(run.lines[0])")
        }
    }

    @Test("swapped labels fail a plain fit, and a robust one names them")
    func swapped() throws {
        var files = try Self.files()
        files["new.json"] = files["new.json"]?.replacing("\"switch\"", with: "\"?\"")
            .replacing("\"socket\"", with: "\"switch\"").replacing("\"?\"", with: "\"socket\"")
        let plain = try Tool.run(["fit", "--quiet", "--join", "label", "old.json", "new.json"], files: files)
        #expect(plain.exit == 1)
        let (report, exit) = try PairFiles.report(
            ["--join", "label", "--robust", "old.json", "new.json"], files: files)
        #expect(exit == 0 && report["verdict"] as? String == "pass")
        let selection = try #require(report["selection"] as? [String: Any])
        let rejected = try #require(selection["rejected"] as? [[String: Any]])
        let names = Set(rejected.compactMap { ($0["id"] as? String)?.prefix { $0 != "." } })
        #expect(names == ["switch", "socket"] && rejected.count == 8)
        #expect(rejected.allSatisfy { $0["reason"] as? String == "movedGroup" })
    }

    @Test("calibrated corners are used only when that is said")
    func target() throws {
        var files = try Self.files()
        files["new.json"] = files["new.json"]?.replacing(
            "\"color\"",
            with: #""calibrated_data":{"p1":[0,0,0],"p2":[1,0,0],"p3":[1,1,0],"p4":[0,1,0]},"color""#)
        let unstated = try Tool.run(["fit", "--join", "anchor", "old.json", "new.json"], files: files)
        #expect(unstated.exit == 2)
        #expect(
            unstated.advice
                == "quadcal: new.json: 11 markers in it have calibrated corners that are not the raw ones; choose with "
                + "--target raw or --target calibrated\n")
        let raw = try Tool.run(
            ["fit", "-v", "--join", "anchor", "--target", "raw", "old.json", "new.json"], files: files)
        #expect(raw.exit == 0 && raw.output.contains("raw corners of the new markers, as stated"))
        let calibrated = try Tool.run(
            ["fit", "--join", "anchor", "--target", "calibrated", "old.json", "new.json"], files: files)
        #expect(calibrated.exit == 1 && calibrated.output.hasPrefix("FAIL"))
        let none = try Tool.run(
            ["fit", "--join", "anchor", "--target", "calibrated", "old.json", "new.json"], files: Self.files()
        )
        #expect(none.exit == 4 && none.advice.contains("11 markers cannot be used: MISSING_MEMBER"))
        #expect(
            none.advice.contains("of 11 old and 11 new; 11 refused (11 MISSING_MEMBER), 11 unmatched"),
            "\(none)")
    }

    @Test("only sessions that were asked for take part, and bad markers are named")
    func parts() throws {
        var files = try Self.files()
        files["both.json"] = ["old.json", "new.json"].compactMap { files[$0] }.joined()
            .split(separator: "\n").filter { $0.hasPrefix("{\"id") }
            .map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }.joined(separator: "\n")
        let run = try Tool.run(
            [
                "fit", "-v", "--join", "anchor", "--from-session", "5B0E8C1A-7D3F-4E7A-9A51-0C2F4D6E8B13",
                "--to-session",
                "0d6c3a52-11f4-4c06-8f0e-7b9a4e2c5d81", "both.json", "both.json",
            ], files: files)
        #expect(run.exit == 0 && run.output.contains("10 markers by anchorId, of 11 old and 11 new;"))
        #expect(run.advice.contains("both.json: 11 markers of other sessions ignored\n"))
        files["old.json"] = files["old.json"]?.replacing(
            "\"p4\": [", with: "\"p4\": [7, ", maxReplacements: 2)
        let bad = try Tool.run(["fit", "-v", "--join", "anchor", "old.json", "new.json"], files: files)
        #expect(bad.exit == 0)
        #expect(
            bad.output.contains(
                "8 markers by anchorId, of 11 old and 11 new; 2 refused (2 BAD_CORNER), 4 unmatched"))
        #expect(
            bad.advice
                == "quadcal: old.json: 2 markers cannot be used: BAD_CORNER at /0/p4 (line 2), BAD_CORNER at /1/p4 "
                + "(line 3)\n")
    }

    @Test("wrong use and wrong files say what to do", arguments: wrongJoins)
    func wrong(_ arguments: [String], _ exit: Int32, _ message: String) throws {
        var files = try Self.files()
        files["bad.json"] = "[{},\n{\"id\":07}]"
        files["bad.csv"] = "old,new\nx,y\n"
        files["none.json"] = "[]"
        files["empty.json"] = ""
        let run = try Tool.run(["fit"] + arguments, files: files)
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: exit))
    }

    @Test("gives the same bytes for the same input")
    func determinism() throws {
        let arguments = ["fit", "--json", "--robust", "--join", "label", "old.json", "new.json"]
        #expect(try Tool.run(arguments, files: Self.files()) == Tool.run(arguments, files: Self.files()))
    }

    @Test("the made files are what their script makes")
    func script() throws {
        let folder = try Dataset.remade(by: "markers/make_markers.py")
        for name in ["old.json", "new.json", "map.csv"] {
            #expect(try folder.read(name) == Dataset.read("markers/\(name)"), "\(name)")
        }
    }
}

private let wrongJoins: [(arguments: [String], exit: Int32, message: String)] = [
    (
        ["--join", "label", "old.json"], 2,
        "two files are needed, the old one and the new, but only old.json is given; name the new one after it"
    ),
    (
        ["--join", "label", "--join-map", "map.csv", "old.json", "new.json"], 2,
        "--join label and --join-map map.csv contradict each other; give one of them"
    ),
    (
        ["--target", "raw", "old.json"], 2,
        "--target raw and a fit without --join contradict each other; give one of them"
    ),
    (["--join", "label", "a", "b", "c"], 2, "fit does not take \"c\"; remove it"),
    (
        ["--join", "label", "-", "-"], 2,
        "- is given twice, but standard input can be read only once; name it once"
    ),
    (
        ["--join", "label", "--to-session", "7", "old.json", "new.json"], 2,
        "--to-session cannot be \"7\"; it takes a UUID, as in 910a2dec-8902-4cc1-beeb-8da1658eec67"
    ),
    (
        ["--join", "label", "bad.json", "new.json"], 3,
        "bad.json:2: column 8 at /1/id: BAD_NUMBER, found \"7\", expected a number as JSON writes it"
    ),
    (
        ["--join", "label", "old.json", "empty.json"], 3,
        "empty.json: is empty, expected markers as JSON; check what wrote it"
    ),
    (
        ["--join-map", "bad.csv", "old.json", "new.json"], 3,
        "bad.csv:2: the old id of entry 1 is \"x\", expected a UUID; correct it"
    ),
    (
        ["--join", "label", "old.json", "none.json"], 4,
        "old.json to none.json: no markers match: 0 markers by label, of 11 old and 0 new; 10 unmatched, "
            + "1 without a label; check that both files are of the same space, or join by another key"
    ),
]
