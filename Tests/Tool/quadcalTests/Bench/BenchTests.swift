import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal bench")
struct BenchTests {
    private static let good = BenchReport.Digits(name: "a", digits: 16, floor: 15.9)

    private func speed(_ nanoseconds: Double, recorded: Double?) -> BenchReport.Speed {
        BenchReport.Speed(name: "work", nanoseconds: nanoseconds, recorded: recorded)
    }

    @Test("says what this installation computes, in one screen")
    func text() throws {
        let run = try Tool.run(["bench"])
        #expect(run.exit == 0)
        #expect(run.lines.last == "PASS  all promised digits")
        #expect(run.lines.count < 25)
        #expect(run.lines.allSatisfy { $0.count <= 80 })
    }

    @Test("fails where digits are missing, or a speed is beyond the ratio asked for")
    func verdict() {
        let few = BenchReport.Digits(name: "b", digits: 15.2, floor: 15.9)
        let none = BenchReport.Digits(name: "c", digits: .nan, floor: 15.9)
        func report(
            _ digits: [BenchReport.Digits], _ speeds: [BenchReport.Speed] = [], slowerTimes: Double? = nil
        ) -> BenchReport { BenchReport("class", digits, speeds, slowerTimes: slowerTimes) }
        #expect(report([BenchTests.good]).exitCode == .good)
        #expect(report([BenchTests.good, few]).faults == ["digits are missing: b"])
        #expect(report([none]).exitCode == .findings)
        let slow = speed(250, recorded: 100)
        #expect(report([], [slow]).exitCode == .good)
        #expect(report([], [slow], slowerTimes: 3).exitCode == .good)
        #expect(report([], [slow], slowerTimes: 2).faults == ["too slow: work"])
        let unknown = report([], [slow, speed(250, recorded: nil)], slowerTimes: 3)
        #expect(unknown.exitCode == .good && unknown.unrecorded == ["work"])
    }

    @Test("refuses operands, and ratios that are none")
    func usage() throws {
        #expect(try Tool.run(["bench", "x"]).exit == 2)
        #expect(try Tool.run(["bench", "--slower-times", "0"]).exit == 2)
    }
}
