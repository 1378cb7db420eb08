import BenchRecords
import Foundation

/// Compares two programs, git references or saved runs.
enum CompareCommand {
    static let usage = """
        compare BASE NEW [--only AREA] [--effort short|usual] [--pairs N] [--core N] [--out FILE]
            [--instructions]
        quadbench compare [--pairs N] [--core N] [--out FILE] [--instructions] -- COMMAND_A -- COMMAND_B
        """

    @Sendable
    static func run(_ arguments: [String]) throws -> Int32 {
        let words = try CompareWords(arguments)
        var rule = ComparisonRule()
        if let pairs = words.pairs {
            (rule.mostPairs, rule.fewestPairs) = (pairs, min(pairs, rule.fewestPairs))
        }
        let comparison = try compare(words, rule)
        FileHandle.standardOutput.write(Data(comparison.text.utf8))
        if let file = words.out {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            let document = ComparisonDocument(comparison)
            do { try encoder.encode(document).write(to: URL(fileURLWithPath: file), options: .atomic) } catch
            {
                throw BenchError.badFile(file, "cannot be written")
            }
        }
        return comparison.code.rawValue
    }

    private static func compare(_ words: CompareWords, _ rule: ComparisonRule) throws -> Comparison {
        if let (a, b) = words.commands {
            return try alternating(
                BatchCommand(a, core: words.core), BatchCommand(b, core: words.core), rule, words)
        }
        let base = try words.base.map(CompareSide.init(naming:)),
            new = try words.new.map(CompareSide.init(naming:))
        switch (base, new) {
        case (.saved(let base), .saved(let new)):
            return try SavedComparison.compare(base, new, rule: rule)
        case (.program(let base), .program(let new)):
            return try alternating(words.batch(of: base), words.batch(of: new), rule, words)
        case (nil, _), (_, nil): throw BenchError.usage("quadbench " + usage)
        case (.saved?, _), (_, .saved?):
            throw BenchError.usage("a saved run is only compared with another saved run")
        }
    }

    private static func alternating(
        _ base: BatchCommand, _ new: BatchCommand, _ rule: ComparisonRule, _ words: CompareWords
    ) throws -> Comparison {
        var run = AlternatingRun(rule: rule) { side in try (side == .new ? new : base).run() }
        let times = try run.run()
        guard words.countsInstructions else { return times }
        let rows = times.rows + [try InstructionCount.compare(base, new)]
        return Comparison(rows: rows, unmatched: times.unmatched)
    }
}

/// A comparison as a document.
struct ComparisonDocument: Codable {
    var schema = "quadbench.compare/1"
    var code: Int32
    var rows: [Comparison.Row]
    var unmatched: [String]

    init(_ comparison: Comparison) {
        (code, rows, unmatched) = (comparison.code.rawValue, comparison.rows, comparison.unmatched)
    }
}
