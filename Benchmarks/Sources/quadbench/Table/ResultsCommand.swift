import BenchRecords
import Foundation

/// Keeps recorded runs: adds one, and writes the tables that are made from them, or only looks whether those are right.
///
/// Run from the root of the repository.
enum ResultsCommand {
    static let usage = "results [--add RUN] [--last CLASS] [--check]"
    static let folder = "Benchmarks/Results"

    @Sendable
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try QuadBench.options(arguments, for: usage)
        if let file = options["add"] { try add(file) }
        let runs = try saved()
        if let wanted = options["last"] {
            let name = wanted == "here" ? MachineRecord.current().processorClass : wanted
            guard let last = runs.last(where: { $0.run.machine.processorClass == name }) else { return 1 }
            print("\(folder)/\(last.folder)/run.json")
            return 0
        }
        var differing: [String] = []
        for (file, text) in try documents(runs)
        where (try? String(contentsOfFile: file, encoding: .utf8)) != text {
            differing.append(file)
            guard options["check"] == nil else { continue }
            do { try text.write(toFile: file, atomically: true, encoding: .utf8) } catch {
                throw BenchError.badFile(file, "cannot be written")
            }
        }
        for file in differing {
            RunCommand.say("\(file) \(options["check"] == nil ? "written" : "differs from the runs")")
        }
        return options["check"] != nil && !differing.isEmpty ? 1 : 0
    }

    private static func add(_ file: String) throws {
        let run = try RunRecord(file: file), place = "\(folder)/\(ResultsIndex.folder(run))"
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try run.json.write(to: URL(fileURLWithPath: place + "/run.json"), options: .atomic)
        } catch { throw BenchError.badFile(place, "cannot be written") }
    }

    /// The recorded runs, the oldest first.
    private static func saved() throws -> [(folder: String, run: RunRecord)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try names.sorted().compactMap { name in
            let file = "\(folder)/\(name)/run.json"
            guard FileManager.default.fileExists(atPath: file) else { return nil }
            return (name, try RunRecord(file: file))
        }
    }

    /// Every file that is made from the runs, and its right text.
    private static func documents(
        _ runs: [(folder: String, run: RunRecord)]
    ) throws -> [(file: String, text: String)] {
        guard let last = runs.last else { throw BenchError.badFile(folder, "holds no run") }
        func section(_ name: String, _ file: String, _ text: String) throws -> (String, String) {
            let now = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            guard let replaced = MarkedSection.replace(name, in: now, with: text) else {
                throw BenchError.badFile(file, "has no section \"\(name)\"")
            }
            return (file, replaced)
        }
        let tables = [
            try section("measured", "README.md", ReadmeTable.text(last.run, folder: last.folder)),
            try section("runs", "\(folder)/README.md", ResultsIndex.text(runs)),
        ]
        return tables + runs.map { ("\(folder)/\($0.folder)/summary.md", MarkdownRun.text($0.run)) }
    }
}
