import Foundation
import Testing

@testable import BenchRecords

@Suite("Recorded runs")
struct ResultsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func runs() throws -> [(folder: String, run: RunRecord)] {
        let folder = root.appendingPathComponent("Benchmarks/Results")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap { name in
            let file = folder.appendingPathComponent("\(name)/run.json").path
            return FileManager.default.fileExists(atPath: file) ? (name, try RunRecord(file: file)) : nil
        }
    }

    @Test(
        "the README's table and the list of runs are what the recorded runs say: quadbench results writes them"
    )
    func written() throws {
        let runs = try ResultsTests.runs(), last = try #require(runs.last)
        for (section, file, text) in [
            ("measured", "README.md", ReadmeTable.text(last.run, folder: last.folder)),
            ("runs", "Benchmarks/Results/README.md", ResultsIndex.text(runs)),
        ] {
            let now = try ResultsTests.text(file)
            #expect(MarkedSection.replace(section, in: now, with: text) == now, "\(file)")
        }
        for (folder, run) in runs {
            #expect(try ResultsTests.text("Benchmarks/Results/\(folder)/summary.md") == MarkdownRun.text(run))
            #expect(folder == ResultsIndex.folder(run))
        }
    }

    @Test("only a marked section is replaced")
    func section() {
        let text = "a\n<!-- t: written by quadbench results -->\nold\n<!-- end of t -->\nb"
        #expect(
            MarkedSection.replace("t", in: text, with: "new\n")
                == "a\n<!-- t: written by quadbench results -->\nnew\n<!-- end of t -->\nb")
        #expect(MarkedSection.replace("u", in: text, with: "new") == nil)
    }
}
