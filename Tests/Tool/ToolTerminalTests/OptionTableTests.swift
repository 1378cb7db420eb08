import Testing

@testable import ToolTerminal

@Suite("Options")
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

    @Test("whose value may be left out take the next word, but no option")
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

    private static let ruled = OptionTable<Settings>(
        command: "try",
        options: [
            Option("--camera", "FILE", "a camera") { (_, _) throws(BadValue) in }.excludes("--ray"),
            Option("--ray", "X,Y,Z", "a ray") { (_, _) throws(BadValue) in }
                .needs("--from X,Y,Z", or: "--eye", "it says where the ray begins"),
            Option("--from", "X,Y,Z", "a place") { (_, _) throws(BadValue) in },
            Option(switch: "--eye", "from the eye") { _ in },
        ])

    @Test(
        "that exclude or need each other are refused wherever they stand, and what excludes first",
        arguments: [
            ("--camera a.json --ray 0,0,1", "--camera and --ray contradict each other; give one of them"),
            (
                "--ray 0,0,1 --from 0,0,0 --camera a.json",
                "--camera and --ray contradict each other; give one of them"
            ),
            ("--ray 0,0,1 -- --from", "--from X,Y,Z is needed: it says where the ray begins"),
            ("--eye --ray 0,0,1", nil), ("--ray 0,0,1 --from 0,0,0 x", nil), ("--camera a.json", nil),
        ] as [(String, String?)])
    func rules(line: String, refusal: String?) throws {
        var settings = Settings(), text: String?
        do throws(Failure) {
            _ = try Self.ruled.parse(line.split(separator: " ").map(String.init), into: &settings)
        } catch { text = error.text }
        #expect(text == refusal)
    }
}
