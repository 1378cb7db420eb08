import Testing

@testable import ToolTerminal

@Suite("Options whose value may be left out")
struct OptionTableTests {
    private enum Mode: String, CaseIterable { case near, far }

    private struct Settings {
        var mode: Mode?
        var isLoud = false
    }

    private static let table = OptionTable<Settings>(
        command: "try",
        options: [
            Option(word: "--mode", "MODE", usual: Mode.near, "how far") { $0.mode = $1 },
            Option(switch: "--loud", short: "-l", "louder") { $0.isLoud = true },
        ])

    private static func parse(_ arguments: String...) throws -> (Settings, [String]) {
        var settings = Settings()
        let operands = try table.parse(arguments, into: &settings)
        return (settings, operands)
    }

    @Test("take the next word, but no option")
    func values() throws {
        #expect(try Self.parse("--mode").0.mode == .near)
        #expect(try Self.parse("--mode", "far").0.mode == .far)
        #expect(try Self.parse("--mode=far").0.mode == .far)
        for loud in ["--loud", "-l"] {
            let (settings, operands) = try Self.parse("--mode", loud, "file")
            #expect(settings.mode == .near && settings.isLoud && operands == ["file"])
        }
        #expect(throws: Failure.self) { try Self.parse("--mode", "fra") }
        #expect(throws: Failure.self) { try Self.parse("--mode", "far", "--mode") }
        #expect(Self.table.options[0].notation.form == "--mode [MODE]")
    }
}
