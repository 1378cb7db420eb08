import Foundation
import TestSupport
import Testing

/// The forms for other programs that are asked for with `--format`; scripts/oracles/published.py reads more of it by the specifications.
@Suite("Results for other programs")
struct PublishedTests {
    /// A crossed square whose id begins a command, breaks lines, closes tags and separates cells.
    private static let hostile = "\"x\n::error::forged|<b>%0A\u{1}\"," + Rows.bowTie + "\n"

    @Test("commands of GitHub begin lines only where they are meant")
    func github() throws {
        let run = try Tool.run(["check", "--format", "github", "a,b.csv"], files: ["a,b.csv": Self.hostile])
        #expect(run.exit == 1)
        #expect(run.lines.count { $0.contains("::error") && $0.hasPrefix("::") } == 1, "\(run.output)")
        #expect(
            run.lines.first?.hasPrefix("::error file=a%2Cb.csv,line=1,title=SELF_INTERSECTING::/markers/0 ")
                == true,
            "\(run.output)")
        #expect(run.lines.first?.contains("%250A") == true)
        #expect(run.lines.last?.hasPrefix("FAIL  a,b.csv: 1 error") == true)
    }

    @Test("JUnit is XML with a case for each code, of which those fail that have errors")
    func junit() throws {
        let run = try Tool.run(["check", "--format=junit", "a.csv"], files: ["a.csv": Self.hostile])
        #expect(
            run.output.contains(
                "<testcase classname=\"quadcal.check.a_csv.shape\" name=\"SELF_INTERSECTING\" time=\"0\">"))
        #expect(run.output.contains("&lt;b&gt;") && !run.output.contains("<b>"))
        #expect(run.output.contains("failures=\"1\"") && run.output.contains("name=\"FOLDED\" time=\"0\"/>"))
        #expect(!run.output.unicodeScalars.contains("\u{1}"))
    }

    @Test(
        "T12: a file's name obeys no terminal and turns no text round",
        arguments: ["github", "junit", "markdown"])
    func fileNames(form: String) throws {
        let name = "a\u{1b}[31m\u{202e}vsc.csv"
        let run = try Tool.run(["check", "--format", form, name], files: [name: Self.hostile])
        #expect(run.exit == 1 && run.output.contains("\\u{1B}"), "\(run.output)")
        #expect(run.output.unicodeScalars.allSatisfy { $0 != "\u{1b}" && $0 != "\u{202e}" })
    }

    @Test("JUnit's classes are the file and the kind of a code, with folders as packages")
    func classes() throws {
        let folder = try Folder()
        let rooms = folder.url.appendingPathComponent("rooms/new")
        try FileManager.default.createDirectory(at: rooms, withIntermediateDirectories: true)
        for name in ["rooms/new/hall.v2.csv", "other.csv"] { try folder.write(Rows.square + "\n", to: name) }
        let run = try Tool.run(
            ["check", "--format", "junit", "./rooms/new/hall.v2.csv", "other.csv", "missing.csv"], in: folder)
        for expected in [
            "rooms.new.hall_v2_csv.shape\" name=\"CONCAVE\"",
            "rooms.new.hall_v2_csv.place\" name=\"FAR_AWAY\"",
            "other_csv.size\" name=\"TOO_SMALL\"", "other_csv.calibrated\" name=\"VECTOR_SIGN\"",
            "missing_csv.run\" name=\"UNREADABLE\"",
        ] {
            #expect(run.output.contains("classname=\"quadcal.check.\(expected)"), "\(run.output)")
        }
        let fit = try Tool.run(
            ["fit", "--format", "junit", "wrong-corner.csv"], files: PairFiles.dataset("wrong-corner.csv"))
        #expect(
            fit.output.contains(
                "classname=\"quadcal.fit.wrong-corner_csv.pairs\" name=\"OUTLYING_PAIRS\" time=\"0\">"))
    }

    @Test("SARIF names the file as a reference, the line and the pointer")
    func sarif() throws {
        let run = try Tool.run(["check", "--format", "sarif", "a b%.csv"], files: ["a b%.csv": Self.hostile])
        let log = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let one = try #require((log["runs"] as? [[String: Any]])?.first)
        let result = try #require((one["results"] as? [[String: Any]])?.first)
        #expect(result["ruleId"] as? String == "SELF_INTERSECTING" && result["level"] as? String == "error")
        #expect(run.output.contains(#""uri":"a%20b%25.csv""#) && run.output.contains(#""startLine":1"#))
        #expect(run.output.contains(#""fullyQualifiedName":"/markers/0""#))
    }

    @Test(
        "a file that cannot be read is an error of JUnit, has a rule in SARIF, and is named once",
        arguments: [true, false])
    func unreadable(_ isAlone: Bool) throws {
        let (others, files) = isAlone ? ([], [:]) : (["good.csv"], ["good.csv": Rows.square + "\n"])
        func run(_ form: String) throws -> Tool.Run {
            let run = try Tool.run(["check", "--format", form, "missing.csv"] + others, files: files)
            #expect(run.exit == 3)
            return run
        }
        let junit = try run("junit").output
        #expect(
            junit.contains("<error type=\"UNREADABLE\" message=\"missing.csv: cannot be read ("), "\(junit)")
        #expect(junit.contains("failures=\"0\" errors=\"1\"") && !junit.contains("<failure"))
        let log = try #require(
            try JSONSerialization.jsonObject(with: Data(run("sarif").output.utf8)) as? [String: Any])
        let one = try #require((log["runs"] as? [[String: Any]])?.first)
        let driver = (one["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = try #require(driver?["rules"] as? [[String: Any]])
        let result = try #require((one["results"] as? [[String: Any]])?.first)
        let index = try #require(result["ruleIndex"] as? Int)
        #expect(rules.indices.contains(index) && rules[index]["id"] as? String == "UNREADABLE")
        #expect(
            ((result["message"] as? [String: Any])?["text"] as? String)?.hasPrefix("cannot be read (") == true
        )
        let github = try run("github").lines
        #expect(
            github.first?.hasPrefix("::error file=missing.csv,title=UNREADABLE::cannot be read (") == true)
    }

    @Test("an error of a run is one whatever --fail-on says, and a fit that is refused a failure")
    func kinds() throws {
        let never = try Tool.run(
            ["check", "--format", "junit", "--fail-on", "never", "a.csv", "b.csv"],
            files: ["a.csv": Rows.square])
        #expect(never.exit == 3 && never.output.contains("<error type=\"UNREADABLE\""))
        let fit = try Tool.run(
            ["fit", "--format", "junit", "a.csv"],
            files: ["a.csv": "id,sx,sy,sz,tx,ty,tz\na,0,0,0,1,1,1\nb,0,0,0,1,1,1\n"])
        #expect(fit.exit == 4 && fit.output.contains("<failure type=\"UNSOLVABLE\""), "\(fit.output)")
    }

    @Test("a code of a failure is explained, by every command that can have it")
    func explained() throws {
        for command in ["check", "fit", "fuse", "graph", "handeye", "recalibrate", "sense"] {
            let run = try Tool.run([command, "--explain", "UNREADABLE"])
            #expect(
                run.exit == 0 && run.output.hasPrefix("UNREADABLE (error): a file cannot be read"),
                "\(command)")
            #expect(run.output.contains("To fix it: ") && run.advice.isEmpty)
            let list = try Tool.run([command, "--list-codes"])
            #expect(list.exit == 0 && list.lines.contains { $0.hasPrefix("UNREADABLE ") }, "\(command)")
            #expect(try Tool.run([command, "--explain", "UNREADABLE", "a.csv"]).exit == 2)
        }
    }

    @Test("whoever asks for --format json is led to --json, where the output was surely meant")
    func json() throws {
        let files = ["a.json": "[\(Wire.marker(Rows.square, 0))]", "a.csv": Rows.square, "b": Rows.square]
        let hint =
            "quadcal: --format json is the format of the input; --json prints the findings as one JSON document\n"
        let plain = try Tool.run(["check", "--format", "json", "a.json"], files: files)
        #expect(plain.exit == 0 && plain.advice == hint)
        let other = try Tool.run(["check", "--format", "json", "a.csv"], files: files)
        #expect(other.exit == 3 && other.advice.hasPrefix(hint))
        for arguments in [
            ["--json", "--format", "json", "a.json"], ["--quiet", "--format", "json", "a.json"],
        ] {
            #expect(try Tool.run(["check"] + arguments, files: files).advice.isEmpty)
        }
        let fit = try Tool.run(["fit", "--format", "json", "a.csv"], files: files)
        #expect(fit.exit == 2 && fit.advice.contains("; --json prints JSON"), "\(fit.advice)")
    }

    @Test("a row of Markdown has four cells whatever a label contains")
    func markdown() throws {
        let run = try Tool.run(["check", "--format", "markdown", "a.csv"], files: ["a.csv": Self.hostile])
        let row = try #require(run.lines.first { $0.contains("SELF_INTERSECTING") })
        #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 5, "\(row)")
        #expect(run.lines.first == "### quadcal check: FAIL")
    }

    @Test("a fit names its remarks at the line of the worst pair, and a failure is a finding, too")
    func fit() throws {
        let pairs = try PairFiles.dataset("wrong-corner.csv")
        let run = try Tool.run(["fit", "--format", "github", "wrong-corner.csv"], files: pairs)
        #expect(
            run.lines.first?.hasPrefix("::error file=wrong-corner.csv,line=8,title=OUTLYING_PAIRS::") == true,
            "\(run.output)")
        for form in ["junit", "sarif", "github", "markdown"] {
            let failed = try Tool.run(["check", "nothing.csv", "--format", form])
            #expect(failed.exit == 3 && failed.output.contains("UNREADABLE"), "\(failed.output)")
        }
    }

    @Test("the formats of input and report are told apart, and one of a kind is enough")
    func options() throws {
        let files = ["a.txt": Rows.square]
        let both = try Tool.run(["check", "--format", "csv", "a.txt", "--format", "markdown"], files: files)
        #expect(both.exit == 0 && both.lines.first == "### quadcal check: PASS")
        for arguments in [
            ["--format", "sarif", "--format", "junit"], ["--json", "--format", "junit"], ["--format", "xml"],
        ] {
            let run = try Tool.run(["check", "a.txt"] + arguments, files: files)
            #expect(run.exit == 2, "\(run.advice)")
        }
    }
}
