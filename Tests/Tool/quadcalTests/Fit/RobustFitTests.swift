import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal fit --robust")
struct RobustFitTests {
    @Test("leaves the wrong corner out, names it with its reason, and passes")
    func wrongCorner() throws {
        let files = try PairFiles.dataset("wrong-corner.csv")
        let run = try Tool.run(["fit", "-v", "--robust", "wrong-corner.csv"], files: files)
        #expect(run.exit == 0)
        #expect(run.lines[0] == "PASS  wrong-corner.csv: no problems found.")
        #expect(run.output.contains("\n  used       23 of 24 pairs, within "))
        #expect(run.output.contains("\n  window.p3    "))
        #expect(run.output.contains("the other corners of its marker follow: this one was mistaken\n"))
        let (report, _) = try PairFiles.report(["--robust", "wrong-corner.csv"], files: files)
        let selection = try #require(report["selection"] as? [String: Any])
        let rejected = try #require(selection["rejected"] as? [[String: Any]])
        #expect(rejected.map { $0["id"] as? String } == ["window.p3"])
        #expect(rejected.map { $0["reason"] as? String } == ["badCorner"])
        let pairs = try #require(report["pairs"] as? [[String: Any]])
        #expect(pairs.count { $0["follows"] as? Bool == false } == 1)
    }

    @Test("takes a bound, and says whose it is")
    func bound() throws {
        let files = try PairFiles.dataset("wrong-corner.csv")
        let run = try Tool.run(
            ["fit", "-v", "--robust", "--bound-mm", "20", "wrong-corner.csv"], files: files)
        #expect(run.output.contains("within 20 mm of their places (as requested)"))
        let alone = try Tool.run(["fit", "--bound-mm", "20", "wrong-corner.csv"], files: files)
        #expect(alone.exit == 2 && alone.advice.contains("--bound-mm 20"))
        let zero = try Tool.run(["fit", "--robust", "--bound-mm", "0", "wrong-corner.csv"], files: files)
        #expect(zero.exit == 2 && zero.advice.contains("--bound-mm"))
    }

    @Test(
        "refuses what no pairs agree on, with its code",
        arguments: [("mirrored.csv", "MIRRORED"), ("millimetres.csv", "SCALE_SLIP")])
    func refusals(_ file: String, _ code: String) throws {
        let files = try PairFiles.dataset(file)
        let (report, exit) = try PairFiles.report(["--robust", file], files: files)
        let error = try #require(report["refusal"] as? [String: Any])
        #expect(error["code"] as? String == code && exit == 4)
        let text = try Tool.run(["fit", "--robust", file], files: files)
        #expect(text.exit == 4 && !text.advice.isEmpty)
    }

    @Test("a rival is named with its motion, and --choose takes it")
    func rival() throws {
        let files = ["a.csv": PairFiles.twoMotions(40, 30)],
            options = ["--robust", "--bound-mm", "5", "a.csv"]
        let (report, exit) = try PairFiles.report(options, files: files)
        #expect(exit == 0 && report["verdict"] as? String == "warn")
        let selection = try #require(report["selection"] as? [String: Any])
        let rival = try #require((selection["rivals"] as? [[String: Any]])?.first)
        #expect(selection["support"] as? Int == 40 && rival["support"] as? Int == 30)
        let motion = try #require(rival["motion"] as? [String: Any])
        let turn = try #require((motion["rotationDegrees"] as? [String: Any])?["angle"] as? Double)
        #expect((turn - 90).magnitude < 0.1)
        let text = try Tool.run(["fit"] + options, files: files)
        #expect(text.lines[0].hasPrefix("WARN") && text.output.contains("or take the other with --choose 2."))
        let (other, _) = try PairFiles.report(options + ["--choose", "2"], files: files)
        let chosen = try #require(other["motion"] as? [String: Any])
        let angle = try #require((chosen["rotationDegrees"] as? [String: Any])?["angle"] as? Double)
        #expect((angle - 90).magnitude < 0.1)
        #expect((other["options"] as? [String: Any])?["choose"] as? Int == 2)
    }

    @Test("two motions alike are refused with both, unless one is chosen")
    func twoMotions() throws {
        let files = ["a.csv": PairFiles.twoMotions(40, 39)],
            options = ["--robust", "--bound-mm", "5", "a.csv"]
        let (report, exit) = try PairFiles.report(options, files: files)
        let refusal = try #require(report["refusal"] as? [String: Any])
        #expect(exit == 4 && refusal["code"] as? String == "AMBIGUOUS_MOTION")
        let motions = try #require(refusal["motions"] as? [[String: Any]])
        #expect(motions.map { $0["support"] as? Int } == [40, 39])
        let text = try Tool.run(["fit"] + options, files: files)
        #expect(text.exit == 4 && text.advice.contains("40 pairs or markers turn by"))
        #expect(try Tool.run(["fit", "--choose", "2"] + options, files: files).exit == 0)
    }

    @Test("--choose needs a motion that there is", arguments: ["0", "-1", "3", "2.5", "x"])
    func choice(choice: String) throws {
        let files = ["a.csv": PairFiles.twoMotions(40, 30)]
        let options = ["fit", "--bound-mm", "5", "a.csv", "--choose", choice]
        let run = try Tool.run(options + ["--robust"], files: files)
        #expect(run.exit == 2 && run.advice.contains("--choose"))
        #expect(try Tool.run(options, files: files).exit == 2)
    }

    @Test("random pairs have no motion")
    func random() throws {
        let rows = (0..<12).map { row in
            // Multiples of a number without a common measure are as good as random.
            let x = (0..<6).map {
                "\((Double((row * 6 + $0) * (row + 3)) * 0.618034).truncatingRemainder(dividingBy: 1))"
            }
            return "r\(row)," + x.joined(separator: ",")
        }
        let (report, exit) = try PairFiles.report(
            ["--robust", "--bound-mm", "5", "a.csv"],
            files: ["a.csv": PairFiles.file(rows.joined(separator: "\n"))])
        #expect(exit == 4)
        #expect((report["refusal"] as? [String: Any])?["code"] as? String == "NOT_DETERMINED")
    }
}
