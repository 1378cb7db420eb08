import Foundation
import Markers
import TestSupport
import Testing

@testable import FitReports
@testable import PublishedResults
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal fit")
struct FitTests {
    @Test(
        "gives for every made file the verdict that its line in the catalogue says",
        arguments: [
            ("room.csv", "pass", nil, 0), ("one-marker.csv", "warn", "WEAK_GEOMETRY", 0),
            ("wrong-corner.csv", "fail", "OUTLYING_PAIRS", 1), ("mirrored.csv", "fail", "MIRRORED", 1),
            ("millimetres.csv", "fail", "SCALE_SLIP", 1), ("applied.csv", "warn", "ALREADY_APPLIED", 0),
            ("line.csv", "warn", "WEAK_GEOMETRY", 0),
        ] as [(String, String, String?, Int32)])
    func datasets(_ name: String, _ verdict: String, _ code: String?, _ exit: Int32) throws {
        let (report, found) = try PairFiles.report([name], files: PairFiles.dataset(name))
        #expect(report["verdict"] as? String == verdict)
        #expect(report["decidedBy"] as? String == code)
        #expect(found == exit)
        let run = try Tool.run(["fit", "--quiet", name], files: PairFiles.dataset(name))
        #expect(run.output.hasPrefix("\(verdict.uppercased())  \(name): \(code ?? "no problems found.")"))
        #expect(run.exit == exit)
        #expect(run.lines.count == 1 && run.advice.isEmpty)
    }

    @Test(
        "says what to do about it",
        arguments: [
            (
                "one-marker.csv", "All pairs are close together: expect an error of ",
                "Add a marker farther off."
            ),
            (
                "wrong-corner.csv",
                "1 of 24 pairs is farther off than the others explain: \"window.p3\" (line 8) by 1.0",
                "let --robust reject them."
            ),
            (
                "mirrored.csv", "A mirrored motion would leave ",
                "The sign of x or z looks wrong, or these two are swapped."
            ),
            (
                "millimetres.csv", "The targets are 1000 times as long as the sources (± ",
                "the targets look like millimetres where the sources are metres. Convert them and fit again."
            ),
            ("applied.csv", "Leaving the markers in place fits equally well (p = 0.46)", "Nothing to do."),
            (
                "line.csv", "Turns about the level axis (",
                "Add a marker away from the line through the others"
            ),
        ])
    func sentences(_ name: String, _ start: String, _ advice: String) throws {
        let run = try Tool.run(["fit", "--quiet", name], files: PairFiles.dataset(name))
        #expect(run.output.contains(": \(start)"))
        #expect(run.output.contains(advice))
    }

    @Test("says how few pairs there are and how far apart, not that they are close together")
    func few() throws {
        let rows = PairFiles.file("a,0,0,0,0,0,0", "b,4.5,0,0,0,0,4.5")
        let run = try Tool.run(["fit", "--quiet", "-"], input: rows)
        #expect(
            run.output.contains(
                "WEAK_GEOMETRY: There are only 2 pairs, at most 4.5 m apart: expect an error of "), "\(run)")
        #expect(run.output.contains("Add a pair away from the others."))
    }

    @Test(
        "names the axis that was mirrored",
        arguments: [
            ([-1, 2, 3], "The sign of x or z"), ([1, -2, 3], "The sign of y"),
            ([1, 3, 2], "y and z look swapped"),
            ([2, 1, 3], "x and y look swapped"), ([3, 2, 1], "The sign of x or z looks wrong, or these two"),
        ])
    func mirrors(_ axes: [Int], _ sentence: String) throws {
        let room = try Dataset.read("pairs/room.csv").split(separator: "\n").map { row in
            let fields = row.split(separator: ",").map(String.init)
            guard let first = Double(fields[1]), let second = Double(fields[2]), let third = Double(fields[3])
            else { return String(row) }
            let source = [first, second, third]
            let moved = axes.map { "\(($0 < 0 ? -1 : 1) * source[abs($0) - 1])" }
            return ([fields[0]] + moved + fields[4...]).joined(separator: ",")
        }
        let run = try Tool.run(["fit", "--quiet", "-"], input: room.joined(separator: "\n"))
        #expect(run.output.contains(sentence), "\(run.output)")
    }

    @Test(
        "names the unit that was mistaken, on the side where it was",
        arguments: [
            (0.001, "the sources look like millimetres"), (39.37, "the targets look like inches"),
            (0.3048, "the sources look like feet"), (1.1, "no unit is of this size"),
        ])
    func units(_ factor: Double, _ sentence: String) throws {
        let rows = (0..<9).map { place in
            let point = [place % 3, place / 3, place * place % 5].map { Double($0) }
            let fields = point + point.map { $0 * factor }
            return "\(place)x," + fields.map { "\($0)" }.joined(separator: ",")
        }
        let run = try Tool.run(["fit", "--quiet", "-"], input: PairFiles.file(rows.joined(separator: "\n")))
        #expect(run.output.contains("SCALE_SLIP") && run.output.contains(sentence), "\(run.output)")
    }

    @Test(
        "exits 1 from the level that fails on",
        arguments: [
            (["one-marker.csv"], 0, "WARN"), (["--fail-on", "warning", "one-marker.csv"], 1, "FAIL"),
            (["--fail-on", "never", "one-marker.csv"], 0, "WARN"),
            (["--fail-on", "never", "mirrored.csv"], 0, "FAIL"),
            (["--fail-on", "warning", "room.csv"], 0, "PASS"),
            (["--tolerance-mm", "100", "one-marker.csv"], 0, "WARN"),
            (["--tolerance-mm", "1", "room.csv"], 1, "FAIL"),
            (["--tolerance-mm", "5", "room.csv"], 0, "PASS"),
            (["--tolerance-mm", "5", "--at", "points.csv", "room.csv"], 1, "FAIL"),
            (["--tolerance-mm", "50", "--at", "points.csv", "room.csv"], 0, "PASS"),
            (["--check-points", "kept-apart.csv", "room.csv"], 0, "PASS"),
            (["--check-points", "kept-apart.csv", "applied.csv"], 1, "FAIL"),
        ] as [([String], Int32, String)])
    func exitCodes(_ arguments: [String], _ exit: Int32, _ verdict: String) throws {
        let files = try PairFiles.dataset(
            "room.csv", "one-marker.csv", "mirrored.csv", "applied.csv", "points.csv", "kept-apart.csv")
        let run = try Tool.run(["fit"] + arguments, files: files)
        #expect(run.exit == exit)
        #expect(run.output.hasPrefix("\(verdict)  "))
    }

    @Test("an error that is not known holds no tolerance")
    func unknownError() throws {
        let run = try Tool.run(
            ["fit", "--quiet", "--tolerance-mm", "1000", "-"], input: PairFiles.file(PairFiles.rows[0]))
        #expect(run.exit == 1)
        #expect(run.output.contains("TOLERANCE_EXCEEDED: The error to expect is not known"))
        let stated = try Tool.run(
            ["fit", "--quiet", "--tolerance-mm", "1000", "--noise-mm", "2", "-"],
            input: PairFiles.file(PairFiles.rows[0]))
        #expect(stated.exit == 0)
    }

    @Test("prints the motion, the residuals, the pairs and the models")
    func text() throws {
        let run = try Tool.run(
            ["fit", "-v", "--at", "p.csv", "six.csv"],
            files: ["six.csv": PairFiles.six, "p.csv": "x,y,z\n10,0,0\n"])
        #expect(run.exit == 0)
        #expect(run.lines[0] == "PASS  six.csv: no problems found.")
        for part in [
            "\n  motion     target from source: p_target = d + R (p_source - c) + rest\n",
            "\n  shift      (1.0000, 2.0000, 3.0000) m ± (", "\n  rotation   0.00", "\n  R row 1    ",
            "\n  residuals  rms 0.", "\n  error      in 95 of 100 cases within ",
            "\npairs, the worst first, in mm\n  id ", "\n  gravity *  ", "\n  similarity  ",
            "\npoints of p.csv\n  id     goes to x", "\n  row 1    11.0",
        ] { #expect(run.output.contains(part), "\(part)") }
    }

    @Test("lists every code that a fit can end with, and explains each")
    func codes() throws {
        let list = try Tool.run(["fit", "--list-codes"])
        #expect(list.exit == 0)
        let codes = list.lines.map { String($0.prefix { $0 != " " }) }
        #expect(
            codes == FitCode.allCases.map(\.rawValue) + [
                "USAGE", "UNREADABLE", "UNSOLVABLE", "NETWORK", "INTERNAL", "INTERRUPTED",
            ]
        )
        #expect(list.lines.allSatisfy { $0.count <= 110 })
        for code in FitCode.allCases {
            let text = try #require(try? code.explanation([]))
            #expect(text.hasPrefix("\(code.rawValue) (\(code.guide.severity)): \(code.guide.summary)\n\n"))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        }
        let one = try Tool.run(["fit", "--explain", "mirrored"])
        #expect(one.output == (try FitCode.mirrored.explanation([])) && one.exit == 0)
    }

    @Test("too small a model is distinguished from wrong pairs")
    func smallModel() throws {
        let run = try Tool.run(
            ["fit", "--quiet", "--model", "translation", "room.csv"], files: PairFiles.dataset("room.csv"))
        #expect(run.exit == 1)
        #expect(
            run.output.contains(
                "are large because translation is too restrictive: yaw leaves 3.04 mm. Omit --model."))
    }

    @Test("predicts the error at markers, too, each by its label")
    func markersToReach() throws {
        var files = try PairFiles.dataset("room.csv")
        files["site.json"] = Wire.list(
            Wire.marker(Rows.square, 0, "kiosk"), Wire.marker(Rows.bent, 1, "kiosk"),
            Wire.marker(Rows.bent, 2, "a,;\u{300}b"))
        let run = try Tool.run(["fit", "--at", "site.json", "room.csv", "--json"], files: files)
        let points = try #require(JSONValue(Array(run.output.utf8))["points"]).elements
        #expect(points.map { $0["id"]?.string } == [Wire.id(0), Wire.id(1), "a,;\u{300}b"], "\(run)")
        let document = try JSONValue(Array(run.output.utf8))
        let input = try #require(document["inputs"]?.elements.last)
        #expect(input["sha256"]?.string == SHA256.hex(of: Array(files["site.json"]!.utf8)[...]))
        #expect(input["role"]?.string == "at" && input["markers"]?.integer == 3)
        files["bad.json"] = Wire.list(Wire.marker(Rows.square, 0, "a"), #"{"p1":[0,1]}"#)
        let bad = try Tool.run(["fit", "--at", "bad.json", "room.csv"], files: files)
        #expect(bad.exit == 3 && bad.advice.hasPrefix("quadcal: bad.json:"), "\(bad)")
        let origins = try Tool.run(["fit", "--two-points", "site.json", "site.json"], files: files)
        #expect(origins.exit == 3, "centers of markers are no origin and direction: \(origins)")
        let broken = try Tool.run(
            ["fit", "--at", "cut.json", "room.csv"], files: files.merging(["cut.json": "[{"]) { $1 })
        #expect(broken.exit == 3 && broken.advice.hasPrefix("quadcal: cut.json:1: "), "\(broken)")
    }

    @Test("says first what people act on, and lists pairs and models when asked")
    func listing() throws {
        let files = try PairFiles.dataset("room.csv")
        let short = try Tool.run(["fit", "room.csv"], files: files)
        #expect(short.lines.count <= 8 && !short.output.contains(".p1"), "\(short)")
        #expect(
            short.output.contains("° about +Y\n")
                && short.output.contains("which is where the old origin goes\n"))
        let saved = try Tool.run(["fit", "room.csv", "--save", "f.json"], files: files)
        #expect(saved.output.contains("\n  next       quadcal apply f.json MARKERS.json"), "\(saved)")
        let all = try Tool.run(["fit", "-v", "room.csv"], files: files)
        #expect(all.lines.count { $0.contains(".p") } == 24)
        #expect(!all.output.contains("more; -v"))
    }

    @Test("gives the same bytes for the same input", arguments: [[], ["-v"], ["--json"]])
    func determinism(_ options: [String]) throws {
        let files = try PairFiles.dataset("room.csv", "points.csv", "kept-apart.csv")
        let arguments =
            ["fit", "--at", "points.csv", "--check-points", "kept-apart.csv", "room.csv"] + options
        #expect(try Tool.run(arguments, files: files) == Tool.run(arguments, files: files))
    }

    @Test("ends quietly when its reader goes away")
    func brokenPipe() throws {
        let folder = try Folder()
        let rows = (0..<2000).map { "\($0)a,\($0 % 7),\($0 % 11),\($0 % 13),\($0 % 7),\($0 % 11),\($0 % 13)" }
        try folder.write(PairFiles.file(rows.joined(separator: "\n")), to: "a.csv")
        for form in ["-v", "--json"] {
            #expect(
                try Tool.runUnread(["fit", form, "a.csv"], in: folder)
                    == Tool.Run(output: "", advice: "", exit: 0))
        }
    }

    @Test("saves what --json prints, whole, and replaces a file only when told to")
    func saving() throws {
        let folder = try Folder()
        let files = ["six.csv": PairFiles.six]
        let first = try Tool.run(
            ["fit", "--save", "fit.json", "--json", "six.csv"], files: files, in: folder)
        #expect(first.exit == 0)
        #expect(try folder.read("fit.json") == first.output)
        #expect(try folder.names == ["fit.json", "six.csv"])
        let second = try Tool.run(["fit", "--save", "fit.json", "six.csv"], in: folder)
        #expect(second.exit == 2)
        #expect(
            second.advice
                == "quadcal: --save \"fit.json\": the file exists; add --force to replace it, or name another\n"
        )
        let forced = try Tool.run(
            ["fit", "--force", "--save", "fit.json", "--model", "rigid", "six.csv"], in: folder)
        #expect(forced.exit == 0)
        #expect(try folder.read("fit.json").contains("\"model\": \"rigid\""))
    }

    @Test("the made files are what their script makes")
    func script() throws {
        let folder = try Dataset.remade(by: "pairs/make_pairs.py")
        let made = try folder.names.filter { $0.hasSuffix(".csv") }
        #expect(made.count == 9)
        for name in made { #expect(try folder.read(name) == Dataset.read("pairs/\(name)"), "\(name)") }
    }
}
