import BenchRecords
import Foundation
import Testing

@testable import quadbench

@Suite("The table of measurements")
struct MeasurementTableTests {
    @Test("every row belongs to a command with the options that it is given")
    func commands() throws {
        for source in MeasurementTable.sources {
            let command = try #require(QuadBench.commands.first { $0.name == source.command })
            for option in [source.options, source.short, source.peerOptions].flatMap(\.keys) {
                #expect(command.usage.contains("--\(option)"), "\(source.command) --\(option)")
            }
            #expect(!source.rows.isEmpty)
        }
    }

    @Test("numbers are found by their members, any member with its name, missing ones not at all")
    func paths() {
        let result: [String: Any] = ["a": ["x": ["n": 1], "y": ["n": 2.5], "z": ["m": 3]] as [String: Any]]
        #expect(MeasurementSource.numbers(in: result, ["a", "y", "n"]).map(\.value) == [2.5])
        let all = MeasurementSource.numbers(in: result, ["a", "*", "n"])
        #expect(all.map(\.found) == [["x"], ["y"]])
        #expect(all.map(\.value) == [1, 2.5])
        #expect(MeasurementSource.numbers(in: result, ["b"]).isEmpty)
        let rows: [String: Any] = [
            "rows": [["name": "x", "n": 1], ["name": "y", "n": 2], ["n": 3]] as [[String: Any]]
        ]
        #expect(MeasurementSource.numbers(in: rows, ["rows", "*", "n"]).map(\.found) == [["x"], ["y"]])
        #expect(MeasurementSource.numbers(in: rows, ["rows", "y", "n"]).map(\.value) == [2])
        #expect(MeasurementSource.numbers(in: ["text": "a"], ["text"]).isEmpty)
    }

    @Test("a peer's number is that of the same member, and the first row keeps a name")
    func peers() {
        let source = MeasurementSource(
            area: "a", command: "digits",
            rows: [
                .cost("only x", ["x", "ours"]),
                .cost("only *", ["*", "ours"], peer: ("P", ["*", "theirs"])),
            ])
        let result = ["x": ["ours": 1, "theirs": 2], "y": ["ours": 3, "theirs": 4]]
        let values = source.values(in: result)
        #expect(values.map(\.name) == ["only x", "only y"])
        #expect(values.map(\.peer) == [nil, 4])
    }

    @Test("digits on the certified sets are in the table, with their floors and the peer")
    func digits() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../..").standardizedFileURL.path
        let source = try #require(MeasurementTable.sources.first { $0.command == "digits" })
        let values = source.values(in: try DigitsBench.run(["file": "\(root)/\(DigitsBench.certified)"]))
        #expect(values.count > 30)
        for (name, row, value, _) in values { #expect(value >= row.limit ?? 0, "\(name)") }
        let line = try #require(values.first { $0.name == "digits of the rotation, line-1e-7" })
        #expect(try #require(line.peer) < 4)
    }

    @Test("growth is the exponent of a power")
    func growth() {
        #expect(abs(GrowthBench.exponent([1, 10, 100], [5, 50, 500]) - 1) < 1e-12)
        #expect(abs(GrowthBench.exponent([2, 4, 8], [4, 16, 64]) - 2) < 1e-12)
    }

    @Test("instructions are compared beyond what equal programs differ by, and a thousandth")
    func instructions() {
        func outcome(_ new: [Double], own: [Double] = [1_000_000, 1_000_050, 1_000_020]) -> Outcome {
            InstructionCount.row(own, new, own, tool: "perf").outcome
        }
        #expect(outcome([1_000_040, 1_000_050, 1_000_090]) == .same)
        #expect(outcome([1_000_900, 1_000_950, 1_000_980]) == .same)
        #expect(outcome([1_002_000, 1_002_100, 1_002_050]) == .worse)
        #expect(outcome([990_000, 990_100, 990_050]) == .better)
        #expect(outcome([1_020_000, 1_020_100, 1_020_050], own: [1_000_000, 1_050_000, 1_020_000]) == .same)
    }

    @Test("a comparison is of two names or of two commands")
    func words() throws {
        let names = try CompareWords(["a", "b", "--pairs", "9", "--core", "0"])
        #expect(names.base == "a" && names.new == "b" && names.pairs == 9 && names.core == 0)
        let commands = try CompareWords(["--out", "f", "--", "x", "--y", "--", "z"])
        #expect(commands.commands?.0 == ["x", "--y"] && commands.commands?.1 == ["z"])
        for wrong in [
            [], ["a"], ["a", "b", "c"], ["--", "x"], ["--", "x", "--"], ["a", "b", "--pairs"],
            ["a", "b", "--pairs", "no"], ["a", "b", "--sharp", "1"], ["a", "b", "--", "x", "--", "y"],
        ] {
            #expect(throws: BenchError.self, "\(wrong)") { try CompareWords(wrong) }
        }
    }
}
