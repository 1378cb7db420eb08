import Foundation
import Markers
import TestSupport
import Testing
import ToolCommands

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Options of commands")
struct OptionRuleTests {
    private static let section: String = {
        let root = Dataset.folder.deletingLastPathComponent()
        let page = root.appending(path: "Sources/Tool/README.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let rest = text.components(separatedBy: "## Options of commands\n").dropFirst().first ?? ""
        return rest.components(separatedBy: "\n## ").first ?? ""
    }()

    private static let options = Tool.commands.flatMap { command in
        command.allOptions.map { (command.name, $0) }
    }

    @Test("say their unit in their name and their placeholder")
    func units() {
        let units = ["MM": "-mm", "M": "-m", "DEG": "-deg", "FPS": "-fps"]
        for (command, option) in Self.options {
            for (placeholder, end) in units {
                let name = "\(command) \(option.flag)"
                #expect((option.placeholder == placeholder) == option.flag.hasSuffix(end), "\(name)")
            }
        }
    }

    @Test("are in the table if more than three commands share them, beside commands that have them")
    func table() throws {
        let rows = Self.section.split(separator: "\n").filter { $0.hasPrefix("| `-") }
        #expect(rows.count > 15)
        var listed: Set<String> = []
        for row in rows {
            let cells = row.split(separator: "|").map(String.init)
            try #require(cells.count == 3, "\(row)")
            let flags = cells[0].matches(of: #/-{1,2}[a-z][a-z-]*/#).map { String($0.output) }
            listed.formUnion(flags)
            // Before the semicolon are those that exist.
            let built = cells[2].split(separator: ";")[0].matches(of: #/`([a-z]+)`/#).map { String($0.1) }
            for name in built {
                let command = try #require(Tool.commands.first { $0.name == name })
                #expect(
                    command.allOptions.contains { option in flags.contains { option.names.contains($0) } },
                    "\(name) has none of \(flags)")
            }
        }
        let shared = Dictionary(grouping: Self.options) { $0.1.flag }.filter { $0.value.count > 3 }.keys
        #expect(shared.filter { !listed.contains($0) && $0 != "--help" && $0 != "--verbose" }.isEmpty)
    }
}
