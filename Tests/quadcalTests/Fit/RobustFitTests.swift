import Testing

@testable import quadcal

@Suite("quadcal fit --robust")
struct RobustFitTests {
    @Test("leaves the wrong corner out, names it with its reason, and passes")
    func wrongCorner() throws {
        let files = try PairFiles.dataset("wrong-corner.csv")
        let run = try Tool.run(["fit", "--robust", "wrong-corner.csv"], files: files)
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
        let run = try Tool.run(["fit", "--robust", "--bound-mm", "20", "wrong-corner.csv"], files: files)
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
